import type { Findings } from './findings'
import { readAnswerLabel, readReveal } from './labels'

/** A line of the page. Tags of folds stand on lines of their own, so several may share one number. */
export interface PageLine {
  n: number
  text: string
  /** Inside a fenced block, its fences included. */
  code: boolean
  tag: 'details' | '/details' | 'summary' | undefined
}

export interface FrontMatter {
  title: string | undefined
  locale: string | undefined
}

export interface PageLines {
  lines: PageLine[]
  frontMatter: FrontMatter
  /** The page lost the structure of its Markdown: no folds, no fences, no headings. */
  flattened: boolean
  /** It lost everything: symbols in it are only symbols. */
  plain: boolean
  /** The page has no fenced block, so code in it has to be recognised. */
  fenceless: boolean
  /** The page also lost its blank lines. */
  tight: boolean
}

const FENCE = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(`{3,}|~{3,})\s*([^`]*)$/
const QUESTION_LIKE = /^\s{0,3}(?:#{1,6}\s+\D{0,24}\d|\d{1,3}[.)]\s+\S|\*\*\D{0,16}\d)/
/** What only a page has that kept its Markdown. */
const STRUCTURE = [/^[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+)?<(?:details|summary)\b/im, /^[ \t]*(?:`{3,}|~{3,})/m]
/** A comment in code may look like one heading, hardly like many. */
const HEADINGS = /^#{2,6}\s+\S/gm
const INLINE = [/\*\*[^*\s][^*\n]{0,400}\*\*/, /\[[^\]\n]{1,200}\]\([^)\s]{1,400}\)/, /(?<!`)`[^`\n]{1,200}`(?!`)/]

/** Cuts a text into lines and says of each whether it is code, a tag of a fold, or neither. */
export function readPageLines(text: string, findings: Findings): PageLines {
  const raw = text.split(/\r\n|\n|\r/)
  liftQuotedQuestions(raw)
  const { from, frontMatter } = readFrontMatter(raw)
  const code = maskFences(raw, from, findings)
  const lines = splitTags(raw, from, code, findings)
  let blank = 0
  let filled = 0
  let end = lines.length
  while (end > 0 && (lines[end - 1]?.text ?? '').trim() === '') end--
  for (const line of lines.slice(0, end)) {
    if (line.text.trim() === '') blank++
    else filled++
  }
  const fenceless = !code.includes(true)
  const flattened = fenceless && !STRUCTURE.some((sign) => sign.test(text)) && (text.match(HEADINGS)?.length ?? 0) < 4
  return {
    lines,
    frontMatter,
    flattened,
    plain: flattened && !INLINE.some((sign) => sign.test(text)),
    fenceless,
    tight: filled > 8 && blank < filled / 15,
  }
}

/** A quotation that holds a fold or options is only a frame around a question; its marks are taken off. */
function liftQuotedQuestions(raw: string[]): void {
  const quoted = /^\s{0,3}>\s?/
  let i = 0
  while (i < raw.length) {
    if (!quoted.test(raw[i] ?? '')) {
      i++
      continue
    }
    let end = i
    while (end < raw.length && quoted.test(raw[end] ?? '')) end++
    const run = raw.slice(i, end)
    if (run.some((line) => /^\s*>\s*(?:<details\b|(?:[-*+]\s+)?\(?A[).]\s)/i.test(line))) {
      for (let k = i; k < end; k++) raw[k] = (raw[k] ?? '').replace(quoted, '')
    }
    i = end
  }
}

