const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const WORD = /[A-Za-z][A-Za-z0-9]*/g

/** Words that stand by themselves on a page, and how often, to tell where one ends when two are glued together. */
export function pageVocabulary(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const match of text.matchAll(/(?<![A-Za-z0-9_./-])[A-Za-z][A-Za-z0-9]+(?![A-Za-z0-9_])/g))
    words.set(match[0], (words.get(match[0]) ?? 0) + 1)
  return words
}

/**
 * Where a line of code ends and the sentence glued to it begins. A guess: the change that looks most like an end
 * (a closing quote, a digit, a capital, a word known from elsewhere on the page) wins.
 */
export function findBoundary(text: string, vocabulary: ReadonlyMap<string, number>): number | undefined {
  const cjk = firstProseChar(text)
  const asciiEnd = /[\p{L})][:：.]$/u.test(text.trimEnd())
  let best: { at: number; score: number } | undefined
  const consider = (at: number, score: number) => {
    if (at > 0 && at < text.length && (best === undefined || score >= best.score)) best = { at, score }
  }
  const limit = cjk ?? text.length
  const from = Math.max(0, valueStart(text))
  for (let i = Math.max(1, from); i <= limit && i < text.length; i++) {
    const before = text[i - 1] ?? ''
    const char = text[i] ?? ''
    if (/\s/.test(before)) continue
    if (char === '-' && text[i + 1] === ' ' && /[\p{L}]/u.test(text[i + 2] ?? '') && /[\w"'\])}]/.test(before)) {
      consider(i, 5)
      continue
    }
    if (cjk === undefined && !asciiEnd) continue
    // a word that stands on the page as it is, or that a colon and another script follow, is one word
    const left = wordBefore(text, i)
    const whole = left === '' ? '' : left + wordAt(text, i)
    if (
      i !== cjk &&
      ((vocabulary.get(whole) ?? 0) > 1 ||
        /^[A-Za-z0-9]*: [\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text.slice(i, i + 60)))
    )
      continue
    if (/["'\])}`;>]/.test(before) && /[\p{L}¿¡]/u.test(char) && !insideQuotes(text, i)) consider(i, 5)
    else if (/\d/.test(before) && /[A-Za-z]/.test(char) && wordAt(text, i).length > 3)
      consider(i, 3 + known(text, i, vocabulary))
    else if (/[a-z]/.test(before) && /[A-Z]/.test(char)) consider(i, 2.5 + known(text, i, vocabulary))
    else if (i === cjk && /[\w"'\])}/]/.test(before)) consider(i, 2 + leftKnown(text, i, vocabulary))
    else if (cjk !== undefined && /[a-z]/.test(before) && /[a-z]/.test(char)) {
      const both = known(text, i, vocabulary)
      if (both >= 2.4) consider(i, both)
    }
  }
  if (cjk === undefined && best !== undefined && best.score < 5) {
    // without another script only a full sentence opening tells code from words
    if (!/^[\p{Lu}¿¡][\p{L}]* [\p{L}\p{N} ,;()'’%-]+[:：.]$/u.test(text.slice(best.at).trimEnd())) return undefined
  }
  return best?.at
}

function firstProseChar(text: string): number | undefined {
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"') quote = char
    else if (CJK.test(char)) return i
  }
  return undefined
}

function insideQuotes(text: string, at: number): boolean {
  let open = false
  for (let i = 0; i < at; i++) if (text[i] === '"') open = !open
  return open
}

/** The key of a setting cannot be followed by a sentence; its value can. */
function valueStart(text: string): number {
  const key = /^\s*(?:- )?["']?[\w.$/@-]+["']?:\s/.exec(text)
  return key === null ? 0 : key[0].length
}

function wordAt(text: string, at: number): string {
  WORD.lastIndex = at
  const match = WORD.exec(text)
  return match !== null && match.index === at ? match[0] : ''
}

function wordBefore(text: string, at: number): string {
  let from = at
  while (from > 0 && /[A-Za-z0-9]/.test(text[from - 1] ?? '')) from--
  return text.slice(from, at)
}

function known(text: string, at: number, vocabulary: ReadonlyMap<string, number>): number {
  const right = wordAt(text, at)
  const left = wordBefore(text, at)
  return (right.length > 2 && vocabulary.has(right) ? 1.4 : 0) + (left.length > 2 && vocabulary.has(left) ? 1.2 : 0)
}

function leftKnown(text: string, at: number, vocabulary: ReadonlyMap<string, number>): number {
  const left = wordBefore(text, at)
  return left.length > 1 && vocabulary.has(left) ? 1.6 : 0
}
