import { foldWidth } from './fold-width'
import { QUESTION_WORDS } from './labels'

/** A line that begins with a number and so may begin a question. */
export interface NumberMark {
  /** Index of the line. */
  line: number
  number: number
  /** How the page writes it: heading, bold, word, delimiter, indentation. */
  style: string
  /** A heading, bold type or a word such as "Question" stands with the number. */
  strong: boolean
  /** What follows the number on the line. */
  rest: string
  /** A neighbour counts on directly, as the items of a list do. */
  inRun: boolean
}

const HEAD =
  /^(\s*)((?:>\s*)*)(#{1,6}\s+)?((?:[-*+•]\s+)?)((?:\*\*|__|<(?:strong|b)>)?)\s*(?:(?:\p{Extended_Pictographic}|\ufe0f)\s*)*/u
const WORD_NUMBER = new RegExp(`^(${QUESTION_WORDS})\\s*(?:n[º°o]\\.?|no\\.?|#|№|\\.)?\\s*(\\d{1,4})(?!\\d)`, 'i')
const PLAIN_NUMBER = /^(\d{1,4})(?!\d)/
const AFTER_WORD =
  /^\s*(?:번|题|題|問)?\s*(?:(?:of|\/|de|von|sur|из)\s*\d{1,4})?\s*(?:\*\*|__|<\/(?:strong|b)>)?\s*[.):、\]—–-]*\s*(?:\*\*|__|<\/(?:strong|b)>)?\s*/
const AFTER_PLAIN = /^\s*(?:\*\*|__)?\s*(?:[.)、\]]|\ufe0f?\u20e3|번[.)]?|:(?=\s|$))(?!\d)(?:\*\*|__|<\/(?:strong|b)>)?/

/** Reads the number that begins a line, or nothing. */
export function readNumberMark(text: string, line: number): NumberMark | undefined {
  if (!/[\d０-９٠-٩۰-۹]/.test(text.slice(0, 60))) return undefined
  const folded = foldWidth(text)
  const head = HEAD.exec(folded)
  if (head === null) return undefined
  const depth = (head[3] ?? '').trim().length
  const bold = head[5] ?? ''
  let at = head[0].length
  const body = folded.slice(at)
  let number: number
  let delimiter = ''
  let word = false
  const worded = WORD_NUMBER.exec(body)
  if (worded !== null && !/^\s*[A-Za-z]/.test(body.slice(worded[0].length, worded[0].length + 1))) {
    number = Number(worded[2])
    const after = AFTER_WORD.exec(body.slice(worded[0].length))?.[0] ?? ''
    // "Question 3 asks ..." is a sentence unless something sets the number off
    if (
      depth === 0 &&
      bold === '' &&
      !/[.):、\]—–\-*]/.test(after) &&
      body.slice(worded[0].length + after.length) !== ''
    )
      return undefined
    at += worded[0].length + after.length
    word = true
  } else {
    const plain = PLAIN_NUMBER.exec(body)
    if (plain === null) return undefined
    number = Number(plain[1])
    const tail = body.slice(plain[0].length)
    const after = AFTER_PLAIN.exec(tail)?.[0]
    if (after === undefined) {
      if (depth === 0 || !/^\s+\S/.test(tail)) return undefined
      at += plain[0].length
    } else {
      const next = tail.slice(after.length, after.length + 1)
      if (after.trim().startsWith('.') && next !== '' && /[a-z_/\\$=]/.test(next)) return undefined
      if (after.trim().startsWith(':') && depth === 0) return undefined
      delimiter = /[)\]]/.test(after) ? ')' : '.'
      at += plain[0].length + after.length
    }
  }
  let rest = text.slice(at).trim()
  if (depth > 0) rest = rest.replace(/\s+#+\s*$/, '').replace(/\s*\{#[\w-]+\}\s*$/, '')
  if (bold !== '') rest = closeBold(rest, bold)
  const indent = (head[1] ?? '').length >= 2
  return {
    line,
    number,
    style: `${depth}${word ? 'w' : `${bold === '' ? '' : 'b'}${delimiter}`}${head[4] === '' ? '' : '-'}${indent ? 'i' : ''}`,
    strong: depth > 0 || bold !== '' || word,
    rest,
    inRun: false,
  }
}

function closeBold(rest: string, bold: string): string {
  const close = bold.startsWith('<') ? bold.replace('<', '</') : bold
  if (rest.endsWith(close) && rest.indexOf(close) === rest.length - close.length)
    return rest.slice(0, -close.length).trim()
  // the bold type ended with the number, or goes on and ends inside
  return (rest.split(close).length - 1) % 2 === 1 ? bold + rest : rest
}

/** Finds the numbered lines among the given ones and marks those that are items of a running list. */
export function findNumberMarks(lines: readonly { text: string }[], usable: (index: number) => boolean): NumberMark[] {
  const marks: NumberMark[] = []
  let previous: NumberMark | undefined
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i]?.text ?? ''
    if (!usable(i)) {
      previous = undefined
      continue
    }
    if (text.trim() === '') continue
    const mark = readNumberMark(text, i)
    if (mark === undefined) {
      previous = undefined
      continue
    }
    if (previous !== undefined && previous.style === mark.style && previous.number + 1 === mark.number) {
      previous.inRun = true
      mark.inRun = true
    }
    marks.push(mark)
    previous = mark
  }
  return marks
}
