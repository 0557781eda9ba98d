import type { PageOption, PageQuestion, QuestionKind } from '../../schema'
import { escapeMarkdown, keepSymbols } from './escape-markdown'
import type { QuestionPlace } from './find-questions'
import type { Findings } from './findings'
import { bareSymbols, bareText } from './fold-width'
import { CORRECT_WORDS, readAnswerLabel, readExplanationLabel, readReveal } from './labels'
import { DIGITS, readLineMark, shownLabel } from './option-labels'
import type { PageLine } from './page-lines'
import { BECAUSE, type ReadAnswer, readAnswer, readAnswerLetters } from './read-answer'
import { type OptionPiece, type RepeatedAnswer, splitOptions } from './split-options'
import { htmlToMarkdown } from './tidy-markdown'

interface Reading {
  place: QuestionPlace
  number: number
  lines: readonly PageLine[]
  plain: boolean
  hints: ReadonlySet<PageLine>
  write: (part: readonly PageLine[]) => string
  findings: Findings
}

interface AnswerPart {
  /** The text after the answer label, or of the first line where no label stands. */
  tail: string
  /** Line number of the answer. */
  n: number
  labelled: boolean
  rest: PageLine[]
}

interface ReadOptions {
  options: PageOption[]
  /** Places that the page marks as right on the option itself. */
  marked: number[]
  /** Lines of the stem, after the opening. */
  stem: PageLine[]
}

/** Reads one question from the place where it was found. */
export function readQuestion(reading: Reading): PageQuestion {
  const { place, number, lines, findings } = reading
  const n = lines[place.start]?.n ?? 1
  const answerLines = lines
    .slice(place.answerFrom, Math.max(place.answerFrom, place.answerTo))
    .filter((line) => line.tag === undefined || line.tag === 'summary')
  const answer = findAnswerPart(answerLines)
  const read = readOptions(reading, answer)
  const { options, marked } = read
  const stem = writeStem(reading, read.stem)
  if (stem === '') findings.add('warning', 'no-stem', n, 'The question has no text.', number)
  let explanation: string
  if (options.length === 0) {
    explanation = openAnswer(reading, answer, answerLines)
    if (explanation.trim() === '')
      findings.add('error', 'no-answer', n, 'The question has neither options nor an answer.', number)
  } else {
    explanation = keyedAnswer(reading, answer, options, marked, n)
    checkOptions(options, n, number, findings)
  }
  const hint = lines
    .slice(place.bodyFrom, place.bodyTo)
    .filter((line) => reading.hints.has(line) && line.tag === undefined)
  if (hint.length > 0) {
    explanation = [explanation, reading.write(hint)].filter((text) => text !== '').join('\n\n')
    findings.add(
      'info',
      'hint-moved',
      hint[0]?.n ?? n,
      'A hint that was folded in the question now stands at the end of the explanation.',
      number,
    )
  }
  const right = options.filter((option) => option.correct).length
  const kind: QuestionKind = options.length === 0 ? 'open' : right > 1 ? 'multiple' : 'single'
  return {
    number,
    ...(place.printed === undefined ? {} : { printed: place.printed }),
    line: n,
    kind,
    stem,
    options,
    explanation,
  }
}

function findAnswerPart(lines: readonly PageLine[]): AnswerPart | undefined {
  for (let i = 0, seen = 0; i < lines.length && seen < 12; i++) {
    const line = lines[i]
    if (line === undefined || line.text.trim() === '') continue
    if (line.code) break
    seen++
    const label = readAnswerLabel(line.text)
    if (label === undefined) continue
    if (!label.alone)
      return { tail: label.tail, n: line.n, labelled: true, rest: [...lines.slice(0, i), ...lines.slice(i + 1)] }
    let next = i + 1
    while (next < lines.length && (lines[next]?.text ?? '').trim() === '') next++
    const below = lines[next]
    if (below === undefined || below.code || readExplanationLabel(below.text) !== undefined) {
      return { tail: '', n: line.n, labelled: true, rest: [...lines.slice(0, i), ...lines.slice(i + 1)] }
    }
    return {
      tail: readLineMark(below.text) === undefined ? below.text.trim() : below.text.replace(/^\s*[-*+•]\s+/, '').trim(),
      n: below.n,
      labelled: true,
      rest: [...lines.slice(0, i), ...lines.slice(next + 1)],
    }
  }
  const first = lines.findIndex((line) => line.text.trim() !== '')
  const line = lines[first]
  if (line === undefined) return undefined
  if (line.code) return { tail: '', n: line.n, labelled: false, rest: [...lines] }
  return { tail: line.text.trim(), n: line.n, labelled: false, rest: lines.slice(first + 1) }
}

