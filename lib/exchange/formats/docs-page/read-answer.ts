import type { PageOption } from '../../schema'
import { bareSymbols, bareText, foldWidth } from './fold-width'
import { AND_WORDS, OPTION_WORDS } from './labels'
import { findOptionMarks, readLetter } from './option-labels'

/** What the page gives as the answer: places of options, and the text after the letters. */
export interface ReadAnswer {
  indexes: number[]
  /** What follows the letters: usually the text of the option again. */
  text: string
  how: 'letters' | 'text' | 'sentence'
}

const START = /^(?:[\s>*_`~"'“”「『(（[【:：]|<[^<>]{1,40}>|\p{Extended_Pictographic}|\ufe0f|[✓✔])+/u
const OPTION_WORD = new RegExp(`^(?:${OPTION_WORDS})(?![\\p{L}])[\\s:：.]*`, 'iu')
// in capitals only words of several letters: a lone capital is an option
const words = AND_WORDS.split('|').flatMap((word) => (/^[a-z]{2,}$/.test(word) ? [word, word.toUpperCase()] : [word]))
/** A word of Latin letters ends before the next letter; one of another script may stand right before it. */
const JOIN_WORD = new RegExp(
  `^(?:(?:${words.filter((word) => /^[a-z]/i.test(word)).join('|')})(?![a-zA-Z\\u00c0-\\u024f])|(?:${words.filter((word) => !/^[a-z]/i.test(word)).join('|')}))`,
  'u',
)
const JOIN_SIGN = /^[,、，،/&+;；؛·]/
const CLOSE = /^(?:\*\*|[`'"”」』])*(?:(?:[).:：）】\]．]|、(?!\s*[A-Za-zＡ-Ｚ]))(?:\*\*|[`'"”」』])*)?/
/** Letters joined into a list, wherever a sentence has them. */
const JOINED = new RegExp(
  `(?<![\\p{L}\\p{N}])[A-Z](?:(?:\\*\\*|[\`'")])*\\s*(?:[,、，&/+;；]\\s*|(?:${words.join('|')})(?![a-z])\\s*){1,2}(?:(?:${OPTION_WORDS})\\s*)?(?:\\*\\*|[\`'"(])*[A-Z](?![A-Za-z0-9_'’])){1,25}`,
  'gu',
)

/** Reads the letters at the start of an answer: "B", "B) text", "B, E", "BE", "A and D", "(C)", "Option B". */
export function readAnswerLetters(tail: string, optionCount: number, digits = false): ReadAnswer | undefined {
  const folded = foldWidth(tail)
  let at = START.exec(folded)?.[0].length ?? 0
  const word = OPTION_WORD.exec(folded.slice(at))
  if (word !== null) {
    at += word[0].length
    at += START.exec(folded.slice(at))?.[0].length ?? 0
  }
  const first = letterAt(folded, at, optionCount, digits)
  if (first === undefined) return readGlued(folded, at, optionCount)
  const indexes = [first.index]
  const alphabet = first.alphabet
  at += 1
  let closed = false
  for (;;) {
    const close = CLOSE.exec(folded.slice(at, at + 12))?.[0] ?? ''
    closed = closed || /[).:：）】\]．]/.test(close)
    at += close.length
    const gap = /^\s*/.exec(folded.slice(at, at + 12))?.[0].length ?? 0
    let next = at + gap
    const sign = JOIN_SIGN.exec(folded.slice(next))?.[0]
    const join = JOIN_WORD.exec(folded.slice(next, next + 12))?.[0]
    if (sign !== undefined) next += sign.length
    next += /^\s*/.exec(folded.slice(next, next + 12))?.[0].length ?? 0
    const joinAfter = JOIN_WORD.exec(folded.slice(next, next + 12))?.[0]
    if (joinAfter !== undefined && (join !== undefined || sign !== undefined)) next += joinAfter.length
    const glueless = sign === undefined && join === undefined
    if (glueless && (closed || gap === 0 || !/^[\s]*(?:\S\s+)*\S\s*(?:[.。*]*\s*)?$/.test(folded.slice(next)))) break
    next += /^[\s-]*/.exec(folded.slice(next, next + 12))?.[0].length ?? 0
    next += START.exec(folded.slice(next))?.[0].length ?? 0
    const more = OPTION_WORD.exec(folded.slice(next))
    if (more !== null) next += more[0].length
    const letter = letterAt(folded, next, optionCount, digits)
    if (letter === undefined || letter.alphabet !== alphabet) break
    if (!indexes.includes(letter.index)) indexes.push(letter.index)
    at = next + 1
  }
  const text = tail
    .slice(at)
    .replace(/^[\s*_`]*(?:[-–—:：]\s*)?/, (lead) => (/[*_`]/.test(lead) ? leadEmphasis(tail.slice(at), lead) : ''))
    .trim()
  return { indexes, text, how: 'letters' }
}

