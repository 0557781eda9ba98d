import type { Findings } from './findings'
import { isHint, isSectionName, type LabelMark, namesSection, readAnswerLabel, readReveal } from './labels'
import { findNumberMarks, type NumberMark, readNumberMark } from './number-marks'
import { type OptionMark, readLineMark } from './option-labels'
import type { PageLine, PageLines } from './page-lines'

/** Where one question stands on the page, as indexes of lines; ends are exclusive. */
export interface QuestionPlace {
  printed: number | undefined
  /** First line of the stem. */
  start: number
  /** Text of the stem's first line after its number, or the text of a summary. */
  opening: string
  /** Lines of the stem and options after the opening. */
  bodyFrom: number
  bodyTo: number
  /** First line of the options, -1 without options. */
  optionsFrom: number
  alphabet: string
  /** Lines that the answer and the explanation stand on; empty when there is no answer. */
  answerFrom: number
  answerTo: number
  /** The answer is inside a fold that ends, so nothing after it belongs to the question. */
  closed: boolean
}

export interface FoundQuestions {
  places: QuestionPlace[]
  /** The lines, of which some may have been divided in two. */
  lines: PageLine[]
  /** Languages of the labels that were found, one entry for each label. */
  labelLocales: string[]
  /** Lines inside a fold that gives a hint and not the answer. */
  hints: ReadonlySet<PageLine>
}

/** How many lines a recovery looks ahead or back. */
const FAR = 300

interface Fold {
  open: number
  summaryLine: number
  summary: string
  bodyFrom: number
  close: number
  parent: number
  hasChild: boolean
  closed: boolean
}

interface Anchor {
  /** Line where the answer begins. */
  at: number
  bodyFrom: number
  /** End of a fold, or -1 where only the next question ends the answer. */
  end: number
  answerSeen: boolean
  /** The summary that holds the question itself. */
  summary: string | undefined
  summaryLine: number
}

/** Finds the questions of a page: first the answers, then back from each answer to its options and its number. */
export function findQuestions(page: PageLines, findings: Findings): FoundQuestions {
  const lines = page.lines
  const folds = findFolds(lines, findings)
  const masked = new Uint8Array(lines.length)
  for (const fold of folds) {
    if (fold.hasChild) continue
    for (let i = fold.open; i <= Math.min(fold.close, lines.length - 1); i++) masked[i] = 1
  }
  const usable = (i: number) => lines[i]?.code !== true && masked[i] !== 1 && lines[i]?.tag === undefined
  // the summary of a fold around whole questions names a question like a heading does
  const outerSummaries = new Set(
    folds.filter((fold) => fold.hasChild && fold.summaryLine >= 0).map((fold) => fold.summaryLine),
  )
  const numbers = findNumberMarks(lines, (i) => usable(i) || outerSummaries.has(i))
  for (const mark of numbers) if (outerSummaries.has(mark.line)) mark.strong = true
  const groups = findOptionStarts(lines, 0, lines.length, usable)
  const labelLocales: string[] = []
  const learned = learnReveal(lines, groups, usable)
  const anchors = findAnchors(lines, folds, groups, numbers, usable, learned, labelLocales)
  const style = learnStyle(anchors.length > 0 ? anchors : groups.map((group) => ({ at: group.line, end: -1 })), numbers)
  const hints = new Set<PageLine>()
  for (const fold of folds) {
    if (fold.hasChild || !isHint(fold.summary)) continue
    for (const line of lines.slice(fold.open, fold.close + 1)) hints.add(line)
  }
  return {
    hints,
    ...placeQuestions({
      page,
      lines,
      anchors,
      numbers,
      groups,
      groupLines: groups.map((group) => group.line),
      style,
      usable,
      findings,
    }),
    labelLocales,
  }
}

/** What begins each line, read once however many folds look at it. */
class LineStarts {
  private readonly numbers: (NumberMark | null | undefined)[] = []
  private readonly options: (boolean | undefined)[] = []

  constructor(private readonly lines: readonly PageLine[]) {}

  number(i: number): NumberMark | undefined {
    let mark = this.numbers[i]
    if (mark === undefined) {
      mark = readNumberMark(this.lines[i]?.text ?? '', i) ?? null
      this.numbers[i] = mark
    }
    return mark ?? undefined
  }

