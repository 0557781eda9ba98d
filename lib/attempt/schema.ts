import { z } from 'zod'

export const attemptMode = z.enum(['practice', 'exam'])
export type AttemptMode = z.infer<typeof attemptMode>

export const questionKind = z.enum(['single', 'multiple', 'trueFalse', 'open', 'ordering', 'numeric', 'shortText'])
export type QuestionKind = z.infer<typeof questionKind>

/** How several right options, or options in their right places, are counted: each for its share, or only all together. */
export const scoring = z.enum(['partial', 'all'])
export type Scoring = z.infer<typeof scoring>

const DECIMAL = /^-?(0|[1-9]\d{0,29})(\.\d{1,30})?$/
const SHARE = /^(0|[1-9]\d{0,29})(\.\d{1,30})?%?$/

export const decimalText = z.string().regex(DECIMAL, 'must be a decimal number such as 42 or -0.25')
export const toleranceText = z
  .string()
  .regex(SHARE, 'must be a decimal number such as 0.5, or a share of the value such as 5%')

/** The right number, as exact decimals in text: floating point would round them. */
export const numericAnswer = z.strictObject({
  value: decimalText,
  /** How far from the value an answer may lie: `0.5`, or `5%` of the value. */
  tolerance: toleranceText.default('0'),
  /** Shown beside the field, before anything is revealed: it belongs to what is asked. */
  unit: z.string().trim().min(1).max(40).nullable().default(null),
})
export type NumericAnswer = z.infer<typeof numericAnswer>

const languageTag = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}, 'must be a language tag such as `en` or `zh-Hans`')

/** Texts that count as right, by language. */
export const textAnswers = z
  .record(languageTag, z.array(z.string().trim().min(1).max(200)).min(1))
  .refine((texts) => Object.keys(texts).length > 0, 'must hold an answer in some language')
export type TextAnswers = z.infer<typeof textAnswers>

/** What is right where the answer is no option: a number, or short texts. */
export const acceptedAnswer = z.union([numericAnswer, textAnswers])
export type AcceptedAnswer = z.infer<typeof acceptedAnswer>

/** Whether the right answer is a number; otherwise it is texts. */
export function isNumeric(accepted: AcceptedAnswer): accepted is NumericAnswer {
  return typeof accepted.value === 'string'
}

/** The longest answer in figures or a few words. */
export const SHORT_TEXT = 200

/** Stands in the picks of an order for a place that holds no option yet. */
export const NO_OPTION = '00000000-0000-0000-0000-000000000000'

/** When keys and explanations are shown: after each answer in practice, at the end, from a date on, or never. */
export const reveal = z.enum(['each', 'end', 'date', 'never'])
export type Reveal = z.infer<typeof reveal>

/** What starting an attempt takes. */
export const startInput = z.object({
  slug: z.string(),
  mode: attemptMode,
  uiLocale: z.string(),
  /** An attempt that has ended: only what was wrong in it is asked, in practice. */
  missedOf: z.uuid().optional(),
})
export type StartInput = z.infer<typeof startInput>

/** Where an answer stands: the attempt, and the question's place in it, counted from 1. */
export const answerPlace = z.object({ attemptId: z.uuid(), position: z.coerce.number().int().min(1).max(10_000) })
export type AnswerPlace = z.infer<typeof answerPlace>

export const confidence = z.enum(['sure', 'unsure'])
export type Confidence = z.infer<typeof confidence>

/** One choice as the page sends it. `number` is the stored number that the page carries, plus one. */
export const choice = z.object({
  picks: z
    .array(z.uuid())
    .max(100)
    .transform((ids) => ids.filter((id, index) => id === NO_OPTION || ids.indexOf(id) === index))
    // Places after the last option say nothing.
    .transform((ids) => ids.slice(0, ids.findLastIndex((id) => id !== NO_OPTION) + 1)),
  /** The answer in one's own words, or in figures. PostgreSQL holds no NUL. */
  text: z
    .string()
    .max(20_000)
    .refine((text) => !text.includes('\0'))
    .nullable()
    .default(null),
  confidence: confidence.nullable().default(null),
  flagged: z.boolean().default(false),
  number: z.coerce.number().int().min(1).max(2_000_000_000),
  /** The revision of the words that the person read. */
  translationId: z.uuid(),
})
export type Choice = z.infer<typeof choice>

/** A choice of which only the picks need be said. */
export type PlainChoice = Pick<Choice, 'picks' | 'number' | 'translationId'> & Partial<Choice>

/** A choice with everything said that it leaves out: nothing written, no confidence, no flag. */
export function completeChoice(plain: PlainChoice): Choice {
  return { text: null, confidence: null, flagged: false, ...plain }
}

export const selfAssessment = z.enum(['knew', 'partly', 'missed'])
export type SelfAssessment = z.infer<typeof selfAssessment>

/** What a person writes about a problem in a question. */
export const reportText = z
  .string()
  .trim()
  .min(1)
  .max(5000)
  .refine((text) => !text.includes('\0'))

/** The rules of a quiz as pinned when an attempt starts. */
export const attemptSettings = z.object({
  passNum: z.int(),
  passDen: z.int(),
  reveal: reveal.default('each'),
  revealAt: z.iso.datetime().nullable().default(null),
})
export type AttemptSettings = z.infer<typeof attemptSettings>

/** What is stored for an answer now. */
export type StoredAnswer = {
  picks: string[]
  text: string | null
  confidence: Confidence | null
  flagged: boolean
  number: number
  savedAt: string | null
}

/** An answer as its row has it, for the page that asks. */
export function storedAnswer(
  row: Omit<StoredAnswer, 'number' | 'savedAt'> & { seq: number; savedAt: Date | null },
): StoredAnswer {
  const { picks, text, confidence, flagged, seq, savedAt } = row
  return { picks, text, confidence, flagged, number: seq, savedAt: savedAt?.toISOString() ?? null }
}

export type SaveOutcome =
  | { status: 'saved'; stored: StoredAnswer }
  /** Another page saved since; nothing was written. */
  | { status: 'superseded'; stored: StoredAnswer }
  | { status: 'revealed' }
  | { status: 'ended' }
  | { status: 'invalid' }
  | { status: 'not-found' }
  | { status: 'signed-out' }

export type RevealOutcome =
  | Exclude<SaveOutcome, { status: 'saved' | 'signed-out' }>
  | { status: 'blank' }
  /** What was written is no number, so nothing was settled. */
  | { status: 'unreadable' }
export type SubmitOutcome = { status: 'submitted' | 'not-found' }
export type StartOutcome =
  | { status: 'started' | 'resumed'; attemptId: string; position: number }
  | { status: 'not-found' | 'no-questions' | 'limit' }
  | { status: 'wait'; until: string }