/** Keeps an emphasis or code mark that opens the text itself and drops one that closed the letter. */
function leadEmphasis(rest: string, lead: string): string {
  for (const mark of ['**', '__', '`']) {
    if (lead.includes(mark)) return (rest.split(mark).length - 1) % 2 === 0 ? mark : ''
  }
  return ''
}

function letterAt(
  folded: string,
  at: number,
  optionCount: number,
  digits: boolean,
): { index: number; alphabet: string } | undefined {
  const char = folded[at] ?? ''
  const next = folded[at + 1] ?? ''
  if (digits && /[1-9]/.test(char) && !/[\d.]\d|\d/.test(next) && Number(char) <= optionCount) {
    return { index: Number(char) - 1, alphabet: 'digits' }
  }
  const letter = readLetter(char)
  if (letter === undefined || letter.index >= optionCount) return undefined
  if (/[A-Za-z]/.test(char)) {
    if (/[A-Za-z0-9_\u00c0-\u024f'’]/.test(next)) return undefined
    if (/[-.]/.test(next) && /[A-Za-z0-9]/.test(folded[at + 2] ?? '')) return undefined
  } else if (
    /[\p{L}]/u.test(next) &&
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Katakana}]/u.test(char)
  ) {
    return undefined
  }
  return letter
}