  /** Whether the line begins with the first letter of an alphabet. */
  opensOptions(i: number): boolean {
    let opens = this.options[i]
    if (opens === undefined) {
      opens = readLineMark(this.lines[i]?.text ?? '')?.index === 0
      this.options[i] = opens
    }
    return opens
  }
}

function findFolds(lines: PageLine[], findings: Findings): Fold[] {
  const folds: Fold[] = []
  const starts = new LineStarts(lines)
  const stack: number[] = []
  const close = (index: number, at: number, closed: boolean) => {
    const fold = folds[index]
    if (fold === undefined) return
    fold.close = at
    fold.closed = closed
  }
  for (let i = 0; i < lines.length; i++) {
    const tag = lines[i]?.tag
    if (tag === 'details') {
      const outerIndex = stack[stack.length - 1]
      const outer = outerIndex === undefined ? undefined : folds[outerIndex]
      if (outer !== undefined && outerIndex !== undefined) {
        const cut = questionInside(lines, starts, outer, i)
        if (cut >= 0) {
          const n = lines[outer.open]?.n ?? 1
          findings.add(
            'warning',
            'unclosed-details',
            n,
            `The fold that opens on line ${n} is not closed; it is taken to end before line ${lines[cut]?.n ?? n}.`,
          )
          close(outerIndex, cut - 1, true)
          stack.pop()
        } else outer.hasChild = true
      }
      folds.push({
        open: i,
        summaryLine: -1,
        summary: '',
        bodyFrom: i + 1,
        close: lines.length,
        parent: stack[stack.length - 1] ?? -1,
        hasChild: false,
        closed: false,
      })
      stack.push(folds.length - 1)
    } else if (tag === 'summary') {
      const fold = folds[stack[stack.length - 1] ?? -1]
      if (fold !== undefined && fold.summaryLine < 0) {
        fold.summaryLine = i
        fold.summary = lines[i]?.text ?? ''
        fold.bodyFrom = i + 1
      }
    } else if (tag === '/details') {
      const index = stack.pop()
      if (index === undefined) {
        const n = lines[i]?.n ?? 1
        findings.add('info', 'stray-details-end', n, `A fold ends on line ${n} that was never opened.`)
      } else close(index, i, true)
    }
  }
  for (const index of stack) {
    const fold = folds[index]
    if (fold === undefined) continue
    const n = lines[fold.open]?.n ?? 1
    const cut = nextQuestionLine(lines, starts, fold.bodyFrom)
    findings.add('warning', 'unclosed-details', n, `The fold that opens on line ${n} is never closed.`)
    if (cut >= 0) {
      fold.close = cut - 1
      fold.closed = true
    }
  }
  return folds
}

/** Where a question begins between an open fold and the next one inside it, if the first was left open. */
function questionInside(lines: PageLine[], starts: LineStarts, outer: Fold, next: number): number {
  const summary = summaryAfter(lines, next)
  const same = summary !== '' && summary === outer.summary
  if (!same && readReveal(outer.summary) === undefined) return -1
  let options = -1
  for (let i = next - 1; i >= Math.max(outer.bodyFrom, next - FAR); i--) {
    const line = lines[i]
    if (line === undefined || line.code) continue
    if (starts.opensOptions(i)) options = i
    const number = starts.number(i)
    if (number !== undefined && (number.strong || options > i) && /^\s{0,3}\S/.test(line.text)) return i
  }
  return -1
}

function summaryAfter(lines: PageLine[], open: number): string {
  for (let i = open + 1; i < Math.min(lines.length, open + 4); i++)
    if (lines[i]?.tag === 'summary') return lines[i]?.text ?? ''
  return ''
}

