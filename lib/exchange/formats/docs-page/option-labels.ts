import { foldWidth } from './fold-width'

/** Letters that number options, each alphabet in its own order. */
const ALPHABETS: readonly string[] = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'abcdefghijklmnopqrstuvwxyz',
  '①②③④⑤⑥⑦⑧⑨⑩',
  'ⒶⒷⒸⒹⒺⒻⒼⒽ',
  'アイウエオカキク',
  '가나다라마바사아',
  'ㄱㄴㄷㄹㅁㅂㅅㅇ',
  '甲乙丙丁戊己庚辛',
  'АБВГДЕЖЗ',
  'абвгдежз',
  'أبجدهوزح',
  'אבגדהוזח',
]
/** Digits number options only where the answer is a number too, so they are asked for by name. */
export const DIGITS = '123456789'
const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩ⒶⒷⒸⒹⒺⒻⒼⒽ'

const byLetter = new Map<string, { alphabet: string; index: number }>()
for (const alphabet of ALPHABETS) {
  for (const [index, letter] of [...alphabet].entries()) byLetter.set(letter, { alphabet, index })
}

/** Which alphabet a letter belongs to and its place in it. */
export function readLetter(letter: string): { alphabet: string; index: number } | undefined {
  return byLetter.get(letter)
}

/** The letter shown for the option at a place, whatever alphabet the page numbered it with. */
export function shownLabel(index: number): string {
  return String.fromCharCode(65 + (index % 26))
}

/** One place in a text where an option may begin. */
export interface OptionMark {
  /** Where the mark begins, list mark and emphasis included when it starts a line. */
  from: number
  /** Where the option's own text begins. */
  textFrom: number
  index: number
  alphabet: string
  /** `)`, `.`, `(`, `:` or `o` for circled letters. A list of options keeps to one of them. */
  delimiter: string
  lineStart: boolean
  /** The mark follows a space and not a letter of the sentence before it. */
  spaced: boolean
}

const LINE_LEAD =
  /^[\s>]*(?:(?:[-*+•·‣◦▪–]|\d{1,2}[.)])\s+)?(?:\[[ xX]\]\s*)?(?:[✓✔✅☑❌]\s*)?(?:\*\*|__|`)?(?:<(?:strong|b|li|p)>)*\s*$/u
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u3001-\u303f]/

/** Finds every place in a text where an option of one alphabet may begin. Linear in the text. */
export function findOptionMarks(text: string, alphabet: string): OptionMark[] {
  const folded = foldWidth(text)
  const marks: OptionMark[] = []
  let lineFrom = 0
  for (let at = 0; at < folded.length; at++) {
    const char = folded[at] ?? ''
    if (char === '\n') {
      lineFrom = at + 1
      continue
    }
    const index = alphabet.indexOf(char)
    if (index < 0) continue
    const mark = readMarkAt(folded, at, lineFrom, index, alphabet)
    if (mark !== undefined) marks.push(mark)
  }
  return marks
}

function readMarkAt(
  folded: string,
  at: number,
  lineFrom: number,
  index: number,
  alphabet: string,
): OptionMark | undefined {
  const char = folded[at] ?? ''
  let before = folded[at - 1] ?? '\n'
  const circled = CIRCLED.includes(char)
  const bracket = before === '(' || before === '[' || before === '【'
  const head = bracket ? at - 1 : at
  if (bracket) before = folded[head - 1] ?? '\n'
  if (/[A-Za-z0-9_./:=$'"\\@#%&+-]/.test(before)) return undefined
  let end = at + 1
  if (folded.startsWith('**', end)) end += 2
  const next = folded[end] ?? ''
  let delimiter = ''
  if (circled) {
    delimiter = 'o'
    if (/[).:、]/.test(next)) end++
  } else if (next === ')' || (bracket && (next === ']' || next === '】'))) {
    delimiter = bracket ? '(' : ')'
    end++
  } else if (!bracket && (next === '.' || next === '、')) {
    const after = folded[end + 1] ?? '\n'
    if (next === '.' && !/[\s*`"“「]/.test(after) && after < '\u0250') return undefined
    delimiter = '.'
    end++
  } else if (!bracket && next === ':') {
    delimiter = ':'
    end++
  } else return undefined
  const lead = folded.slice(lineFrom, head)
  const lineStart = lead.length < 60 && LINE_LEAD.test(lead)
  if (!lineStart && !/[\s*|]/.test(before) && !CJK.test(before) && !/[)\]}!?;,]/.test(before)) return undefined
  if (!lineStart && delimiter === ':') return undefined
  if (folded.startsWith('**', end) && at + 1 === end - 1) end += 2
  while (folded[end] === ' ' || folded[end] === '\t') end++
  return {
    from: lineStart ? lineFrom : head,
    textFrom: end,
    index,
    alphabet,
    delimiter,
    lineStart,
    spaced: lineStart || /[\s]/.test(before),
  }
}

/** Reads the option mark that begins a line, if one does. */
export function readLineMark(text: string): OptionMark | undefined {
  const folded = foldWidth(text.length > 80 ? text.slice(0, 80) : text)
  let at = 0
  // the letter stands within the first few characters, after list mark, box, bracket and emphasis
  for (; at < folded.length && at < 40; at++) {
    const char = folded[at] ?? ''
    if (char === '<') {
      const close = folded.indexOf('>', at)
      if (close < 0) return undefined
      at = close
      continue
    }
    const letter = byLetter.get(char)
    if (letter !== undefined && !(char === 'x' || char === 'X' ? folded[at - 1] === '[' : false)) {
      const mark = readMarkAt(folded, at, 0, letter.index, letter.alphabet)
      return mark?.lineStart ? mark : undefined
    }
    if (!/[\s>*+\-•·‣◦▪–[\]xX(【_`✓✔✅☑❌\d.)]/u.test(char)) return undefined
  }
  return undefined
}