function readGlued(folded: string, at: number, optionCount: number): ReadAnswer | undefined {
  const run = /^[A-Z]{2,10}(?![A-Za-z0-9_])/.exec(folded.slice(at, at + 12))?.[0]
  if (run === undefined) return undefined
  const indexes = [...run].map((char) => char.charCodeAt(0) - 65)
  if (indexes.some((index, i) => index >= optionCount || index <= (indexes[i - 1] ?? -1))) return undefined
  return { indexes, text: folded.slice(at + run.length).replace(/^[\s*_`).:：-]+/, ''), how: 'letters' }
}

/** Reads an answer against the options of its question: by letters, by the text of an option, or inside a sentence. */
export function readAnswer(tail: string, options: readonly PageOption[]): ReadAnswer | undefined {
  const whole = bareText(tail)
  const symbols = bareSymbols(tail)
  if (symbols !== '') {
    const same = options.flatMap((option, index) => {
      const text = bareText(option.text)
      return (text !== '' && text === whole) || (bareSymbols(option.text) === symbols && symbols.length > 1)
        ? [index]
        : []
    })
    if (same.length === 1) return { indexes: same, text: '', how: 'text' }
  }
  const letters = readAnswerLetters(tail, 26)
  if (letters !== undefined && !isArticle(tail, letters, options)) return withRepeated(letters, options)
  const sentence = readSentence(tail, options)
  if (sentence !== undefined) return sentence
  if (whole.length >= 2) {
    const within = options.flatMap((option, index) => {
      const text = bareText(option.text)
      return text.length >= 2 && (whole.startsWith(text) || (whole.length >= 6 && text.startsWith(whole)))
        ? [index]
        : []
    })
    const [only] = within
    if (within.length === 1 && only !== undefined) {
      const more = whole.length > bareText(options[only]?.text ?? '').length
      return more ? { indexes: within, text: tail, how: 'sentence' } : { indexes: within, text: '', how: 'text' }
    }
  }
  return undefined
}

/** "B) first text and D) second text": more letters, each with the text of its option, after the first one. */
function withRepeated(letters: ReadAnswer, options: readonly PageOption[]): ReadAnswer {
  const own = options[letters.indexes[0] ?? -1]
  if (letters.indexes.length !== 1 || own === undefined || letters.text.length > 2000) return letters
  const first = bareText(own.text)
  if (first === '' || !bareText(letters.text).startsWith(first)) return letters
  const indexes = [...letters.indexes]
  let end = 0
  for (const mark of findOptionMarks(letters.text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) {
    const text = bareText(options[mark.index]?.text ?? '')
    if (text === '' || indexes.includes(mark.index)) continue
    const rest = letters.text.slice(mark.textFrom)
    if (!bareText(rest.slice(0, 4 * (options[mark.index]?.text.length ?? 0) + 20)).startsWith(text)) continue
    indexes.push(mark.index)
    end = mark.textFrom
  }
  return end === 0 ? letters : { ...letters, indexes }
}

/** "A volume is ...": a lone letter before a word of a sentence is an article unless the option's own text follows. */
function isArticle(tail: string, letters: ReadAnswer, options: readonly PageOption[]): boolean {
  const index = letters.indexes[0]
  if (letters.indexes.length !== 1 || index === undefined || letters.text === '') return false
  const head = foldWidth(tail).replace(START, '')
  const first = head[0] ?? ''
  if (!/[AaEOYIeoyi]/.test(first) || !/^.\s+[\p{Ll}\p{Lu}]/u.test(head)) return false
  const text = bareText(options[index]?.text ?? '')
  return text === '' || !bareText(letters.text).startsWith(text.slice(0, 12))
}

/** A word after which a sentence gives reasons and names other options. */
export const BECAUSE =
  /\b(?:because|since|porque|ya que|weil|da|parce que|car|pois)\b|ため|ので|因为|因為|때문|لأن|כי /u

function readSentence(tail: string, options: readonly PageOption[]): ReadAnswer | undefined {
  const folded = foldWidth(tail).slice(0, 300)
  const stop = BECAUSE.exec(folded)
  const text = stop === null || stop.index < 3 ? folded : folded.slice(0, stop.index)
  const found: number[] = []
  const named = new RegExp(`(?:${OPTION_WORDS})\\s*(?:\\*\\*|["'“「(\\[])*([A-Za-z])(?![A-Za-z0-9_'’])`, 'giu')
  for (const match of text.matchAll(named)) push(found, match[1], options.length)
  for (const match of text.matchAll(JOINED))
    for (const letter of match[0].match(/(?<![A-Za-z])[A-Z](?![A-Za-z])/g) ?? []) push(found, letter, options.length)
  if (found.length === 0) {
    for (const match of text.matchAll(
      /(?:^|[\s"'“「『(（[*`は은는])([A-Z])(?=[)）\].。,、:"'”」』*`]|\s*(?:です|である|が|を|입니다|번|이다|だ|$))/gu,
    )) {
      push(found, match[1], options.length)
    }
  }
  if (found.length === 0) {
    const lone = [...text.matchAll(/(?:^|\s)([B-DF-HJ-NP-XZ])(?=\s|$)/g)]
    if (lone.length === 1) push(found, lone[0]?.[1], options.length)
  }
  return found.length === 0 ? undefined : { indexes: found, text: tail, how: 'sentence' }
}

function push(found: number[], letter: string | undefined, optionCount: number): void {
  const index = letter === undefined ? undefined : readLetter(letter.toUpperCase())?.index
  if (index !== undefined && index < optionCount && !found.includes(index)) found.push(index)
}