/** The next line that is a numbered heading, or a number with options soon below it. */
function nextQuestionLine(lines: PageLine[], starts: LineStarts, from: number): number {
  let candidate = -1
  for (let i = from; i < Math.min(lines.length, from + FAR); i++) {
    const line = lines[i]
    if (line === undefined || line.code) continue
    const number = starts.number(i)
    if (number !== undefined && /^#/.test(line.text)) return i
    if (number !== undefined && /^\S/.test(line.text)) candidate = i
    else if (candidate >= 0 && i - candidate < 12 && starts.opensOptions(i)) return candidate
  }
  return -1
}

interface OptionStart {
  line: number
  mark: OptionMark
}

/** Lines that begin a list of options: the first letter of an alphabet, with the second on the same or a later line. */
function findOptionStarts(lines: PageLine[], from: number, to: number, usable: (i: number) => boolean): OptionStart[] {
  const starts: OptionStart[] = []
  let open: OptionStart | undefined
  for (let i = from; i < to; i++) {
    if (!usable(i)) continue
    const text = lines[i]?.text ?? ''
    const mark = readLineMark(text)
    if (mark === undefined) {
      if (BOX_LINE.test(text) && !BOX_LINE.test(lines[i - 1]?.text ?? '')) starts.push({ line: i, mark: BOX })
      continue
    }
    if (mark.index === 0) {
      open = { line: i, mark }
      if (hasSecond(text, mark)) starts.push(open)
      continue
    }
    if (
      open !== undefined &&
      mark.index === 1 &&
      mark.alphabet === open.mark.alphabet &&
      mark.delimiter === open.mark.delimiter &&
      i - open.line < 40
    ) {
      if (starts[starts.length - 1] !== open) starts.push(open)
      open = undefined
    }
  }
  return starts
}

const BOX_LINE = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+\[[ xX]\]\s+\S/

/** Stands for the boxes of a task list, which have no letters. */
const BOX: OptionMark = {
  from: 0,
  textFrom: 0,
  index: 0,
  alphabet: '[]',
  delimiter: ']',
  lineStart: true,
  spaced: true,
}

function hasSecond(text: string, mark: OptionMark): boolean {
  const second = mark.alphabet[1] ?? ''
  let at = text.indexOf(second, mark.textFrom)
  if (at < 0 && second >= 'A' && second <= 'Z')
    at = text.indexOf(String.fromCharCode(second.charCodeAt(0) + 0xfee0), mark.textFrom)
  for (let tries = 0; at >= 0 && tries < 50; tries++) {
    const next = text[at + 1] ?? ''
    const before = text[at - 1] ?? ' '
    if (/[).:：）】\]．、*]/.test(next) && !/[A-Za-z0-9_./=-]/.test(before)) return true
    if (mark.delimiter === 'o') return true
    at = text.indexOf(second, at + 1)
  }
  return false
}

/** A line that stands right after many lists of options is the page's own reveal label, in whatever language. */
function learnReveal(lines: PageLine[], groups: OptionStart[], usable: (i: number) => boolean): string | undefined {
  const counts = new Map<string, number>()
  for (const group of groups) {
    for (let i = group.line + 1, seen = 0; i < Math.min(lines.length, group.line + 24) && seen < 12; i++) {
      const text = lines[i]?.text.trim() ?? ''
      if (!usable(i) || text === '') continue
      seen++
      if (readLineMark(text) !== undefined || BOX_LINE.test(text) || text.length > 50) continue
      counts.set(text, (counts.get(text) ?? 0) + 1)
      break
    }
  }
  let best: string | undefined
  let most = 2
  for (const [text, count] of counts) {
    if (count > most && count >= groups.length * 0.5 && !/[:：]|^[-*+•]\s|^\d+[.)]\s/.test(text)) {
      best = text
      most = count
    }
  }
  return best
}