function readFrontMatter(raw: string[]): { from: number; frontMatter: FrontMatter } {
  const none = { from: 0, frontMatter: { title: undefined, locale: undefined } }
  if (raw[0]?.trimEnd() !== '---') return none
  for (let i = 1; i < Math.min(raw.length, 200); i++) {
    const line = raw[i]?.trimEnd()
    if (line === '---' || line === '...') {
      const body = raw.slice(1, i)
      if (!body.some((entry) => /^[\w-]+\s*:/.test(entry))) return none
      // a rule at the top of a page is not the start of front matter
      if (!body.every((entry) => /^(?:\s*$|\s*#|[\w-]+\s*:|\s+\S|- )/.test(entry))) return none
      const value = (key: RegExp) => {
        for (const entry of body) {
          const found = key
            .exec(entry)?.[1]
            ?.trim()
            .replace(/^(["'])(.*)\1$/, '$2')
          if (found !== undefined && found !== '') return found
        }
        return undefined
      }
      return {
        from: i + 1,
        frontMatter: { title: value(/^title\s*:(.*)$/i), locale: value(/^(?:lang|language|locale)\s*:(.*)$/i) },
      }
    }
  }
  return none
}

/**
 * Marks fenced blocks. A fence that is not closed, or that swallows the end of a fold or another opening fence, is cut
 * off at the next place where the page plainly goes on, and reported.
 */
function maskFences(raw: string[], from: number, findings: Findings): boolean[] {
  const code: boolean[] = new Array(raw.length).fill(false)
  let i = from
  while (i < raw.length) {
    const open = fenceAt(raw[i] ?? '')
    if (open === undefined) {
      i++
      continue
    }
    let close = -1
    let resume = -1
    for (let k = i + 1; k < raw.length; k++) {
      const line = raw[k] ?? ''
      const fence = fenceAt(line)
      if (fence !== undefined && fence.char === open.char && fence.length >= open.length) {
        if (fence.info === '') {
          close = k
          break
        }
        if (fence.length === open.length && !open.nests) resume = k
      }
      if (resume < 0 && !open.nests && /^\s*<\/details>\s*$/i.test(line) && goesOn(raw, k + 1)) resume = k
      if (resume >= 0) break
    }
    if (resume >= 0 || close < 0) {
      const cut = firstAnswerBefore(raw, i + 1, resume >= 0 ? resume : firstQuestionAfter(raw, i + 1))
      findings.add(
        'warning',
        'unbalanced-fence',
        i + 1,
        `The code block that opens on line ${i + 1} is not closed; it is taken to end before line ${cut + 1}.`,
      )
      close = cut - 1
    }
    for (let k = i; k <= close; k++) code[k] = true
    i = Math.max(close, i) + 1
    if (close < i - 1) code[i - 1] = true
  }
  return code
}

interface Fence {
  char: string
  length: number
  info: string
  /** A block that shows Markdown or HTML may hold anything. */
  nests: boolean
}

function fenceAt(line: string): Fence | undefined {
  if (!line.includes('```') && !line.includes('~~~')) return undefined
  const match = FENCE.exec(line)
  if (match === null) return undefined
  const run = match[1] ?? ''
  const info = (match[2] ?? '').trim()
  return {
    char: run[0] ?? '`',
    length: run.length,
    info,
    nests: /^(?:markdown|md|mdx|html|xml|vue|svelte)\b/i.test(info),
  }
}

/** Whether a question, a heading or a rule follows within the next few lines. */
function goesOn(raw: string[], at: number): boolean {
  for (let k = at; k < Math.min(raw.length, at + 4); k++) {
    const line = raw[k] ?? ''
    if (line.trim() === '') continue
    return QUESTION_LIKE.test(line) || /^\s{0,3}(?:#{1,6}\s|[-*_]{3,}\s*$)/.test(line)
  }
  return false
}

/** An answer is not part of a block that was only left open. */
function firstAnswerBefore(raw: readonly string[], at: number, end: number): number {
  for (let k = at; k < Math.min(end, at + 100); k++) {
    const line = raw[k] ?? ''
    if (line.trim() !== '' && (readAnswerLabel(line) !== undefined || readReveal(line) !== undefined)) return k
  }
  return end
}

function firstQuestionAfter(raw: string[], at: number): number {
  for (let k = at; k < raw.length; k++) {
    const line = raw[k] ?? ''
    if (/^\s*<\/details>/i.test(line)) return k
    if (/^\s{0,3}(?:#{2,6}\s+\D{0,24}\d+\s*[.):：、]|\*\*\D{0,16}\d+\s*[.):：、])/.test(line)) return k
  }
  return raw.length
}

const TAG = /<(details|summary)\b[^<>]*>|<\/(details|summary)\s*>/gi

/** Puts the tags of folds on lines of their own; the text between summary tags becomes one line. */
function splitTags(raw: string[], from: number, code: boolean[], findings: Findings): PageLine[] {
  const lines: PageLine[] = []
  let summary: { n: number; parts: string[] } | undefined
  const comments = findComments(raw, from, code, findings)
  const push = (n: number, text: string, tag: PageLine['tag'] = undefined) => lines.push({ n, text, code: false, tag })
  const endSummary = () => {
    if (summary === undefined) return
    push(summary.n, summary.parts.join(' ').replace(/\s+/g, ' ').trim(), 'summary')
    summary = undefined
  }
  for (let i = from; i < raw.length; i++) {
    const n = i + 1
    let text = raw[i] ?? ''
    if (code[i] === true) {
      endSummary()
      lines.push({ n, text, code: true, tag: undefined })
      continue
    }
    const shown = comments.get(i)
    if (shown !== undefined) {
      if (shown.trim() === '') continue
      text = shown
    }
    if (!/<\/?(?:details|summary)\b/i.test(text)) {
      if (summary !== undefined) {
        if (summary.parts.length >= 5 || text.trim() === '') {
          endSummary()
          push(n, text)
        } else summary.parts.push(text)
      } else push(n, text)
      continue
    }
    let at = 0
    let pending = ''
    const flush = () => {
      if (summary !== undefined) summary.parts.push(pending)
      else if (pending.trim() !== '' && !/^[\s>]*(?:[-*+]\s*)?$/.test(pending)) push(n, pending)
      pending = ''
    }
    for (const match of text.matchAll(TAG)) {
      const before = text.slice(at, match.index)
      const opening = match[1]?.toLowerCase()
      const closing = match[2]?.toLowerCase()
      const sofar = pending + before
      const first = /^[\s>]*(?:(?:[-*+]|\d{1,3}[.)])\s+)?$/.test(sofar)
      const ticks = (sofar.split('`').length - 1) % 2 === 1
      const last = text.slice(match.index + match[0].length).trim() === ''
      const known =
        !ticks &&
        (opening === 'details'
          ? first || summaryFollows(raw, i, text.slice(match.index + match[0].length))
          : opening === 'summary'
            ? opensFold(lines)
            : closing === 'summary'
              ? summary !== undefined
              : first || last || summary !== undefined)
      if (!known) continue
      pending = sofar
      at = match.index + match[0].length
      flush()
      if (opening === 'details') {
        endSummary()
        push(n, '', 'details')
      } else if (opening === 'summary') summary = { n, parts: [] }
      else if (closing === 'summary') endSummary()
      else {
        endSummary()
        push(n, '', '/details')
      }
    }
    pending = text.slice(at)
    if (at === 0) {
      if (summary !== undefined) summary.parts.push(pending)
      else push(n, pending)
    } else flush()
  }
  endSummary()
  return lines
}

/** A summary counts only as the first thing in its fold. */
function opensFold(lines: readonly PageLine[]): boolean {
  for (let i = lines.length - 1; i >= 0; i--)
    if (lines[i]?.tag !== undefined || (lines[i]?.text ?? '').trim() !== '') return lines[i]?.tag === 'details'
  return false
}

/** A fold may open at the end of a line when the tag of its summary is the next thing on the page. */
function summaryFollows(raw: readonly string[], i: number, rest: string): boolean {
  if (rest.trim() !== '') return /^\s*<summary\b/i.test(rest)
  for (let k = i + 1; k < Math.min(raw.length, i + 3); k++)
    if ((raw[k] ?? '').trim() !== '') return /^\s*<summary\b/i.test(raw[k] ?? '')
  return false
}

/** What is left of the lines that hold comments. A comment that is not closed is text like any other. */
function findComments(raw: readonly string[], from: number, code: readonly boolean[], findings: Findings) {
  const left = new Map<number, string>()
  // the line, if any, on which a comment that is open at the end of line i is closed
  const closes: number[] = new Array(raw.length + 1).fill(-1)
  for (let i = raw.length - 1; i >= from; i--)
    closes[i] = code[i] !== true && (raw[i] ?? '').includes('-->') ? i : (closes[i + 1] ?? -1)
  let open = false
  let at = 0
  for (let i = from; i < raw.length; i++) {
    const text = raw[i] ?? ''
    if (code[i] === true || (!open && !text.includes('<!--'))) continue
    let out = ''
    at = 0
    while (at < text.length || open) {
      if (open) {
        const end = text.indexOf('-->', at)
        if (end < 0) break
        at = end + 3
        open = false
        continue
      }
      const start = text.indexOf('<!--', at)
      if (start < 0) break
      const end = text.indexOf('-->', start + 4)
      const close = end >= 0 ? i : (closes[i + 1] ?? -1)
      if (close < 0) {
        findings.add('warning', 'unclosed-comment', i + 1, `The comment that opens on line ${i + 1} is never closed.`)
        break
      }
      out += text.slice(at, start)
      at = start + 4
      open = true
      findings.add(
        'info',
        'comment',
        i + 1,
        `The comment on ${close === i ? `line ${i + 1}` : `lines ${i + 1} to ${close + 1}`} was left out.`,
      )
    }
    left.set(i, open ? out : out + text.slice(at))
  }
  return left
}
