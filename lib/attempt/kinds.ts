import { equal, type Fraction, fraction, one, zero } from './fraction'
import { letterAt } from './rules'
import type { QuestionKind, Scoring } from './schema'

/** What was given as an answer: options, or words where there are none. */
export type Given = { picks: readonly string[]; text: string | null }

/** An option as it may be shown at any time. Text is inline Markdown. */
export type OpenOption = { id: string; letter: string; text: string; picked: boolean }
export type RevealedOption = OpenOption & { right: boolean; feedback: string | null }

/** What a kind shows of an answer before its key may be seen, and after. */
export type OpenBody = { options: OpenOption[]; text: string | null }
export type RevealedBody = { options: RevealedOption[]; text: string | null }

type Shown = Given & { optionOrder: readonly string[] }

/** How a kind of question behaves wherever kinds differ; its looks are the table in `components/attempt/kinds.tsx`. */
type Kind = {
  /** More than one option may be picked. */
  picksSeveral: boolean
  /** Answered in one's own words: there are no options and no key, and the person judges the answer. */
  writes: boolean
  /** Options may be shown in an order of chance. */
  shuffles: boolean
  /**
   * What an answer earns, from 0 to 1; null for what is never scored. Blank earns 0.
   *
   * @param key ids of the right options
   */
  grade(key: readonly string[], given: Given, scoring: Scoring): Fraction | null
  /** @param texts the words of the question by field */
  open(answer: Shown, texts: ReadonlyMap<string, string>): OpenBody
  reveal(answer: Shown, texts: ReadonlyMap<string, string>, key: readonly string[]): RevealedBody
}

const optionsOf: Kind['open'] = ({ optionOrder, picks }, texts) => ({
  options: optionOrder.map((id, index) => ({
    id,
    letter: letterAt(index),
    text: texts.get(`option:${id}`) ?? '',
    picked: picks.includes(id),
  })),
  text: null,
})

const optionsWithKey: Kind['reveal'] = (answer, texts, key) => ({
  options: optionsOf(answer, texts).options.map((option) => ({
    ...option,
    right: key.includes(option.id),
    feedback: texts.get(`feedback:${option.id}`) ?? null,
  })),
  text: null,
})

const oneRight: Kind = {
  picksSeveral: false,
  writes: false,
  shuffles: true,
  grade: (key, { picks }) => (picks.length === 1 && picks.every((id) => key.includes(id)) ? one : zero),
  open: optionsOf,
  reveal: optionsWithKey,
}

/** Every kind of question. */
export const kinds = {
  single: oneRight,
  trueFalse: { ...oneRight, shuffles: false },
  multiple: {
    ...oneRight,
    picksSeveral: true,
    // max(0, (right picks - wrong picks) / number right), so that ticking everything never beats knowing.
    grade: (key, { picks }, scoring) => {
      const right = picks.filter((id) => key.includes(id)).length
      const wrong = picks.length - right
      const earned = right > wrong ? fraction(right - wrong, key.length) : zero
      return scoring === 'partial' || equal(earned, one) ? earned : zero
    },
  },
  open: {
    picksSeveral: false,
    writes: true,
    shuffles: false,
    grade: () => null,
    open: ({ text }) => ({ options: [], text }),
    reveal: ({ text }) => ({ options: [], text }),
  },
} as const satisfies Record<QuestionKind, Kind>

/** Whether nothing was answered. */
export function isBlank({ picks, text }: Given): boolean {
  return picks.length === 0 && (text ?? '').trim() === ''
}

/** How an answer stands, for the words that announce it. */
export type Verdict = 'right' | 'partly' | 'wrong' | 'blank' | 'unscored'

/**
 * The verdict on an answer.
 *
 * @param earned null for what is never scored
 */
export function verdictOf(earned: Fraction | null, given: Given): Verdict {
  if (earned === null) return 'unscored'
  if (isBlank(given)) return 'blank'
  if (equal(earned, one)) return 'right'
  return equal(earned, zero) ? 'wrong' : 'partly'
}