function findAnchors(
  lines: PageLine[],
  folds: Fold[],
  groups: OptionStart[],
  numbers: NumberMark[],
  usable: (i: number) => boolean,
  learned: string | undefined,
  labelLocales: string[],
): Anchor[] {
  const summaries = new Map<string, number>()
  for (const fold of folds) summaries.set(fold.summary, (summaries.get(fold.summary) ?? 0) + 1)
  const foldAt = new Map(folds.filter((fold) => !fold.hasChild).map((fold) => [fold.open, fold]))
  const anchors: Anchor[] = []
  const groupLines = groups.map((group) => group.line)
  const numberLines = numbers.map((mark) => mark.line)
  const between = (list: number[], from: number, to: number) => {
    const at = firstAbove(list, from)
    return at < list.length && (list[at] ?? 0) < to
  }
  let reveals = 0
  let quiet = 0
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    if (line === undefined || line.code) continue
    const last = anchors[anchors.length - 1]
    const since = last === undefined ? -1 : last.end >= 0 ? last.end : last.at
    const fold = foldAt.get(i)
    if (fold !== undefined) {
      const anchor = readFold(
        fold,
        lines,
        summaries,
        between(groupLines, since, fold.open),
        between(numberLines, since, fold.open),
        labelLocales,
      )
      if (anchor !== undefined) {
        anchors.push(anchor)
        reveals++
      }
      i = Math.min(fold.close, lines.length - 1)
      continue
    }
    if (!usable(i)) continue
    const text = line.text
    if (text.trim() === '') continue
    const open = last !== undefined && last.end < 0
    const reveal =
      text.length <= 80
        ? (readReveal(text) ?? (learned !== undefined && text.trim() === learned ? '' : undefined))
        : undefined
    if (reveal !== undefined && readAnswerLabel(text) === undefined) {
      const fresh =
        since < 0 || between(groupLines, since, i) || between(numberLines, since, i) || (open && last.answerSeen)
      if (!fresh) continue
      if (!between(groupLines, since, i) && !between(numberLines, since, i) && !/\S/.test(textBefore(lines, i)))
        continue
      if (reveal !== '') labelLocales.push(reveal)
      anchors.push({ at: i, bodyFrom: i + 1, end: -1, answerSeen: false, summary: undefined, summaryLine: -1 })
      reveals++
      quiet = 0
      continue
    }
    quiet++
    const answer = readAnswerLabel(text)
    if (answer === undefined) continue
    const newGroup = between(groupLines, since, i)
    if (open && !last.answerSeen && !newGroup && (quiet <= 8 || last.at === i - 1)) {
      last.answerSeen = true
      labelLocales.push(answer.locale)
      continue
    }
    const number = between(numberLines, since, i)
    const fresh = newGroup || ((!open || reveals * 2 < anchors.length) && number)
    if (!fresh) continue
    labelLocales.push(answer.locale)
    anchors.push({ at: i, bodyFrom: i, end: -1, answerSeen: true, summary: undefined, summaryLine: -1 })
  }
  return anchors
}

function textBefore(lines: PageLine[], at: number): string {
  for (let i = at - 1; i >= 0; i--) {
    const text = lines[i]?.text ?? ''
    if (text.trim() !== '') return text
  }
  return ''
}

