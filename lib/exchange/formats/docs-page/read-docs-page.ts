import { detectPageLocale } from '../../detect-locale'
import type { PageFile, PageQuestion } from '../../schema'
import { type AnswerKey, findAnswerKey } from './answer-key'
import { pageVocabulary } from './code-boundary'
import { decodeText } from './decode-text'
import { findQuestions, type QuestionPlace } from './find-questions'
import { Findings } from './findings'
import { isSectionName } from './labels'
import { type PageLine, type PageLines, readPageLines } from './page-lines'
import { readQuestion } from './read-question'
import { recoverMarkdown } from './recover-markdown'
import { htmlToMarkdown, tidyMarkdown } from './tidy-markdown'
import { findTrailingText, repeatKey } from './trailing-text'

export interface DocsPageOptions {
  /** The name to report the file under. */
  file: string
  /** The language of the page, where it is known. */
  locale?: string | undefined
}

/** The largest file that is read, in bytes. */
export const LARGEST_PAGE = 10 * 1024 * 1024

/**
 * Reads a quiz page of a documentation site: numbered questions, lettered options, a folded or labelled answer and an
 * explanation, in Markdown or in what is left of it. Never throws on content: whatever is wrong becomes a finding.
 */
export function readDocsPage(input: Uint8Array | string, options: DocsPageOptions): PageFile {
  const findings = new Findings()
  const size = typeof input === 'string' ? input.length : input.byteLength
  if (size > LARGEST_PAGE) {
    return refusedPage(
      options,
      'file-too-large',
      1,
      `The file has ${Math.ceil(size / 1024 / 1024)} MB; a page may have 10 MB at most.`,
    )
  }
  const decoded = decodeText(input)
  if (decoded.status === 'refused') return refusedPage(options, 'not-text', decoded.line, decoded.message)
  if (decoded.invisible !== undefined) {
    const { line, count } = decoded.invisible
    findings.add(
      'info',
      'invisible-marks',
      line,
      `${count} invisible ${count === 1 ? 'mark was' : 'marks were'} removed, the first on line ${line}.`,
    )
  }
  const page = readPageLines(decoded.text, findings)
  const key = findAnswerKey(page.lines)
  const found = findQuestions(key === undefined ? page : { ...page, lines: page.lines.slice(0, key.from) }, findings)
  const { lines, places } = found
  const write = (part: readonly PageLine[]): string => writeMarkdown(part, page, context)
  const context = {
    tight: page.tight,
    plain: page.plain,
    flattened: page.flattened,
    vocabulary: page.flattened && page.tight ? pageVocabulary(decoded.text) : new Map<string, number>(),
    findings,
  }
  const title = readTitle(page, lines, places[0]?.start ?? lines.length)
  const trailing = cutTrailing(places, lines, title.text, page)
  const questions: PageQuestion[] = []
  places.forEach((place, i) => {
    questions.push(
      readQuestion({ place, number: i + 1, lines, plain: page.plain, hints: found.hints, write, findings }),
    )
  })
  if (key !== undefined) applyKey(key, questions, findings)
  dropLearnedLabel(questions)
  reportNumbers(questions, findings)
  if (trailing < lines.length) reportTrailing(lines, trailing, findings)
  if (key !== undefined) reportTrailing(page.lines, key.to, findings)
  reportBetween(places, lines, findings)
  const first = places[0]
  reportHeadings(lines.slice(title.end, first?.start ?? 0), findings)
  const intro =
    first === undefined && questions.length === 0 ? lines.slice(title.end) : lines.slice(title.end, first?.start ?? 0)
  const locale = detectPageLocale(localeSample(lines), {
    given: options.locale,
    declared: page.frontMatter.locale,
    labels: found.labelLocales,
    file: options.file,
  })
  if (locale === undefined)
    findings.add('warning', 'unknown-language', 1, 'The language of the page cannot be told; say it with --locale.')
  if (questions.length === 0) findings.add('warning', 'no-questions', 1, 'No questions were found on this page.')
  placeFindings(findings, questions, places, lines)
  return {
    file: options.file,
    format: 'docs-page',
    locale: locale ?? 'und',
    title: title.text,
    intro: questions.length === 0 ? write(intro) : writeIntro(intro, write),
    questions,
    findings: findings.list,
  }
}

/** A file that was not read at all: it stays in the report with one error. */
export function refusedPage(options: DocsPageOptions, code: string, line: number, message: string): PageFile {
  return {
    file: options.file,
    format: 'docs-page',
    locale: options.locale ?? 'und',
    title: '',
    intro: '',
    questions: [],
    findings: [{ severity: 'error', code, line, message }],
  }
}