function readOptions(reading: Reading, answer: AnswerPart | undefined): ReadOptions {
  const { place, lines } = reading
  const body = lines.slice(place.bodyFrom, place.bodyTo)
  if (place.optionsFrom < 0) return inlineOptions(reading, body, answer)
  if (place.alphabet === '[]') return boxOptions(reading)
  const from = Math.max(place.optionsFrom, place.bodyFrom)
  const stem = lines.slice(place.bodyFrom, from)
  const region = lines.slice(from, place.bodyTo)
  const text =
    place.optionsFrom < place.bodyFrom
      ? [place.opening, ...region.map(visible)].join('\n')
      : region.map(visible).join('\n')
  const pieces = splitOptions(text, place.alphabet, repeatedAnswers(answer))
  if (pieces.length === 0) return { options: [], marked: [], stem: body }
  const lead = text.slice(0, pieces[0]?.from ?? 0).trim()
  const taken = takePieces(reading, text, pieces, region, place.optionsFrom < place.bodyFrom ? 1 : 0)
  const opening = place.optionsFrom < place.bodyFrom ? lead : ''
  if (opening !== '') reading.place.opening = opening
  // what stands before the first option, a first list of other options perhaps, stays in the question
  const before = place.optionsFrom < place.bodyFrom ? [] : linesBefore(region, pieces[0]?.from ?? 0)
  return { options: taken.options, marked: taken.marked, stem: [...stem, ...before, ...taken.after] }
}

function linesBefore(region: readonly PageLine[], offset: number): PageLine[] {
  const before: PageLine[] = []
  let at = 0
  for (const line of region) {
    if (at >= offset) break
    const text = line.text.slice(0, offset - at)
    if (text.trim() !== '') before.push({ ...line, text })
    at += visible(line).length + 1
  }
  return before
}

/** Code inside the options must not be searched for letters, but its lines must stay. */
function visible(line: PageLine): string {
  if (line.tag === 'details' || line.tag === '/details') return ''
  return line.code ? line.text.replace(/[A-Za-z]/g, '\u0001') : line.text
}

function repeatedAnswers(answer: AnswerPart | undefined): RepeatedAnswer[] {
  if (answer === undefined) return []
  const letters = readAnswerLetters(answer.tail, 26)
  const index = letters?.indexes[0]
  return letters !== undefined && index !== undefined && letters.indexes.length === 1 && letters.text !== ''
    ? [{ index, text: letters.text }]
    : []
}