/** Says what a fold is: an answer, a question with its answer, or something that belongs to neither. */
function readFold(
  fold: Fold,
  lines: PageLine[],
  summaries: ReadonlyMap<string, number>,
  groupBefore: boolean,
  numberBefore: boolean,
  labelLocales: string[],
): Anchor | undefined {
  const end = Math.min(fold.close, lines.length)
  const answer: Anchor = {
    at: fold.open,
    bodyFrom: fold.bodyFrom,
    end,
    answerSeen: true,
    summary: undefined,
    summaryLine: -1,
  }
  const locale = readReveal(fold.summary)
  let label: LabelMark | undefined
  for (let i = fold.bodyFrom, seen = 0; i < end && seen < 3; i++) {
    const line = lines[i]
    if (line === undefined || line.code || line.text.trim() === '') continue
    seen++
    label = readAnswerLabel(line.text)
    if (label !== undefined) break
  }
  if (locale !== undefined) {
    labelLocales.push(locale)
    if (label !== undefined) labelLocales.push(label.locale)
    return answer
  }
  if (isHint(fold.summary)) return undefined
  if (label !== undefined) labelLocales.push(label.locale)
  if (groupBefore) return answer
  const number = readNumberMark(fold.summary, fold.summaryLine)
  const asks = /[?？؟]\s*(?:\*\*|<\/\w+>|["'”»）)])*\s*$/.test(fold.summary) || number !== undefined
  if (asks && (number !== undefined || !numberBefore || label === undefined)) {
    return { ...answer, summary: fold.summary, summaryLine: fold.summaryLine }
  }
  if (numberBefore && (label !== undefined || (summaries.get(fold.summary) ?? 0) >= 2)) return answer
  return undefined
}

function firstAbove(list: readonly number[], value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** The way of writing numbers that stands before most answers. */
function learnStyle(anchors: readonly Pick<Anchor, 'at' | 'end'>[], numbers: NumberMark[]): string | undefined {
  const covered = new Map<string, number>()
  const total = new Map<string, number>()
  for (const mark of numbers) total.set(mark.style, (total.get(mark.style) ?? 0) + 1)
  const markLines = numbers.map((mark) => mark.line)
  let from = -1
  for (const anchor of anchors) {
    const seen = new Set<string>()
    for (let k = firstAbove(markLines, from); k < numbers.length && (numbers[k]?.line ?? 0) < anchor.at; k++) {
      const mark = numbers[k]
      // items of a running list are no evidence of how questions are numbered
      if (mark !== undefined && (!mark.inRun || mark.strong)) seen.add(mark.style)
    }
    for (const style of seen) covered.set(style, (covered.get(style) ?? 0) + 1)
    from = anchor.end >= 0 ? anchor.end : anchor.at
  }
  let best: string | undefined
  let bestScore = 0
  for (const [style, count] of covered) {
    // of two styles that cover as many answers the rarer one is the more telling
    if (count < anchors.length * 0.3) continue
    const score = count - (total.get(style) ?? 0) / 1000
    if (score > bestScore) {
      best = style
      bestScore = score
    }
  }
  return best
}

interface Placing {
  page: PageLines
  lines: PageLine[]
  anchors: Anchor[]
  numbers: NumberMark[]
  groups: OptionStart[]
  groupLines: number[]
  style: string | undefined
  usable: (i: number) => boolean
  findings: Findings
}

interface Start {
  line: number
  printed: number | undefined
  opening: string
  /** Place in the line where the question begins when it does not begin the line. */
  split: number
}

function placeQuestions(placing: Placing): { places: QuestionPlace[]; lines: PageLine[] } {
  const { anchors, groups, groupLines, lines } = placing
  const places: QuestionPlace[] = []
  const splits = new Map<number, number>()
  let from = 0
  let expected = 1
  for (const anchor of anchors) {
    if (anchor.summary !== undefined) {
      addUnanswered(placing, from, anchor.at, expected, places)
      const number = readNumberMark(anchor.summary, anchor.summaryLine)
      const inner = innerQuestion(lines, anchor)
      places.push({
        printed: number?.number,
        start: anchor.summaryLine,
        opening: number?.rest ?? anchor.summary,
        closed: true,
        ...inner,
      })
      expected = (number?.number ?? expected) + 1
      from = anchor.end + 1
      continue
    }
    const nearest = groupBefore(groups, groupLines, from, anchor.at)
    const group = nearest !== undefined && asksAgain(placing, from, nearest.line, anchor.at) ? undefined : nearest
    const limit = group?.line ?? anchor.at
    const closedBefore = places[places.length - 1]?.closed ?? true
    const start = findStart(placing, from, limit, expected, group !== undefined, closedBefore)
    if (start !== undefined && start.split > 0) splits.set(start.line, start.split)
    if (start === undefined) {
      const n = lines[anchor.at]?.n ?? 1
      const last = lines[Math.min(anchor.end >= 0 ? anchor.end : anchor.at, lines.length - 1)]?.n ?? n
      placing.findings.add(
        'error',
        'no-question',
        n,
        `The answer on ${last === n ? `line ${n}` : `lines ${n} to ${last}`} has no question before it.`,
      )
    } else {
      const added = addUnanswered(placing, from, start.line, expected, places)
      if (added > 0) expected = (places[places.length - 1]?.printed ?? expected) + 1
      places.push({
        printed: start.printed,
        start: start.line,
        opening: start.opening,
        bodyFrom: start.line + 1,
        bodyTo: anchor.at,
        optionsFrom: group?.line ?? -1,
        alphabet: group?.mark.alphabet ?? '',
        answerFrom: anchor.bodyFrom,
        answerTo: anchor.end >= 0 ? anchor.end : -1,
        closed: anchor.end >= 0,
      })
      expected = (start.printed ?? expected) + 1
    }
    from = anchor.end >= 0 ? anchor.end + 1 : anchor.bodyFrom + 1
  }
  addUnanswered(placing, from, lines.length, expected, places)
  endOpenAnswers(places, lines, placing.page.tight, placing.findings)
  return splitLines(places, lines, splits)
}

/** A question that stands in a summary may hold its options inside the fold. */
function innerQuestion(
  lines: PageLine[],
  anchor: Anchor,
): Pick<QuestionPlace, 'bodyFrom' | 'bodyTo' | 'optionsFrom' | 'alphabet' | 'answerFrom' | 'answerTo'> {
  const usable = (i: number) => lines[i]?.code !== true
  const group = findOptionStarts(lines, anchor.bodyFrom, anchor.end, usable)[0]
  if (group !== undefined) {
    for (let i = group.line; i < anchor.end; i++) {
      if (!usable(i) || readAnswerLabel(lines[i]?.text ?? '') === undefined) continue
      return {
        bodyFrom: anchor.bodyFrom,
        bodyTo: i,
        optionsFrom: group.line,
        alphabet: group.mark.alphabet,
        answerFrom: i,
        answerTo: anchor.end,
      }
    }
  }
  return {
    bodyFrom: anchor.bodyFrom,
    bodyTo: anchor.bodyFrom,
    optionsFrom: -1,
    alphabet: '',
    answerFrom: anchor.bodyFrom,
    answerTo: anchor.end,
  }
}

/** Whether another question begins between a list of options and the answer, so that the list is not its own. */
function asksAgain({ numbers, style }: Placing, from: number, group: number, at: number): boolean {
  const own = marksBetween(numbers, from, group + 1).filter((mark) => mark.style === style)
  const last = own[own.length - 1]
  if (last === undefined) return false
  return marksBetween(numbers, group + 1, at).some(
    (mark) => mark.style === style && mark.strong && mark.number === last.number + 1 && mark.rest !== '',
  )
}

/** The last list of options before an answer. */
function groupBefore(groups: OptionStart[], groupLines: number[], from: number, at: number): OptionStart | undefined {
  const index = firstAbove(groupLines, at - 1) - 1
  const group = groups[index]
  return group !== undefined && group.line >= from ? group : undefined
}

/** Finds where the question before a list of options, or before an answer, begins. */
function findStart(
  placing: Placing,
  from: number,
  limit: number,
  expected: number,
  hasOptions: boolean,
  closedBefore: boolean,
): Start | undefined {
  const { numbers, style, lines } = placing
  const marks = marksBetween(numbers, from, hasOptions ? limit + 1 : limit)
  const asStart = (mark: NumberMark): Start => ({
    line: mark.line,
    printed: mark.number,
    opening: mark.rest,
    split: -1,
  })
  const styled = marks.filter((mark) => mark.style === style)
  const nearest = styled[styled.length - 1]
  if (nearest?.strong === true) return asStart(nearest)
  const strong = lastWith(
    marks.filter((mark) => mark.strong),
    expected,
  )
  if (nearest === undefined && strong !== undefined) return asStart(strong)
  const free = styled.filter((mark) => !mark.inRun)
  const last = free[free.length - 1]
  if (last?.number === expected) return asStart(last)
  const exact = lastWith(free, expected) ?? lastWith(styled, expected)
  if (
    last !== undefined &&
    exact !== undefined &&
    last.line > exact.line &&
    last.number === exact.number + 1 &&
    hasOptions &&
    limit - last.line < 12
  ) {
    return asStart(last)
  }
  if (exact !== undefined) return asStart(exact)
  const inside = findInside(placing, from, limit, expected)
  if (inside !== undefined) return inside
  if (last !== undefined && isNear(lines, last.line, limit)) return asStart(last)
  const other = marks.filter((mark) => !mark.inRun || mark.strong)
  const any =
    lastWith(other, expected) ??
    (other.length > 0 && isNear(lines, other[other.length - 1]?.line ?? 0, limit) ? other[other.length - 1] : undefined)
  if (any !== undefined) return asStart(any)
  return paragraphBefore(placing, from, limit, closedBefore)
}

function marksBetween(numbers: NumberMark[], from: number, to: number): NumberMark[] {
  const found: NumberMark[] = []
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle]?.line ?? 0) >= from) high = middle
    else low = middle + 1
  }
  for (let i = low; i < numbers.length; i++) {
    const mark = numbers[i]
    if (mark === undefined || mark.line >= to) break
    found.push(mark)
  }
  return found
}