function writeMarkdown(
  part: readonly PageLine[],
  page: PageLines,
  context: Parameters<typeof recoverMarkdown>[1],
): string {
  if (page.fenceless) {
    const texts = page.plain
      ? part
      : part.map((line) => ({ n: line.n, text: line.text.includes('<') ? htmlToMarkdown(line.text) : line.text }))
    return recoverMarkdown(texts, context)
  }
  return tidyMarkdown(part.filter((line) => line.tag === undefined || line.tag === 'summary'))
}

function readTitle(page: PageLines, lines: readonly PageLine[], to: number): { text: string; end: number } {
  for (let i = 0; i < to; i++) {
    const line = lines[i]
    if (line === undefined || line.code || line.text.trim() === '') continue
    const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line.text.slice(0, 1000))
    if (heading !== null) return { text: page.frontMatter.title ?? heading[1] ?? '', end: i + 1 }
    if (page.flattened && line.text.trim().length <= 120)
      return { text: page.frontMatter.title ?? line.text.trim(), end: i + 1 }
    break
  }
  return { text: page.frontMatter.title ?? '', end: 0 }
}

function writeIntro(lines: readonly PageLine[], write: (part: readonly PageLine[]) => string): string {
  return write(lines.filter((line) => line.code || !(HEADING_OR_RULE.test(line.text) || isSectionName(line.text))))
}

