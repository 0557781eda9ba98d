import { z } from 'zod'
import { acceptedAnswer, questionKind, scoring } from '../attempt/schema'
import { calendarDay } from '../i18n/schema'

/** PostgreSQL holds no NUL. */
const text = z
  .string()
  .max(30_000)
  .refine((value) => !value.includes('\0'))

/** A language that words can be written in, as a BCP-47 tag in its usual form. */
export const contentLocale = z
  .string()
  .max(35)
  .refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag)[0] === tag
    } catch {
      return false
    }
  })

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** A text of a question: its stem, its explanation, the text of an option or what is said to who chose it. */
export const fieldName = z.string().regex(new RegExp(`^(stem|explanation|(option|feedback):${UUID})$`))

const optionIds = z.array(z.uuid()).max(100)
const sources = z
  .array(z.object({ url: z.url({ protocol: /^https?$/ }).max(2000), verifiedOn: calendarDay }))
  .max(50)
  .refine((list) => new Set(list.map(({ url }) => url)).size === list.length)

/**
 * One change to a question as its page sends it. `base` is what the page showed before: where something else is stored by
 * now, the two are merged or told apart, and nothing is overwritten.
 */
export const questionChange = z.discriminatedUnion('part', [
  z.object({ part: z.literal('words'), locale: contentLocale, field: fieldName, base: text, value: text }),
  /** The words in a language still say what the source says now. */
  z.object({ part: z.literal('confirm'), locale: contentLocale, field: fieldName }),
  /** Whether the new words of a source text mean something else than the published ones. */
  z.object({ part: z.literal('meaning'), field: fieldName, value: z.boolean() }),
  z.object({ part: z.literal('kind'), base: questionKind, value: questionKind }),
  z.object({ part: z.literal('scoring'), base: scoring, value: scoring }),
  z.object({ part: z.literal('key'), base: optionIds, value: optionIds }),
  /** What is accepted where the answer is no option. */
  z.object({ part: z.literal('accepted'), base: acceptedAnswer.nullable(), value: acceptedAnswer.nullable() }),
  /** Which options there are, and their order. A new one is added with `addOption`. */
  z.object({ part: z.literal('order'), base: optionIds, value: optionIds }),
  z.object({ part: z.literal('pinLast'), base: optionIds, value: optionIds }),
  /** The page chooses the id, so that asking twice adds one. Random: it tells nothing of the order. */
  z.object({ part: z.literal('addOption'), id: z.uuidv4() }),
  z.object({ part: z.literal('sources'), base: sources, value: sources }),
  z.object({ part: z.literal('topics'), base: z.array(z.string()).max(50), value: z.array(z.string()).max(50) }),
  z.object({ part: z.literal('owner'), base: z.uuid().nullable(), value: z.uuid().nullable() }),
  z.object({ part: z.literal('reviewBy'), base: calendarDay.nullable(), value: calendarDay.nullable() }),
])
export type QuestionChange = z.infer<typeof questionChange>

/** What the page of a question sends. Each change is looked at by itself: one that is wrong does not hold up the others. */
export const saveInput = z.object({ questionId: z.uuid(), changes: z.array(z.unknown()).min(1).max(500) })

/** The value of a part, whatever its kind. */
export type PartValue = Extract<QuestionChange, { value: unknown }>['value']

/** What became of one change. */
export type ChangeOutcome =
  | { status: 'saved'; value: PartValue | null }
  /** Written together with what someone else had changed meanwhile. */
  | { status: 'merged'; value: PartValue; change: ShownChange }
  /** Nothing was written: someone else changed the same. */
  | { status: 'conflict'; stored: PartValue; combined: PartValue; change: ShownChange }
  | { status: 'refused'; reason: 'not-allowed' | 'invalid' }

/** What the other one changed: who, and, for a text, word by word. */
export type ShownChange = {
  by: string | null
  words: { text: string; is: 'same' | 'added' | 'removed' }[] | null
}

export type SaveOutcome =
  | { status: 'not-found' }
  | {
      status: 'done'
      savedAt: string
      /** One for each change, in their order. */
      outcomes: ChangeOutcome[]
      /** The version that is being worked on, and whether it is new or was there before. */
      version: { number: number; isDraft: boolean }
      /** Languages with words that wait for publishing. */
      draftLocales: string[]
    }

/** A new question. */
export const newQuestion = z.object({ slug: z.string(), kind: questionKind })
