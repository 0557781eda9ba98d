import type { Nodes, PhrasingContent } from 'mdast'
import { isParent, walk } from './parse'

const TOKEN = /\{option:([^{}\s]*)\}/g

/** One `{option:ID}` in running text; `line` counts from 1 inside the text that was parsed. */
export type OptionToken = { id: string; line: number }

/** Lists the tokens of a tree in reading order. Code holds none: there the same characters are an example. */
export function findOptionTokens(tree: Nodes): OptionToken[] {
  const found: OptionToken[] = []
  walk(tree, (node) => {
    if (node.type !== 'text') return
    for (const match of node.value.matchAll(TOKEN)) {
      const linesBefore = node.value.slice(0, match.index).split('\n').length - 1
      found.push({ id: match[1] ?? '', line: (node.position?.start.line ?? 1) + linesBefore })
    }
  })
  return found
}

/** Replaces tokens by the letters shown, in place. An unknown id stays readable as code, so that nobody reads a wrong letter. */
export function replaceOptionTokens(tree: Nodes, letters: ReadonlyMap<string, string>): void {
  walk(tree, (node) => {
    if (!isParent(node)) return
    if (!node.children.some((child) => child.type === 'text' && child.value.includes('{option:'))) return
    const children = node.children.flatMap((child): Nodes[] =>
      child.type === 'text' ? split(child.value, letters) : [child],
    )
    Object.assign(node, { children })
  })
}

function split(value: string, letters: ReadonlyMap<string, string>): PhrasingContent[] {
  const parts: PhrasingContent[] = []
  let end = 0
  for (const match of value.matchAll(TOKEN)) {
    if (match.index > end) parts.push({ type: 'text', value: value.slice(end, match.index) })
    const id = match[1] ?? ''
    const letter = letters.get(id)
    parts.push(
      letter === undefined
        ? { type: 'inlineCode', value: id }
        : {
            type: 'strong',
            data: { hProperties: { className: ['option-letter'] } },
            children: [{ type: 'text', value: letter }],
          },
    )
    end = match.index + match[0].length
  }
  if (end < value.length) parts.push({ type: 'text', value: value.slice(end) })
  return parts
}