/** Turns the pieces of a text into options; what follows the last one after a blank line goes back to the stem. */
function takePieces(
  reading: Reading,
  text: string,
  pieces: readonly OptionPiece[],
  region: readonly PageLine[],
  shift: number,
): { options: PageOption[]; marked: number[]; after: PageLine[] } {
  const starts: number[] = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  const source =
    shift === 1
      ? [reading.place.opening, ...region.map((line) => line.text)].join('\n')
      : region.map((line) => (line.tag === 'details' || line.tag === '/details' ? '' : line.text)).join('\n')
  const options: PageOption[] = []
  const marked: number[] = []
  let after: PageLine[] = []
  pieces.forEach((piece, k) => {
    let to = piece.to
    if (k === pieces.length - 1) {
      const end = endOfLast(text, piece)
      if (end < to) {
        const line = lineOf(starts, end) - shift
        after = region
          .slice(line)
          .filter((entry) => entry.text.trim() !== '' && !/^\s{0,3}(?:[-*_]\s?){3,}$/.test(entry.text))
        to = end
      }
    }
    const boldOpen = /^\s*(?:[-*+•]\s+)?(?:\[[ xX]\]\s*)?(\*\*|__)/.exec(source.slice(piece.from, piece.textFrom))?.[1]
    const boldShut = boldOpen !== undefined && source.slice(piece.from, piece.textFrom).split(boldOpen).length > 2
    const raw = (boldOpen !== undefined && !boldShut ? boldOpen : '') + source.slice(piece.textFrom, to)
    const checked =
      /\[[xX]\]/.test(source.slice(piece.from, piece.textFrom)) ||
      /[✓✔✅☑]/u.test(source.slice(piece.from, piece.textFrom))
    const clean = cleanOption(raw, reading.plain)
    if (checked || clean.marked) marked.push(options.length)
    options.push({ label: shownLabel(piece.index), text: clean.text, correct: false })
  })
  if (marked.length === 0) marked.push(...boldOnes(options))
  if (after.length > 0) {
    const n = after[0]?.n ?? 1
    reading.findings.add(
      'info',
      'text-after-options',
      n,
      `The text on line ${n}, after the options, is taken into the question.`,
      reading.number,
    )
  }
  return { options, marked, after }
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low - 1
}

/** The last option ends at the first blank line whose next line is not indented under it. */
function endOfLast(text: string, piece: OptionPiece): number {
  const stop = /\n[ \t]*\n(?=[ \t]*\S)/g
  stop.lastIndex = piece.textFrom
  for (let match = stop.exec(text); match !== null && match.index < piece.to; match = stop.exec(text)) {
    const next = text.slice(stop.lastIndex, stop.lastIndex + 12)
    if (/^(?: {2,}|\t)/.test(next) && !/^\s*</.test(next)) continue
    return stop.lastIndex
  }
  return piece.to
}

const CHECK_MARK = /^\s*[✓✔✅☑]\ufe0f?\s*|\s*[✓✔✅☑]\ufe0f?\s*$/u
const CORRECT_NOTE = new RegExp(
  `\\s*(?:\\*\\*|_|\\*)?[(（[]\\s*(?:${CORRECT_WORDS})\\s*[)）\\]](?:\\*\\*|_|\\*)?\\s*$`,
  'iu',
)

