import type { Nodes, Text } from 'mdast'
import { isParent, walk } from './parse'

// Scripts written without spaces, and their punctuation. Korean puts spaces between words, so Hangul is left out.
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3001-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]$/u

type Leaf = { node: Text | null; text: string }

/** Removes, in place, the line breaks inside a paragraph that stand between two characters of an unspaced script. */
export function joinUnspacedLines(tree: Nodes): void {
  walk(tree, (node) => {
    if (node.type !== 'paragraph' && node.type !== 'heading') return
    const leaves = collectLeaves(node)
    leaves.forEach((leaf, at) => {
      if (leaf.node === null || !leaf.text.includes('\n')) return
      const before = lastCharacter(leaves[at - 1]?.text ?? '')
      const after = firstCharacter(leaves[at + 1]?.text ?? '')
      leaf.node.value = joinLines(leaf.text, before, after)
    })
  })
}

function joinLines(text: string, before: string, after: string): string {
  const lines = text.split('\n')
  let joined = lines[0] ?? ''
  lines.slice(1).forEach((line, at) => {
    const left = lastCharacter(lines[at] ?? '') || (at === 0 ? before : '')
    const right = firstCharacter(line) || (at === lines.length - 2 ? after : '')
    joined += UNSPACED.test(left) && UNSPACED.test(right) ? line : `\n${line}`
  })
  return joined
}

function collectLeaves(parent: Nodes): Leaf[] {
  const leaves: Leaf[] = []
  walk(parent, (node) => {
    if (node.type === 'text') leaves.push({ node, text: node.value })
    else if (node.type === 'inlineCode' || node.type === 'html') leaves.push({ node: null, text: node.value })
    else if (!isParent(node)) leaves.push({ node: null, text: ' ' })
  })
  return leaves
}

function firstCharacter(text: string): string {
  const point = text.codePointAt(0)
  return point === undefined ? '' : String.fromCodePoint(point)
}

function lastCharacter(text: string): string {
  return firstCharacter(text.slice(-2)).length === 2 ? text.slice(-2) : text.slice(-1)
}
