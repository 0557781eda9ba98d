import { z } from 'zod'

export const attemptMode = z.enum(['practice', 'exam'])
export type AttemptMode = z.infer<typeof attemptMode>

/** What starting an attempt takes. */
export const startInput = z.object({ slug: z.string(), mode: attemptMode, uiLocale: z.string() })

/** Where an answer stands: the attempt, and the question's place in it, counted from 1. */
export const answerPlace = z.object({ attemptId: z.uuid(), position: z.coerce.number().int().min(1).max(10_000) })
export type AnswerPlace = z.infer<typeof answerPlace>

/** One choice as the page sends it. `number` is the stored number that the page carries, plus one. */
export const choice = z.object({
  picks: z
    .array(z.uuid())
    .max(100)
    .transform((ids) => [...new Set(ids)]),
  number: z.coerce.number().int().min(1).max(2_000_000_000),
  /** The revision of the words that the person read. */
  translationId: z.uuid(),
})
export type Choice = z.infer<typeof choice>

/** The rules of a quiz as pinned when an attempt starts. */
export const attemptSettings = z.object({ passNum: z.int(), passDen: z.int() })
export type AttemptSettings = z.infer<typeof attemptSettings>

/** What is stored for an answer now. */
export type StoredAnswer = { picks: string[]; number: number; savedAt: string | null }

export type SaveOutcome =
  | { status: 'saved'; stored: StoredAnswer }
  /** Another page saved since; nothing was written. */
  | { status: 'superseded'; stored: StoredAnswer }
  | { status: 'revealed' }
  | { status: 'ended' }
  | { status: 'invalid' }
  | { status: 'not-found' }
  | { status: 'signed-out' }

export type RevealOutcome = Exclude<SaveOutcome, { status: 'saved' | 'signed-out' }> | { status: 'blank' }
export type SubmitOutcome = { status: 'submitted' | 'not-found' }
export type StartOutcome =
  | { status: 'started' | 'resumed'; attemptId: string; position: number }
  | { status: 'not-found' | 'no-questions' }