function cleanOption(raw: string, plain: boolean): { text: string; marked: boolean } {
  let text: string
  if (/\n\s*(?:`{3,}|~{3,})/.test(raw)) text = raw.replace(/^\s+|\s+$/g, '')
  else {
    text = raw
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' ')
  }
  let marked = false
  for (const pattern of [CHECK_MARK, CORRECT_NOTE]) {
    const without = text.replace(pattern, '')
    if (without !== text && without.trim() !== '') {
      text = without
      marked = true
    }
  }
  text = text.trim()
  if (plain) return { text: keepSymbols(escapeMarkdown(text)), marked }
  if (text.includes('<')) text = htmlToMarkdown(text).trim()
  return { text: keepSymbols(text), marked }
}

/** Where one option of several is bold from end to end, the page marks it; the bold type itself is not its text. */
function boldOnes(options: PageOption[]): number[] {
  const bold = options.flatMap((option, i) => (/^(\*\*|__)(?!\s)[^*]+\1$/.test(option.text) ? [i] : []))
  for (const i of bold) {
    const option = options[i]
    if (option !== undefined) option.text = option.text.slice(2, -2).trim()
  }
  return bold.length > 0 && bold.length < options.length && bold.length <= Math.ceil(options.length / 2) ? bold : []
}

/** Options of a task list: boxes without letters. */
function boxOptions(reading: Reading): ReadOptions {
  const { place, lines, plain } = reading
  const options: PageOption[] = []
  const marked: number[] = []
  const stem: PageLine[] = [...lines.slice(place.bodyFrom, place.optionsFrom)]
  let open = false
  for (const line of lines.slice(place.optionsFrom, place.bodyTo)) {
    const box = line.code ? null : /^\s*(?:[-*+•]|\d{1,2}[.)])\s+\[([ xX])\]\s+(.*)$/.exec(line.text)
    if (box !== null) {
      let text = box[2] ?? ''
      const mark = readLineMark(text)
      if (mark !== undefined && mark.index === options.length) text = text.slice(mark.textFrom)
      const clean = cleanOption(text, plain)
      if ((box[1] ?? ' ') !== ' ' || clean.marked) marked.push(options.length)
      options.push({ label: shownLabel(options.length), text: clean.text, correct: false })
      open = true
    } else if (line.text.trim() === '') open = false
    else if (line.tag === undefined) {
      const last = options[options.length - 1]
      if (open && last !== undefined && /^\s{2,}/.test(line.text)) last.text += ` ${line.text.trim()}`
      else stem.push(line)
    }
  }
  return { options, marked, stem }
}

/** A question found without options may carry them in its own line, or number them with digits as its answer does. */
function inlineOptions(reading: Reading, body: readonly PageLine[], answer: AnswerPart | undefined): ReadOptions {
  const { place, plain } = reading
  const none: ReadOptions = { options: [], marked: [], stem: [...body] }
  const letters = answer === undefined ? undefined : readAnswerLetters(answer.tail, 26)
  if (letters !== undefined) {
    const text = [place.opening, ...body.map(visible)].join('\n')
    if (text.length < 4000) {
      const upper = splitOptions(text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', repeatedAnswers(answer))
      if (
        upper.length >= 2 &&
        upper[0]?.index === 0 &&
        upper.every((piece, i) => piece.index === i) &&
        (letters.indexes[0] ?? 99) < upper.length
      ) {
        const lead = text.slice(0, upper[0]?.from ?? 0).trim()
        const taken = takePieces(reading, text, upper, body, 1)
        place.opening = lead
        return { options: taken.options, marked: taken.marked, stem: taken.after }
      }
    }
  }
  if (answer === undefined || readAnswerLetters(answer.tail, 9, true) === undefined) return none
  const options: PageOption[] = []
  const stem: PageLine[] = []
  for (const line of body) {
    const item = line.code ? null : /^\s*(?:[-*+•]\s+)?(?:\*\*)?\(?(\d)[.)](?:\*\*)?\s+(.*)$/.exec(line.text)
    if (item !== null && Number(item[1]) === options.length + 1) {
      options.push({ label: shownLabel(options.length), text: cleanOption(item[2] ?? '', plain).text, correct: false })
    } else if (line.text.trim() !== '' || options.length === 0) stem.push(line)
  }
  if (options.length < 2) return none
  return { options, marked: boldOnes(options), stem }
}

function writeStem(reading: Reading, body: readonly PageLine[]): string {
  const { place, plain, write, lines } = reading
  const opening = place.opening.trim()
  const first: PageLine[] =
    opening === '' ? [] : [{ n: lines[place.start]?.n ?? 1, text: opening, code: false, tag: undefined }]
  const rest = body.filter(
    (line) =>
      !reading.hints.has(line) &&
      line.tag === undefined &&
      !/^\s{0,3}(?:[-*_]\s?){3,}$/.test(line.text) &&
      (line.code || !(line.text.length < 80 && readReveal(line.text) !== undefined)),
  )
  if (rest.every((line) => line.text.trim() === '')) {
    const text = plain ? escapeMarkdown(opening) : opening.includes('<') ? htmlToMarkdown(opening).trim() : opening
    return keepSymbols(text.replace(/^(\*\*|__)(?!\s)([^*]+)\1$/, '$2'))
  }
  if (first.length === 0) return write(rest).replace(/^(\*\*)(?!\s)([^*]+)\1$/, '$2')
  const gap: PageLine = { n: first[0]?.n ?? 1, text: '', code: false, tag: undefined }
  const blank = (rest[0]?.text ?? '').trim() === ''
  const opens = plain ? escapeMarkdown(opening) : opening
  const below = write(rest)
  const joined =
    blank || rest[0]?.code === true || /^(?:[-*+]|\d+[.)]|```|\||>)/.test(below)
      ? `${opens}\n\n${below}`
      : `${opens}\n${below}`
  return gap.text === '' ? joined.trim() : joined
}

/** An open question keeps its model answer, and the label between answer and explanation, as its explanation. */
function openAnswer(reading: Reading, answer: AnswerPart | undefined, all: readonly PageLine[]): string {
  if (answer === undefined || !answer.labelled) return reading.write(dropReveal(all))
  const lead: PageLine[] = answer.tail === '' ? [] : [{ n: answer.n, text: answer.tail, code: false, tag: undefined }]
  return reading.write([...lead, ...(lead.length > 0 ? [blankLine(answer.n)] : []), ...dropReveal(answer.rest)])
}

function blankLine(n: number): PageLine {
  return { n, text: '', code: false, tag: undefined }
}

function dropReveal(lines: readonly PageLine[]): PageLine[] {
  const first = lines.findIndex((line) => line.text.trim() !== '')
  return lines.filter(
    (line, i) =>
      !(
        i === first &&
        line.text.length <= 80 &&
        readReveal(line.text) !== undefined &&
        readAnswerLabel(line.text) === undefined
      ),
  )
}

/** Settles which options are right, and returns the explanation. */
function keyedAnswer(
  reading: Reading,
  answer: AnswerPart | undefined,
  options: PageOption[],
  marked: readonly number[],
  n: number,
): string {
  const { findings, number } = reading
  let read: ReadAnswer | undefined
  let rest: PageLine[] = answer?.rest ?? []
  if (answer !== undefined) {
    read = readAnswer(answer.tail, options) ?? digitAnswer(answer, options)
    if (read === undefined || (!answer.labelled && read.how === 'sentence' && answer.tail.length > 200)) {
      read = undefined
      rest = [{ n: answer.n, text: answer.tail, code: false, tag: undefined }, ...answer.rest]
    }
  }
  if (read?.how === 'letters') rest = takeMoreLetters(read, rest, options)
  let key = keyFrom(reading, read, options, answer?.n ?? n)
  if (key.length === 0 && marked.length > 0) {
    key = [...marked]
    if (read === undefined)
      findings.add('info', 'answer-from-mark', n, 'The answer is taken from the mark on the option.', number)
  } else if (marked.length > 0 && key.length > 0 && !sameSet(marked, key)) {
    findings.add(
      'error',
      'answer-conflict',
      answer?.n ?? n,
      `The options mark ${names(options, marked)} as right, the answer says ${names(options, key)}.`,
      number,
    )
  }
  if (key.length === 0 && !findings.has(number, 'answer-unknown')) {
    findings.add(
      'error',
      'no-answer',
      answer?.n ?? n,
      answer === undefined ? 'The question has no answer.' : 'No option can be told from the answer.',
      number,
    )
  }
  for (const index of key) {
    const option = options[index]
    if (option !== undefined) option.correct = true
  }
  checkSecondAnswer(reading, rest, key, options)
  return writeExplanation(reading, read, rest, options, key, answer)
}

/** The lines right below an answer that repeat further options, letter and text, are answers as well. */
function takeMoreLetters(read: ReadAnswer, rest: PageLine[], options: readonly PageOption[]): PageLine[] {
  let taken = 0
  for (const [i, line] of rest.entries()) {
    if (taken === 0 && line.text.trim() === '') continue
    const mark = line.code ? undefined : readLineMark(line.text)
    const option = mark === undefined ? undefined : options[mark.index]
    if (mark === undefined || option === undefined || read.indexes.includes(mark.index)) break
    if (bareSymbols(line.text.slice(mark.textFrom)) !== bareSymbols(option.text)) break
    read.indexes.push(mark.index)
    taken = i + 1
  }
  return rest.slice(taken)
}

function digitAnswer(answer: AnswerPart, options: readonly PageOption[]): ReadAnswer | undefined {
  return /^[\s*_`(（【]*[1-9１-９]/.test(answer.tail)
    ? readAnswerLetters(answer.tail, Math.min(options.length, DIGITS.length), true)
    : undefined
}

function keyFrom(reading: Reading, read: ReadAnswer | undefined, options: readonly PageOption[], n: number): number[] {
  if (read === undefined) return []
  const { findings, number } = reading
  const byLabel = new Map(options.map((option, i) => [option.label, i]))
  const key: number[] = []
  for (const index of read.indexes) {
    const place = read.how === 'letters' ? byLabel.get(shownLabel(index)) : index
    if (place !== undefined) key.push(place)
    else
      findings.add(
        'error',
        'answer-unknown',
        n,
        `The answer names option ${shownLabel(index)}, which the question does not have.`,
        number,
      )
  }
  const only = key[0]
  if (
    read.how === 'letters' &&
    key.length === 1 &&
    read.indexes.length === 1 &&
    only !== undefined &&
    read.text !== ''
  ) {
    const said = bareText(read.text)
    const own = options[only]
    const saidWhole = bareSymbols(read.text)
    if (own !== undefined && said.length > 1 && bareText(own.text) !== said && !BECAUSE.test(read.text.slice(0, 12))) {
      const other = options.findIndex(
        (option, i) => i !== only && (bareText(option.text) === said || bareSymbols(option.text) === saidWhole),
      )
      if (other >= 0)
        findings.add(
          'error',
          'answer-conflict',
          n,
          `The answer gives the letter ${own.label} with the text of option ${options[other]?.label}.`,
          number,
        )
      else if (said.length < 400 && !said.startsWith(bareText(own.text)) && looksRepeated(read.text, own.text)) {
        findings.add(
          'warning',
          'answer-text-differs',
          n,
          `The text after the letter ${own.label} differs from option ${own.label}.`,
          number,
        )
      }
    }
  }
  return key
}

/** Whether a text means to repeat an option and is not an explanation that happens to follow the letter. */
function looksRepeated(said: string, option: string): boolean {
  const one = new Set(said.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const two = option.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return (
    two.length > 0 &&
    two.filter((word) => one.has(word)).length >= two.length / 2 &&
    said.length < option.length * 2 + 20
  )
}

function sameSet(one: readonly number[], two: readonly number[]): boolean {
  return one.length === two.length && one.every((value) => two.includes(value))
}

function names(options: readonly PageOption[], indexes: readonly number[]): string {
  return [...indexes]
    .sort((a, b) => a - b)
    .map((index) => options[index]?.label ?? '?')
    .join(', ')
}

/** A second answer with other letters in the same place is a contradiction. */
function checkSecondAnswer(
  reading: Reading,
  rest: readonly PageLine[],
  key: readonly number[],
  options: readonly PageOption[],
): void {
  if (key.length === 0) return
  for (const line of rest) {
    if (line.code) continue
    const label = readAnswerLabel(line.text)
    if (label === undefined || label.alone) continue
    const second = readAnswerLetters(label.tail, options.length)
    if (second === undefined || sameSet(second.indexes, key) || second.text.length > 200) continue
    const own = options[second.indexes[0] ?? -1]
    if (second.text !== '' && own !== undefined && !bareText(second.text).startsWith(bareText(own.text).slice(0, 10)))
      continue
    reading.findings.add(
      'error',
      'answer-conflict',
      line.n,
      `A second answer on line ${line.n} says ${names(options, second.indexes)}, the first says ${names(options, key)}.`,
      reading.number,
    )
    return
  }
}

function writeExplanation(
  reading: Reading,
  read: ReadAnswer | undefined,
  rest: readonly PageLine[],
  options: readonly PageOption[],
  key: readonly number[],
  answer: AnswerPart | undefined,
): string {
  const body = dropReveal(rest)
  const labelAt = body.findIndex(
    (line) => !line.code && line.text.length < 4000 && readExplanationLabel(line.text) !== undefined,
  )
  const label = labelAt < 0 ? undefined : readExplanationLabel(body[labelAt]?.text ?? '')
  const out: PageLine[] = []
  const more = read === undefined || answer === undefined ? '' : remainder(read, options, key)
  if (more !== '') out.push({ n: answer?.n ?? 1, text: more, code: false, tag: undefined }, blankLine(answer?.n ?? 1))
  body.forEach((line, i) => {
    if (i === labelAt && label !== undefined) {
      if (label.tail !== '') out.push({ ...line, text: label.tail })
      else if (out.length > 0) out.push(blankLine(line.n))
    } else out.push(line)
  })
  return reading.write(out)
}

/** What the answer line says beyond the letters and the text of the options. */
function remainder(read: ReadAnswer, options: readonly PageOption[], key: readonly number[]): string {
  if (read.text === '' || read.how === 'text') return ''
  const said = bareText(read.text)
  if (said === '') return ''
  const texts = key.map((index) => bareText(options[index]?.text ?? ''))
  if (read.how === 'sentence') {
    // a short opening before the whole text of the option is a label in a language not known here
    const whole = texts.join('')
    return !saysMore(read.text) || (said.endsWith(whole) && said.length <= whole.length + 24) ? '' : read.text
  }
  if (texts.includes(said) || texts.join('') === said) return ''
  const own = texts[0] ?? ''
  if (key.length === 1 && own !== '' && said.startsWith(own)) {
    // step over as many letters of the answer as the option has
    let letters = 0
    let at = 0
    const chars = [...read.text]
    while (at < chars.length && letters < own.length) letters += bareText(chars[at++] ?? '').length
    return chars
      .slice(at)
      .join('')
      .replace(/^[\s).,;:：。、*_`–—-]+/, '')
      .replace(/^\*\*|\*\*$/g, '')
      .trim()
  }
  if (key.length > 1) {
    let left = said
    for (const text of texts) left = left.replace(text, '')
    // of the options' own texts only letters and the words between them may be left
    if (left !== said) return left.length <= 4 * key.length ? '' : read.text
  }
  return saysMore(read.text) ? read.text.replace(/^[，,;；。.:：]\s*/, '') : ''
}

