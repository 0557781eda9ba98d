import { equal, type Fraction, fraction, one, zero } from './fraction'
import { letterAt } from './rules'
import { isRightNumber, readNumbers } from './rules-number'
import { isAcceptedText } from './rules-text'
import { type AcceptedAnswer, acceptedAnswer, isNumeric, type QuestionKind, type Scoring } from './schema'

/** What was given as an answer: options, or words where there are none. */
export type Given = { picks: readonly string[]; text: string | null }

/** What is right: options, of an order in their right order; or what is accepted where there are none. */
export type Key = { optionIds: readonly string[]; accepted: AcceptedAnswer | null }

/** A key as its row has it; an empty one for what has none. */
export function keyOf(row: { optionIds: string[]; accepted: unknown } | null): Key {
  if (!row) return { optionIds: [], accepted: null }
  return { optionIds: row.optionIds, accepted: row.accepted === null ? null : acceptedAnswer.parse(row.accepted) }
}

/** An option as it may be shown at any time. Text is inline Markdown. */
export type OpenOption = {
  id: string
  letter: string
  text: string
  picked: boolean
  /** The place that it was given in an order, from 1. */
  place: number | null
}
export type RevealedOption = OpenOption & {
  /** Part of the key; in an order, given its right place. */
  right: boolean
  /** Its place in the right order. */
  rightPlace: number | null
  feedback: string | null
}

/** What a kind shows of an answer before its key may be seen, and after. */
export type OpenBody = { options: OpenOption[]; text: string | null; unit: string | null }
export type RevealedBody = Omit<OpenBody, 'options'> & { options: RevealedOption[]; accepted: AcceptedAnswer | null }

type Shown = Given & { optionOrder: readonly string[]; unit: string | null }

/** How a kind of question behaves wherever kinds differ; its looks are the table in `components/attempt/kinds.tsx`. */
type Kind = {
  /** More than one option may be picked. */
  picksSeveral: boolean
  /** In which order options are picked is the answer. */
  ordersPicks: boolean
  /** Answered by writing: there are no options. */
  writes: boolean
  /** There is no key: the person compares the answer with the explanation. */
  selfJudged: boolean
  /** Options are shown in an order of chance: never, where the quiz lets them be, or always. */
  shuffles: 'never' | 'allowed' | 'always'
  /** Whether what was written can be graded; where it cannot, checking it says so, and in the end it is wrong. */
  isReadable(key: Key, given: Given): boolean
  /** What an answer earns, from 0 to 1; null for what is never scored. Blank earns 0. */
  grade(key: Key, given: Given, scoring: Scoring): Fraction | null
  /** @param texts the words of the question by field */
  open(answer: Shown, texts: ReadonlyMap<string, string>): OpenBody
  reveal(answer: Shown, texts: ReadonlyMap<string, string>, key: Key): RevealedBody
}

const optionsOf: Kind['open'] = ({ optionOrder, picks }, texts) => ({
  options: optionOrder.map((id, index) => ({
    id,
    letter: letterAt(index),
    text: texts.get(`option:${id}`) ?? '',
    picked: picks.includes(id),
    place: null,
  })),
  text: null,
  unit: null,
})

/** Reveals options: what `keyed` says of each, and its feedback. */
function revealOptions(
  open: Kind['open'],
  keyed: (option: OpenOption, key: Key) => Pick<RevealedOption, 'right' | 'rightPlace'>,
): Kind['reveal'] {
  return (answer, texts, key) => {
    const body = open(answer, texts)
    const options = body.options.map((option) => ({
      ...option,
      ...keyed(option, key),
      feedback: texts.get(`feedback:${option.id}`) ?? null,
    }))
    return { ...body, options, accepted: null }
  }
}

const oneRight: Kind = {
  picksSeveral: false,
  ordersPicks: false,
  writes: false,
  selfJudged: false,
  shuffles: 'allowed',
  isReadable: () => true,
  grade: ({ optionIds }, { picks }) => (picks.length === 1 && picks.every((id) => optionIds.includes(id)) ? one : zero),
  open: optionsOf,
  reveal: revealOptions(optionsOf, ({ id }, { optionIds }) => ({ right: optionIds.includes(id), rightPlace: null })),
}

const placesOf: Kind['open'] = (answer, texts) => {
  const body = optionsOf(answer, texts)
  return { ...body, options: body.options.map((option) => ({ ...option, place: placeIn(answer.picks, option.id) })) }
}

const placeIn = (order: readonly string[], id: string) => (order.includes(id) ? order.indexOf(id) + 1 : null)

const written: Kind = {
  ...oneRight,
  writes: true,
  shuffles: 'never',
  open: ({ text }) => ({ options: [], text, unit: null }),
  reveal: ({ text, unit }, _texts, { accepted }) => ({ options: [], text, unit, accepted }),
}

/** Every kind of question. */
export const kinds = {
  single: oneRight,
  trueFalse: { ...oneRight, shuffles: 'never' },
  multiple: {
    ...oneRight,
    picksSeveral: true,
    // max(0, (right picks - wrong picks) / number right), so that ticking everything never beats knowing.
    grade: ({ optionIds }, { picks }, scoring) => {
      const right = picks.filter((id) => optionIds.includes(id)).length
      const wrong = picks.length - right
      const earned = right > wrong ? fraction(right - wrong, optionIds.length) : zero
      return scoring === 'partial' || equal(earned, one) ? earned : zero
    },
  },
  open: {
    ...written,
    selfJudged: true,
    grade: () => null,
    reveal: ({ text }) => ({ options: [], text, unit: null, accepted: null }),
  },
  ordering: {
    ...oneRight,
    picksSeveral: true,
    ordersPicks: true,
    shuffles: 'always',
    // Options in their right places / number of options. A place left empty earns nothing.
    grade: ({ optionIds }, { picks }, scoring) => {
      const right = optionIds.filter((id, index) => picks[index] === id).length
      const earned = right > 0 ? fraction(right, optionIds.length) : zero
      return scoring === 'partial' || equal(earned, one) ? earned : zero
    },
    open: placesOf,
    reveal: revealOptions(placesOf, ({ id, place }, { optionIds }) => {
      const rightPlace = placeIn(optionIds, id)
      return { right: place !== null && place === rightPlace, rightPlace }
    }),
  },
  numeric: {
    ...written,
    isReadable: ({ accepted }, { text }) =>
      accepted !== null && isNumeric(accepted) && readNumbers(text ?? '', accepted.unit).length > 0,
    grade: ({ accepted }, { text }) =>
      accepted && isNumeric(accepted) && isRightNumber(accepted, text ?? '') ? one : zero,
    open: ({ text, unit }) => ({ options: [], text, unit }),
  },
  shortText: {
    ...written,
    grade: ({ accepted }, { text }) =>
      accepted && !isNumeric(accepted) && isAcceptedText(accepted, text ?? '') ? one : zero,
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
