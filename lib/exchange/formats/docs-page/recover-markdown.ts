import { findBoundary } from './code-boundary'
import { type CodeEvidence, codeScore, findCodeRuns, languageName } from './code-lines'
import { escapeBlockStart, escapeMarkdown } from './escape-markdown'
import type { Findings } from './findings'

export interface RecoveryContext {
  /** The page lost its blank lines, so every line is a paragraph. */
  tight: boolean
  /** The page lost its structure, so code and lists in it have to be recognised. */
  flattened: boolean
  /** The page is plain text: escape what Markdown would swallow. */
  plain: boolean
  vocabulary: ReadonlyMap<string, number>
  findings: Findings
}

interface SourceLine {
  n: number
  text: string
}

type Block =
  | { kind: 'code'; lines: string[]; language: string }
  | { kind: 'table'; lines: string[] }
  | { kind: 'list' | 'text'; lines: string[] }

const BULLET = /^(\s*)[•◦▪‣·●○–]\s+(.*)$/
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S/

/** Rebuilds Markdown from text that lost its fences, list marks and tables. Every character of the text is kept. */
export function recoverMarkdown(source: readonly SourceLine[], context: RecoveryContext): string {
  const lines = context.tight ? splitGluedItems(splitGluedCode(source, context)) : [...source]
  const tables = findTables(lines)
  const names = lines.map((_line, i) => (tables[i] === undefined ? languageAbove(lines, i) : undefined))
  const evidence = lines.map((line, i): CodeEvidence => {
    const blank = line.text.trim() === ''
    const named = names[i] !== undefined
    const below = firstBelowName(lines, names, i)
    return {
      // an author who writes Markdown fences code, and indents for other reasons
      score: blank ? 0 : context.flattened ? codeScore(line.text) : codeScore(line.text.trim()) - 0.5,
      blank,
      fixed: tables[i] !== undefined || named ? 'prose' : below ? 'code' : undefined,
    }
  })
  const code = findCodeRuns(evidence)
  return writeBlocks(buildBlocks(lines, code, tables, names, context))
}

/** In a page without blank lines the sentence after a code block may stand on the last line of the code. */
function splitGluedCode(source: readonly SourceLine[], context: RecoveryContext): SourceLine[] {
  const lines: SourceLine[] = []
  for (const line of source) {
    const boundary = line.text.length > 2000 ? undefined : findBoundary(line.text, context.vocabulary)
    const head = boundary === undefined ? '' : line.text.slice(0, boundary)
    const tail = boundary === undefined ? '' : line.text.slice(boundary)
    const comment = /(?:^|\s)(?:#|\/\/)\s/.test(head)
    if (
      boundary === undefined ||
      codeScore(head) < 0.4 ||
      (comment && !/[:：。.]\s*$/.test(tail)) ||
      codeScore(tail) > 0.5
    ) {
      lines.push(line)
      continue
    }
    lines.push({ n: line.n, text: head }, { n: line.n, text: tail })
    context.findings.add(
      'warning',
      'code-boundary',
      line.n,
      `Code and prose run together on line ${line.n}; the code is taken to end before "${tail.slice(0, 24).trim()}".`,
    )
  }
  return lines
}

/** In a page without line structure the mark of the next list item may follow the last one without a break. */
function splitGluedItems(source: readonly SourceLine[]): SourceLine[] {
  const lines: SourceLine[] = []
  for (const line of source) {
    if (!/[\p{L})]- ?[\p{L}]/u.test(line.text) || codeScore(line.text) > 1) {
      lines.push(line)
      continue
    }
    const parts = line.text.split(/(?<=[\p{L}\p{N})])(?=- (?!(?:and|or|und|oder|y|e|et|ou)\b)[\p{L}])/u)
    for (const text of parts) lines.push({ n: line.n, text })
  }
  return lines
}

/** Rows of cells divided by tabs, or the rows of a Markdown table. */
function findTables(lines: readonly SourceLine[]): ('tabs' | 'pipes' | undefined)[] {
  const kinds: ('tabs' | 'pipes' | undefined)[] = new Array(lines.length).fill(undefined)
  let i = 0
  while (i < lines.length) {
    const cells = tabCells(lines[i]?.text ?? '')
    if (cells > 1) {
      let end = i + 1
      while (end < lines.length && tabCells(lines[end]?.text ?? '') === cells) end++
      if (end - i >= 2) for (let k = i; k < end; k++) kinds[k] = 'tabs'
      i = end
      continue
    }
    if (/^\s*\|.*\|\s*$/.test(lines[i]?.text ?? '') && /^\s*\|?[\s:|-]*-[\s:|-]*$/.test(lines[i + 1]?.text ?? '')) {
      while (i < lines.length && /^\s*\|.*\|\s*$/.test(lines[i]?.text ?? '')) kinds[i++] = 'pipes'
      continue
    }
    i++
  }
  return kinds
}

function tabCells(text: string): number {
  if (!text.includes('\t') || text.startsWith('\t') || /^\s{2}/.test(text)) return 0
  return text.split('\t').length
}

/** The name of a language alone on a line, with something below that it can name. */
function languageAbove(lines: readonly SourceLine[], i: number): string | undefined {
  const name = languageName(lines[i]?.text ?? '')
  if (name === undefined) return undefined
  for (let k = i + 1; k < Math.min(lines.length, i + 3); k++) {
    const text = lines[k]?.text ?? ''
    if (text.trim() !== '') return BULLET.test(text) ? undefined : name
  }
  return undefined
}

