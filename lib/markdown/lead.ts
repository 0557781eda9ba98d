import { parseInlineMarkdown, walk } from './parse'

/** The first paragraph of Markdown as plain text, for where there is room for one line and no markup. */
export function leadOf(markdown: string): string {
  const { children } = parseInlineMarkdown(markdown)
  const paragraph = children.find(({ type }) => type === 'paragraph') ?? children[0]
  if (!paragraph) return ''
  const parts: string[] = []
  walk(paragraph, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') parts.push(node.value)
    else if (node.type === 'image') parts.push(node.alt ?? '')
    else if (node.type === 'break') parts.push(' ')
  })
  return parts.join('').replace(/\s+/g, ' ').trim()
}
