import { bareText, foldWidth } from './fold-width'
import { findOptionMarks, type OptionMark } from './option-labels'

/** What the answer on the page says of one option: its place and the text repeated there. */
export interface RepeatedAnswer {
  index: number
  text: string
}

export interface OptionPiece {
  index: number
  from: number
  textFrom: number
  to: number
}

const MOST_MARKS = 300
const PAIRS = ['()', '[]', '{}', '「」', '“”'] as const

/**
 * Splits a text into options. Every place where a letter and a delimiter stand is a candidate; the chain with the
 * best score wins: letters in order, one kind of delimiter, brackets closed within an option, marks at line starts,
 * and agreement with the text that the answer repeats. Empty when no chain of two or more exists.
 */
export function splitOptions(text: string, alphabet: string, repeated: readonly RepeatedAnswer[] = []): OptionPiece[] {
  const marks = findOptionMarks(text, alphabet)
  const chains = new Map<string, OptionMark[]>()
  for (const mark of marks) {
    const kind = mark.delimiter
    const list = chains.get(kind)
    if (list === undefined) chains.set(kind, [mark])
    else list.push(mark)
  }
  let best: { score: number; chain: OptionMark[] } | undefined
  for (const list of chains.values()) {
    const found = bestChain(
      text,
      list.length > MOST_MARKS ? list.filter((mark) => mark.lineStart).slice(0, MOST_MARKS) : list,
      repeated,
    )
    if (found !== undefined && (best === undefined || found.score > best.score)) best = found
  }
  if (best === undefined) return []
  const { chain } = best
  return chain.map((mark, i) => ({
    index: mark.index,
    from: mark.from,
    textFrom: mark.textFrom,
    to: chain[i + 1]?.from ?? text.length,
  }))
}

function bestChain(
  text: string,
  marks: OptionMark[],
  repeated: readonly RepeatedAnswer[],
): { score: number; chain: OptionMark[] } | undefined {
  if (marks.length < 2) return undefined
  const depths = bracketDepths(text, marks)
  const wanted = new Map(repeated.map((answer) => [answer.index, bareText(answer.text)]))
  const startsLines = countLineStarts(marks) >= 2
  const end = text.length
  const scores: number[] = []
  const previous: number[] = []
  const lengths: number[] = []
  for (let j = 0; j < marks.length; j++) {
    const mark = marks[j]
    if (mark === undefined) continue
    let top = mark.index === 0 ? openingScore(mark, startsLines) : Number.NEGATIVE_INFINITY
    let from = -1
    for (let i = 0; i < j; i++) {
      const before = marks[i]
      const base = scores[i]
      if (before === undefined || base === undefined || base === Number.NEGATIVE_INFINITY) continue
      const step = mark.index - before.index
      if (step < 1 || step > 2) continue
      const score =
        base +
        openingScore(mark, startsLines) +
        segmentScore(text, before, mark.from, i, j, depths, wanted) -
        (step === 2 ? 7 : 0)
      if (score > top) {
        top = score
        from = i
      }
    }
    scores[j] = top
    previous[j] = from
    lengths[j] = from < 0 ? 1 : (lengths[from] ?? 1) + 1
  }
  let best = -1
  let bestScore = Number.NEGATIVE_INFINITY
  for (let j = 0; j < marks.length; j++) {
    const mark = marks[j]
    if (mark === undefined || (lengths[j] ?? 0) < 2) continue
    const score = (scores[j] ?? 0) + segmentScore(text, mark, end, j, marks.length, depths, wanted)
    if (score > bestScore) {
      bestScore = score
      best = j
    }
  }
  if (best < 0 || bestScore === Number.NEGATIVE_INFINITY) return undefined
  const chain: OptionMark[] = []
  for (let j = best; j >= 0; j = previous[j] ?? -1) {
    const mark = marks[j]
    if (mark !== undefined) chain.unshift(mark)
  }
  return { score: bestScore, chain }
}

function countLineStarts(marks: OptionMark[]): number {
  let expected = 0
  for (const mark of marks) if (mark.lineStart && mark.index === expected) expected++
  return expected
}

function openingScore(mark: OptionMark, startsLines: boolean): number {
  let score = 3
  if (mark.lineStart) score += 3
  else if (startsLines) score -= 7
  if (!mark.spaced) score -= 1.5
  return score
}

function segmentScore(
  text: string,
  mark: OptionMark,
  to: number,
  i: number,
  j: number,
  depths: Int32Array[],
  wanted: ReadonlyMap<number, string>,
): number {
  const length = to - mark.textFrom
  if (length <= 0 || text.slice(mark.textFrom, Math.min(to, mark.textFrom + 200)).trim() === '') return -8
  let score = 0
  for (const depth of depths) {
    const open = (depth[2 * i + 1] ?? 0) - (depth[2 * j] ?? 0)
    if (open !== 0) score -= 3
  }
  const want = wanted.get(mark.index)
  if (want !== undefined && want !== '' && length < 4 * want.length + 200) {
    const have = bareText(text.slice(mark.textFrom, to))
    if (have === want) score += 10
    else if (have.startsWith(want)) score += 2
    else score -= 2
  }
  return score
}

/** Depth of each pair of brackets where a mark begins and where its text begins, and at the end of the text. */
function bracketDepths(text: string, marks: OptionMark[]): Int32Array[] {
  const folded = foldWidth(text)
  return PAIRS.map((pair) => {
    const depths = new Int32Array(2 * marks.length + 2)
    const open = pair[0] ?? ''
    const close = pair[1] ?? ''
    let depth = 0
    let at = 0
    const advance = (to: number) => {
      for (; at < to; at++) {
        const char = folded[at]
        if (char === open) depth++
        else if (char === close) depth--
      }
    }
    // the bracket that belongs to the mark itself is not counted
    marks.forEach((mark, i) => {
      advance(mark.from)
      depths[2 * i] = depth
      if (at < mark.textFrom) at = mark.textFrom
      depths[2 * i + 1] = depth
    })
    advance(folded.length)
    depths[2 * marks.length] = depth
    return depths
  })
}
