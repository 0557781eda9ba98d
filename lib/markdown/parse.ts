import type { Nodes, Parents, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

// One tilde stays a tilde: technical prose writes `~5 GB and ~10 GB`, which is not struck-through text.
const EXTENSIONS = [gfm({ singleTilde: false })]
const TO_MDAST = [gfmFromMarkdown()]

// A lone line such as `> 80 %`, `+ 5 ms` or `1. release` is an option's text, not a quotation or a list.
const ONE_LINE = {
  disable: {
    null: [
      'blockQuote',
      'codeIndented',
      'definition',
      'headingAtx',
      'htmlFlow',
      'list',
      'setextUnderline',
      'thematicBreak',
      'gfmFootnoteDefinition',
    ],
  },
}

/** Parses GitHub-flavoured Markdown the one way this project reads it. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: EXTENSIONS, mdastExtensions: TO_MDAST })
}

/** Parses text that stands inside a line, such as an option: block marks at the start of a single line are ordinary characters. */
export function parseInlineMarkdown(markdown: string): Root {
  const text = markdown.trim()
  if (/[\r\n]/.test(text)) return parseMarkdown(text)
  return fromMarkdown(text, { extensions: [...EXTENSIONS, ONE_LINE], mdastExtensions: TO_MDAST })
}

/** True for nodes that hold other nodes. */
export function isParent(node: Nodes): node is Parents {
  return 'children' in node
}

/** Visits every node of a tree in reading order. */
export function walk(tree: Nodes, visit: (node: Nodes) => void): void {
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visit(node)
    if (isParent(node)) waiting.push(...[...node.children].reverse())
  }
}

/** How many levels of nodes stand inside one another. */
export function depthOf(tree: { children?: unknown[] }): number {
  let depth = 0
  let level: unknown[] = tree.children ?? []
  while (level.length > 0) {
    depth++
    level = level.flatMap((node) => (hasChildren(node) ? node.children : []))
  }
  return depth
}

function hasChildren(node: unknown): node is { children: unknown[] } {
  return typeof node === 'object' && node !== null && 'children' in node && Array.isArray(node.children)
}