const HEADING_OR_RULE = /^\s{0,3}(?:#{1,6}\s|(?:[-*_]\s?){3,}$)/

/** Names of sections stand for themselves and belong to no question. */
function reportHeadings(lines: readonly PageLine[], findings: Findings): void {
  for (const line of lines) {
    if (line.code || line.tag !== undefined || !/[\p{L}\p{N}]/u.test(line.text)) continue
    if (!HEADING_OR_RULE.test(line.text) && !isSectionName(line.text)) continue
    findings.add(
      'info',
      'section-name',
      line.n,
      `Line ${line.n} is taken for the name of a section and belongs to no question: "${shorten(line.text)}".`,
    )
  }
}

function shorten(text: string): string {
  return text.trim().slice(0, 60)
}

/** Cuts menus and repeated headings off the end of the last answer, and returns the line where they begin. */
function cutTrailing(places: QuestionPlace[], lines: readonly PageLine[], title: string, page: PageLines): number {
  const last = places[places.length - 1]
  if (last === undefined) return lines.length
  if (last.closed) return Math.min(lines.length, Math.max(last.answerTo, last.bodyTo) + 1)
  const known = new Set(places.map((place) => repeatKey(place.opening)).filter((key) => key.length > 8))
  if (title.length > 4) known.add(repeatKey(title))
  const cut = findTrailingText(lines, last.answerFrom + 1, last.answerTo, known, page.tight)
  last.answerTo = cut
  return cut
}

/** Gives the questions without an answer of their own the one that a list of answers has for their number. */
function applyKey(key: AnswerKey, questions: readonly PageQuestion[], findings: Findings): void {
  const used = new Set<number>()
  const answered = new Set<number>()
  for (const question of questions) {
    const number = question.printed ?? question.number
    const answer = key.answers.get(number)
    if (answer === undefined || used.has(number) || question.options.length === 0) continue
    used.add(number)
    const options = answer.indexes.map((index) => question.options[index])
    if (options.includes(undefined)) {
      findings.add(
        'error',
        'answer-unknown',
        answer.n,
        `The list of answers names an option that question ${number} does not have.`,
        question.number,
      )
      continue
    }
    const own = question.options.filter((option) => option.correct)
    if (own.length > 0 && (own.length !== options.length || own.some((option) => !options.includes(option)))) {
      findings.add(
        'error',
        'answer-conflict',
        answer.n,
        `The list of answers disagrees with the answer of question ${number}.`,
        question.number,
      )
      continue
    }
    for (const option of options) if (option !== undefined) option.correct = true
    if (/[\p{L}\p{N}]/u.test(answer.remark))
      question.explanation = [question.explanation, answer.remark].filter((text) => text !== '').join('\n\n')
    if (options.length > 1) question.kind = 'multiple'
    answered.add(question.number)
  }
  findings.withdraw('no-answer', answered)
  for (const [number, answer] of key.answers) {
    if (!used.has(number))
      findings.add(
        'warning',
        'answer-without-question',
        answer.n,
        `The list of answers has an entry for question ${number}, which was not found.`,
      )
  }
}

/** A label that opens the explanation of nearly every question is one, in whatever language it is. */
function dropLearnedLabel(questions: PageQuestion[]): void {
  const label = /^(?:\*\*)?([^\n:：*]{2,24})[:：](?:\*\*)?\s+/
  const counts = new Map<string, number>()
  const keyed = questions.filter((question) => question.options.length > 0)
  for (const question of keyed) {
    const found = label.exec(question.explanation)?.[1]
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  for (const [found, count] of counts) {
    if (count < 3 || count < keyed.length * 0.7) continue
    for (const question of keyed) {
      const match = label.exec(question.explanation)
      if (match?.[1] === found) question.explanation = question.explanation.slice(match[0].length)
    }
  }
}

function reportTrailing(lines: readonly PageLine[], from: number, findings: Findings): void {
  const first = lines
    .slice(from)
    .find((line) => line.text.trim() !== '' && line.tag === undefined && !/^\s*(?:[-*_]\s?){3,}$/.test(line.text))
  if (first === undefined) return
  findings.add(
    'info',
    'text-after-questions',
    first.n,
    `What follows from line ${first.n} on belongs to no question: "${first.text.trim().slice(0, 60)}".`,
  )
}

/** Text between two questions that is neither a heading nor part of one of them. */
function reportBetween(places: readonly QuestionPlace[], lines: readonly PageLine[], findings: Findings): void {
  for (let k = 0; k + 1 < places.length; k++) {
    const place = places[k]
    const next = places[k + 1]
    if (place === undefined || next === undefined) continue
    if (!place.closed) {
      // names of sections that flattened pages have were reported where they were found
      reportHeadings(
        lines.slice(place.answerTo, next.start).filter((line) => HEADING_OR_RULE.test(line.text)),
        findings,
      )
      continue
    }
    const end = Math.max(place.answerTo, place.bodyTo)
    const between = lines.slice(lines[end]?.tag === undefined ? end : end + 1, next.start)
    reportHeadings(between, findings)
    const text = between.filter(
      (line) =>
        line.tag !== '/details' &&
        /[\p{L}\p{N}]/u.test(line.text) &&
        (line.code || !(HEADING_OR_RULE.test(line.text) || isSectionName(line.text))),
    )
    const [line] = text
    const last = text[text.length - 1]
    if (line === undefined || last === undefined) continue
    findings.add(
      'info',
      'text-between-questions',
      line.n,
      `The text on ${last.n === line.n ? `line ${line.n}` : `lines ${line.n} to ${last.n}`} belongs to no question: "${shorten(line.text)}".`,
    )
  }
}

function reportNumbers(questions: readonly PageQuestion[], findings: Findings): void {
  let previous: PageQuestion | undefined
  for (const question of questions) {
    const printed = question.printed
    if (printed !== undefined && previous?.printed !== undefined) {
      if (printed > previous.printed + 1) {
        findings.add(
          'warning',
          'number-gap',
          question.line,
          `Question ${printed} follows question ${previous.printed}; the numbers between are missing.`,
          question.number,
        )
      } else if (printed <= previous.printed && printed !== 1) {
        findings.add(
          'warning',
          'number-order',
          question.line,
          `Question ${printed} follows question ${previous.printed}.`,
          question.number,
        )
      } else if (printed === 1) {
        findings.add('info', 'numbers-restart', question.line, 'The numbers begin again at 1 here.', question.number)
      }
    }
    previous = question
  }
}

/** Gives each finding without a question the one whose lines it is on. */
function placeFindings(
  findings: Findings,
  questions: readonly PageQuestion[],
  places: readonly QuestionPlace[],
  lines: readonly PageLine[],
): void {
  for (const finding of findings.list) {
    if (
      finding.question !== undefined ||
      finding.code === 'text-after-questions' ||
      finding.code === 'text-between-questions'
    )
      continue
    let low = 0
    let high = questions.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((questions[middle]?.line ?? 0) > finding.line) high = middle
      else low = middle + 1
    }
    const place = places[low - 1]
    if (place === undefined) continue
    const last = lines[Math.max(place.answerTo, place.bodyTo)]?.n ?? Number.POSITIVE_INFINITY
    if (finding.line <= last) finding.question = low
  }
  findings.list.sort((a, b) => a.line - b.line)
}

function localeSample(lines: readonly PageLine[]): string {
  const parts: string[] = []
  let length = 0
  for (const line of lines) {
    if (line.code || line.text === '') continue
    parts.push(line.text.slice(0, 2000))
    length += Math.min(line.text.length, 2000)
    if (length > 60_000) break
  }
  return parts.join('\n')
}