function lastWith(marks: NumberMark[], number: number): NumberMark | undefined {
  for (let i = marks.length - 1; i >= 0; i--) if (marks[i]?.number === number) return marks[i]
  return undefined
}

/** No more than a few paragraphs lie between a number and the options it belongs to. */
function isNear(lines: PageLine[], line: number, limit: number): boolean {
  let paragraphs = 0
  for (let i = line + 1; i < limit; i++)
    if ((lines[i]?.text ?? '').trim() === '' && (lines[i - 1]?.text ?? '').trim() !== '') paragraphs++
  return paragraphs <= 4
}

/** On flattened pages the expected number may stand in the middle of a line, glued to the text before it. */
function findInside(placing: Placing, from: number, limit: number, expected: number): Start | undefined {
  const { lines, findings } = placing
  const wanted = new RegExp(`(?<=[^\\s.,(#/=:-])${expected}[.)．、]\\s?(?=[^\\d\\s.])`, 'gu')
  for (let i = limit - 1, seen = 0; i >= from && seen < 8; i--) {
    const line = lines[i]
    if (line === undefined || line.code || line.tag !== undefined || line.text.trim() === '') continue
    seen++
    const text = line.text
    let at = -1
    let end = -1
    for (const match of text.matchAll(wanted)) {
      // after a digit the number may be the end of a longer one, unless a question follows
      if (/\d/.test(text[match.index - 1] ?? '') && !/[?？؟]\s*$/.test(text)) continue
      at = match.index
      end = at + match[0].length
    }
    if (at > 0) {
      findings.add(
        'warning',
        'question-inside-line',
        line.n,
        `Question ${expected} begins in the middle of line ${line.n}, after "${text.slice(Math.max(0, at - 24), at).trim()}".`,
      )
      return { line: i, printed: expected, opening: text.slice(end).trim(), split: at }
    }
  }
  return undefined
}