function firstBelowName(lines: readonly SourceLine[], names: readonly (string | undefined)[], i: number): boolean {
  if ((lines[i]?.text ?? '').trim() === '') return false
  for (let k = i - 1; k >= Math.max(0, i - 2); k--) {
    if (names[k] !== undefined) return true
    if ((lines[k]?.text ?? '').trim() !== '') return false
  }
  return false
}

function buildBlocks(
  lines: readonly SourceLine[],
  code: readonly boolean[],
  tables: readonly ('tabs' | 'pipes' | undefined)[],
  names: readonly (string | undefined)[],
  context: RecoveryContext,
): Block[] {
  const blocks: Block[] = []
  let paragraph: SourceLine[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(...proseBlocks(paragraph, context))
    paragraph = []
  }
  let language = ''
  let i = 0
  while (i < lines.length) {
    const line = lines[i]
    if (line === undefined) break
    const name = names[i]
    if (name !== undefined) {
      endParagraph()
      language = name
      i++
      continue
    }
    if (tables[i] !== undefined) {
      endParagraph()
      const rows: string[] = []
      const kind = tables[i]
      while (i < lines.length && tables[i] === kind) rows.push(lines[i++]?.text ?? '')
      blocks.push({ kind: 'table', lines: kind === 'tabs' ? tabTable(rows, context) : rows.map((row) => row.trim()) })
      continue
    }
    if (code[i] === true && line.text.trim() !== '') {
      endParagraph()
      let end = i
      while (end < lines.length && code[end] === true && names[end] === undefined && tables[end] === undefined) end++
      const run = lines.slice(i, end)
      while (run.length > 0 && (run[run.length - 1]?.text ?? '').trim() === '') run.pop()
      blocks.push({ kind: 'code', lines: dedent(run.map((entry) => entry.text.trimEnd())), language })
      language = ''
      i = end
      continue
    }
    if (line.text.trim() === '') endParagraph()
    else {
      if (
        context.tight &&
        paragraph.length > 0 &&
        !(isItem(line.text) && isItem(paragraph[paragraph.length - 1]?.text ?? ''))
      )
        endParagraph()
      paragraph.push(line)
    }
    i++
  }
  endParagraph()
  return blocks
}

const isItem = (text: string) => LIST_ITEM.test(text) || BULLET.test(text)

function tabTable(rows: string[], context: RecoveryContext): string[] {
  const cells = rows.map((row) => row.split('\t').map((cell) => escapeCell(cell.trim(), context)))
  const [head, ...body] = cells
  if (head === undefined) return []
  const write = (row: string[]) => `| ${row.join(' | ')} |`
  return [write(head), `|${head.map(() => '---').join('|')}|`, ...body.map(write)]
}

function escapeCell(cell: string, context: RecoveryContext): string {
  return (context.plain ? escapeMarkdown(cell) : cell).replace(/\|/g, '\\|')
}

function proseBlocks(paragraph: readonly SourceLine[], context: RecoveryContext): Block[] {
  const items = paragraph.filter((line) => isItem(line.text)).length
  const literal = (text: string) => (context.plain ? escapeMarkdown(text) : text)
  const asItem = (text: string) => {
    const bullet = BULLET.exec(text)
    if (bullet !== null) return `${bullet[1] ?? ''}- ${literal(bullet[2] ?? '')}`
    const item = /^(\s*(?:[-+*]|\d{1,3}[.)])\s+)(.*)$/.exec(text)
    return item === null ? `  ${literal(text.trim())}` : `${(item[1] ?? '').replace('*', '-')}${literal(item[2] ?? '')}`
  }
  if (items > 0) {
    const blocks: Block[] = []
    const first = paragraph.findIndex((line) => isItem(line.text))
    for (const line of paragraph.slice(0, first))
      blocks.push({ kind: 'text', lines: [escapeBlockStart(literal(line.text.trim()))] })
    blocks.push({ kind: 'list', lines: paragraph.slice(first).map((line) => asItem(line.text)) })
    return blocks
  }
  const texts = paragraph.map((line) => literal(line.text.trim()))
  if (texts.length >= 2 && !context.tight && !isWrapped(paragraph)) {
    return [{ kind: 'list', lines: texts.map((text) => `- ${text}`) }]
  }
  return [{ kind: 'text', lines: texts.map((text, i) => (i === 0 ? escapeBlockStart(text) : text)) }]
}

/** A paragraph broken at a fixed width, and not a list that lost its marks. */
function isWrapped(paragraph: readonly SourceLine[]): boolean {
  const body = paragraph.slice(0, -1)
  const longest = Math.max(...body.map((line) => line.text.length))
  return (
    longest >= 60 &&
    body.every((line) => line.text.length >= longest - 25) &&
    body.some((line) => !/[.。:：;；!?！？]$/.test(line.text.trim())) &&
    paragraph.slice(1).some((line) => /^[\p{Ll}(]/u.test(line.text.trim()))
  )
}

function dedent(lines: string[]): string[] {
  const depth = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0),
  )
  return Number.isFinite(depth) && depth > 0 ? lines.map((line) => line.slice(depth)) : lines
}

function writeBlocks(blocks: readonly Block[]): string {
  const parts: string[] = []
  for (const block of blocks) {
    if (block.kind === 'code') {
      const fence = block.lines.some((line) => /^\s*```/.test(line)) ? '````' : '```'
      parts.push([fence + block.language, ...block.lines, fence].join('\n'))
    } else parts.push(block.lines.join('\n'))
  }
  return parts.join('\n\n')
}