/** What a remark beside the letters may be made of without saying more than that they are right. */
const SAYS_NOTHING = new Set(
  'is are was it not correct right the answer answers option options both and es son la las los correcta correctas correcto opción opciones respuesta y est sont correcte correctes bonne réponse et l é são a as alternativa alternativas opção corretas e ist sind richtig korrekt antwort und です が正解です が正しいです だ 입니다 가 이 정답입니다 正确 是正确的 正確 是正確的'.split(
    ' ',
  ),
)

/** Whether a remark holds more than "is correct" in one language or another. */
function saysMore(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.some((word) => word.length > 1 && !SAYS_NOTHING.has(word)) || /\d/.test(text)
}

function checkOptions(options: readonly PageOption[], n: number, number: number, findings: Findings): void {
  options.forEach((option, i) => {
    if (option.text.trim() === '')
      findings.add('error', 'empty-option', n, `Option ${option.label} has no text.`, number)
    if (i > 0 && option.label.charCodeAt(0) !== (options[i - 1]?.label.charCodeAt(0) ?? 0) + 1) {
      findings.add(
        'warning',
        'option-gap',
        n,
        `Option ${option.label} follows option ${options[i - 1]?.label}.`,
        number,
      )
    }
    const twin = options.findIndex((other) => bareSymbols(other.text) === bareSymbols(option.text))
    if (twin < i && option.text.trim() !== '')
      findings.add(
        'warning',
        'same-options',
        n,
        `Options ${options[twin]?.label} and ${option.label} read the same.`,
        number,
      )
  })
}