/**
 * Without any number the paragraphs before the options are the question, back to a heading, a rule or the end of the
 * answer before; after an answer that has no end of its own, only the last of them.
 */
function paragraphBefore(placing: Placing, from: number, limit: number, closed: boolean): Start | undefined {
  const { lines, usable, findings, page } = placing
  let i = limit - 1
  while (i >= from && (!usable(i) || (lines[i]?.text ?? '').trim() === '')) i--
  if (i < from) return undefined
  let first = i
  if (!page.tight)
    while (
      first > from &&
      usable(first - 1) &&
      !isBreak(lines[first - 1]) &&
      !isBreak(lines[first]) &&
      (lines[first - 1]?.text ?? '').trim() !== ''
    )
      first--
  if (closed && !page.tight && !page.flattened) first = firstParagraph(placing, from, first)
  const line = lines[first]
  if (line === undefined) return undefined
  findings.add(
    'info',
    'no-number',
    line.n,
    `The question on line ${line.n} has no number; the text from there to its options is taken for it.`,
  )
  return {
    line: first,
    printed: undefined,
    opening: line.text
      .trim()
      .replace(/^(?:#{1,6}|[-*+•])\s+/, '')
      .replace(/^\*\*(.*)\*\*$/, '$1'),
    split: -1,
  }
}

const HEADING = /^\s{0,3}#{1,6}\s/
const isBreak = (line: PageLine | undefined) =>
  line !== undefined && !line.code && (HEADING.test(line.text) || /^\s{0,3}(?:[-*_]\s?){3,}$/.test(line.text))

/** Steps back from the last paragraph of a question over those that belong to it. */
function firstParagraph(placing: Placing, from: number, last: number): number {
  const { lines } = placing
  let first = last
  for (let i = last - 1; i >= from && !isBreak(lines[first]); i--) {
    const line = lines[i]
    if (line === undefined || line.tag !== undefined) break
    if (isBreak(line)) {
      // a heading that asks is where the question begins; any other one stands above it
      if (HEADING.test(line.text) && /[?？؟]\W*$/.test(line.text)) return i
      break
    }
    if (line.text.trim() !== '') first = i
  }
  if (from > 0) return first
  // at the top of a page the first of several paragraphs may speak of the whole page
  let second = first
  while (second < last && (lines[second]?.text ?? '').trim() !== '') second++
  while (second < last && (lines[second]?.text ?? '').trim() === '') second++
  const opening = lines.slice(first, second).map((line) => line.text)
  return second <= last && namesSection(opening.join(' ')) ? second : first
}

/** Questions that are numbered like the others but have no answer. */
function addUnanswered(placing: Placing, from: number, to: number, expected: number, places: QuestionPlace[]): number {
  const { numbers, style, groups, groupLines, lines } = placing
  const marks = marksBetween(numbers, from, to).filter((mark) => mark.style === style)
  let next = expected
  let added = 0
  for (let k = 0; k < marks.length; k++) {
    const mark = marks[k]
    if (mark === undefined) continue
    const end = marks[k + 1]?.line ?? to
    const following = groups[firstAbove(groupLines, mark.line - 1)]
    const group = following !== undefined && following.line < end ? following : undefined
    if (group === undefined && (mark.number !== next || !mark.strong || mark.rest === '')) continue
    if (group !== undefined && !mark.strong && (mark.inRun || mark.number !== next)) continue
    let bodyTo = end
    for (let i = mark.line + 1; i < end; i++) {
      if (/^\s{0,3}(?:#{1,6}\s|[-*_]{3,}\s*$)/.test(lines[i]?.text ?? '') && lines[i]?.code !== true) {
        bodyTo = i
        break
      }
    }
    places.push({
      printed: mark.number,
      start: mark.line,
      opening: mark.rest,
      bodyFrom: mark.line + 1,
      bodyTo,
      optionsFrom: group !== undefined && group.line < bodyTo ? group.line : -1,
      alphabet: group?.mark.alphabet ?? '',
      answerFrom: bodyTo,
      answerTo: bodyTo,
      closed: true,
    })
    next = mark.number + 1
    added++
  }
  return added
}

/** An answer outside a fold ends where the next question begins, less the name of a section before it. */
function endOpenAnswers(places: QuestionPlace[], lines: PageLine[], tight: boolean, findings: Findings): void {
  for (let k = 0; k < places.length; k++) {
    const place = places[k]
    if (place === undefined || place.answerTo >= 0) continue
    let end = places[k + 1]?.start ?? lines.length
    for (;;) {
      let i = end - 1
      while (i > place.answerFrom && (lines[i]?.text ?? '').trim() === '') i--
      const text = lines[i]?.text ?? ''
      if (i <= place.answerFrom || k + 1 >= places.length || lines[i]?.code === true) break
      const heading = /^\s{0,3}#{1,6}\s/.test(text) && readLineMark(text) === undefined
      const rule = /^\s{0,3}(?:[-*_]\s?){3,}$/.test(text)
      if (!heading && !rule) {
        const alone = tight ? text.trim().length <= 24 : (lines[i - 1]?.text ?? '').trim() === ''
        if (!alone || !isSectionName(text) || /^\s*(?:[-*+•]|\d+[.)])\s/.test(text)) break
        const n = lines[i]?.n ?? 1
        findings.add(
          'info',
          'section-name',
          n,
          `Line ${n} is taken for the name of a section and belongs to no question: "${text.trim()}".`,
        )
      }
      end = i
    }
    place.answerTo = end
  }
}

/** Divides the lines inside which a question begins, and moves every index behind them. */
function splitLines(
  places: QuestionPlace[],
  lines: PageLine[],
  splits: ReadonlyMap<number, number>,
): { places: QuestionPlace[]; lines: PageLine[] } {
  if (splits.size === 0) return { places, lines }
  const divided: PageLine[] = []
  const moved = new Int32Array(lines.length + 1)
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    if (line === undefined) continue
    moved[i] = divided.length
    const at = splits.get(i)
    if (at === undefined) divided.push(line)
    else {
      divided.push({ ...line, text: line.text.slice(0, at) })
      divided.push({ ...line, text: line.text.slice(at) })
    }
  }
  moved[lines.length] = divided.length
  const move = (i: number) => moved[Math.min(i, lines.length)] ?? divided.length
  const result = places.map((place) => {
    const inside = splits.has(place.start) ? 1 : 0
    // an answer that ends at a divided line keeps the first half of it
    const end = (i: number) => move(i) + (splits.has(i) ? 1 : 0)
    return {
      ...place,
      start: move(place.start) + inside,
      bodyFrom: move(place.bodyFrom),
      bodyTo: move(place.bodyTo),
      optionsFrom: place.optionsFrom < 0 ? -1 : move(place.optionsFrom),
      answerFrom: move(place.answerFrom),
      answerTo: end(place.answerTo),
    }
  })
  return { places: result, lines: divided }
}
