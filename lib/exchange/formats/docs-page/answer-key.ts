import { foldWidth } from './fold-width'
import { readAnswerLabel } from './labels'
import { readLetter } from './option-labels'
import type { PageLine } from './page-lines'

/** A list of answers that stands apart from the questions, usually at the end of a page. */
export interface AnswerKey {
  /** First line of the list, its heading included. */
  from: number
  /** The line after its last entry. */
  to: number
  /** By printed number: places of the right options, and the line that says so. */
  answers: Map<number, { indexes: number[]; n: number; remark: string }>
}

const ENTRY =
  /^\s*(?:[-*+•]\s+)?(?:\*\*)?(?:[qQ]\s?)?(\d{1,3})\s*[.):、-]?\s*(?:\*\*)?\s*\(?([A-Ha-h](?:\s*[,、&/]\s*[A-Ha-h])*)\)?(?:\*\*)?\s*(?:[).:–—-](.*))?$/

/** Finds a heading such as "Answers" with lines such as "1. B" below it. */
export function findAnswerKey(lines: readonly PageLine[]): AnswerKey | undefined {
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]
    if (line === undefined || line.code || line.tag !== undefined || line.text.length > 60) continue
    if (readAnswerLabel(line.text)?.alone !== true) continue
    const answers: AnswerKey['answers'] = new Map()
    let to = i + 1
    for (let k = i + 1; k < lines.length; k++) {
      const text = lines[k]?.text ?? ''
      if (text.trim() === '') continue
      const entry = lines[k]?.code === true ? null : ENTRY.exec(foldWidth(text))
      const number = Number(entry?.[1])
      if (entry === null || answers.has(number)) break
      const indexes = (entry[2] ?? '').split(/[^A-Ha-h]+/).flatMap((letter) => readLetter(letter)?.index ?? [])
      // folding keeps the length, so the remark can be taken from the line itself
      const remark = text.slice(text.length - (entry[3]?.length ?? 0)).trim()
      answers.set(number, { indexes, n: lines[k]?.n ?? 1, remark: entry[3] === undefined ? '' : remark })
      to = k + 1
    }
    if (answers.size >= 2 && answers.has(1)) return { from: i, to, answers }
  }
  return undefined
}
