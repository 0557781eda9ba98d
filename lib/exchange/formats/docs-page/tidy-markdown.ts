import type { PageLine } from './page-lines'

/** Cleans a piece of a Markdown page: common indentation, simple HTML, blank lines at the ends, balanced fences. */
export function tidyMarkdown(lines: readonly PageLine[]): string {
  const depth = commonIndent(lines)
  const out: string[] = []
  for (const line of lines) {
    const text = stripIndent(line.text, depth)
    if (line.code || !text.includes('<')) out.push(text.trimEnd())
    else out.push(...htmlToMarkdown(text).split('\n'))
  }
  while (out.length > 0 && (out[0] ?? '').trim() === '') out.shift()
  while (out.length > 0 && (out[out.length - 1] ?? '').trim() === '') out.pop()
  closeFences(out)
  return out.join('\n').replace(/\n{3,}/g, (gap) => (lines.some((line) => line.code) ? gap : '\n\n'))
}

function commonIndent(lines: readonly PageLine[]): number {
  let depth = Number.POSITIVE_INFINITY
  let first = true
  for (const line of lines) {
    if (line.text.trim() === '') continue
    const indent = /^[ \t]*/.exec(line.text)?.[0].length ?? 0
    // the first line may have lost its indentation together with its label
    if (!first || lines.length === 1) depth = Math.min(depth, indent)
    first = false
  }
  return Number.isFinite(depth) ? depth : 0
}

function stripIndent(text: string, depth: number): string {
  let at = 0
  while (at < depth && (text[at] === ' ' || text[at] === '\t')) at++
  return text.slice(at)
}

/** Turns the few tags that pages mix into Markdown into what they mean. */
export function htmlToMarkdown(text: string): string {
  return text
    .replace(/<\/?(?:strong|b)>/gi, '**')
    .replace(/<\/?(?:em|i)>/gi, '*')
    .replace(/<\/?code>/gi, '`')
    .replace(/<br\s*\/?>\s*$/gim, '  ')
    .replace(/<\/p>\s*/gi, '\n')
    .replace(/<p(?:\s[^<>]*)?>/gi, '\n')
    .replace(/<\/?(?:div|span|ul|ol|section|font)(?:\s[^<>]*)?>/gi, '')
    .replace(/<li(?:\s[^<>]*)?>/gi, '\n- ')
    .replace(/<\/li>/gi, '')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()
}

function closeFences(out: string[]): void {
  let open: { char: string; length: number } | undefined
  for (const line of out) {
    const match = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(`{3,}|~{3,})\s*([^`]*)$/.exec(line)
    if (match === null) continue
    const run = match[1] ?? ''
    if (open === undefined) open = { char: run[0] ?? '`', length: run.length }
    else if (run[0] === open.char && run.length >= open.length && (match[2] ?? '').trim() === '') open = undefined
  }
  if (open !== undefined) out.push(open.char.repeat(open.length))
}
