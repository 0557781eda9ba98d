import { z } from 'zod'
import { decimalText, type QuestionKind, scoring, toleranceText } from '../../../attempt/schema'
import type { QuizPool, QuizRules } from '../../../quiz/schema'

/** Ids in content files are lower-case words joined by hyphens, so that they read well in a diff and in a `{option:ID}` token. */
export const ID_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const id = z.string().regex(ID_PATTERN, 'must be lower-case letters, digits and single hyphens, such as `first-token`')

/** True when the tag is well-formed BCP-47, whatever its spelling. */
export function isLocale(tag: string): boolean {
  return canonicalLocale(tag) !== null
}

/** The canonical spelling of a BCP-47 tag (`zh-hans` gives `zh-Hans`), or null when it is not one. */
export function canonicalLocale(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

const locale = z.string().refine((tag) => canonicalLocale(tag) === tag, {
  error: ({ input }) => {
    const canonical = typeof input === 'string' ? canonicalLocale(input) : null
    return canonical === null
      ? 'must be a language tag such as `en` or `zh-Hans`'
      : `must be spelled \`${canonical}\`, as BCP-47 spells it`
  },
})

const line = z.string().trim().min(1, 'must not be empty')

/** True for `http(s)://host...` that a URL parser accepts as it stands. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text)
}

/** True for a day that exists, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** Where a fact was looked up, and when somebody last did. */
export const contentSourceSchema = z.strictObject({
  url: z.string().refine(isWebAddress, 'must be a complete http or https address'),
  verifiedOn: z.string().refine(isDay, 'must be a day that exists, written YYYY-MM-DD'),
})

/** The kinds of questions by the names that files give them. */
export const contentKinds = {
  single: 'single',
  multiple: 'multiple',
  'true-false': 'trueFalse',
  open: 'open',
  ordering: 'ordering',
  numeric: 'numeric',
  'short-text': 'shortText',
} as const satisfies Record<string, QuestionKind>
export type ContentKind = keyof typeof contentKinds

/** The name that files give a kind. */
export function contentKindOf(kind: QuestionKind): ContentKind {
  return kindNames.find((name) => contentKinds[name] === kind) ?? 'open'
}
const kindNames = Object.keys(contentKinds) as [ContentKind, ...ContentKind[]]

/** A decimal as text. YAML reads a bare number as floating point, which keeps 15 figures and no more. */
function decimal(form: typeof decimalText) {
  return z.unknown().transform((said, context) => {
    const text = typeof said === 'number' ? String(said) : said
    const isKept = typeof said !== 'number' || String(text).replace(/\D/g, '').length <= 15
    const parsed = form.safeParse(text)
    if (isKept && parsed.success) return parsed.data
    const message = isKept ? parsed.error?.issues[0]?.message : 'has more figures than are kept; put it into quotes'
    context.addIssue({ code: 'custom', message: message ?? 'is no number' })
    return z.NEVER
  })
}

const contentAnswer = z
  .strictObject(
    { value: decimal(decimalText), tolerance: decimal(toleranceText).default('0'), unit: line.max(40).optional() },
    'must hold `value`, and may hold `tolerance` and `unit`',
  )
  .transform(({ unit = null, ...rest }) => ({ ...rest, unit }))

const ACCEPTED = 'must be a list of texts that count as right'
const contentAccepted = z
  .record(locale, z.array(line, ACCEPTED).min(1, ACCEPTED))
  .refine((texts) => Object.keys(texts).length > 0, 'must name a language, such as `en: [text]`')

/** One question without its words. What its kind asks of options and key is checked by the reader. */
export const contentQuestionSchema = z.strictObject({
  id,
  topics: z.array(id).min(1, 'must name at least one topic'),
  kind: z.enum(kindNames, `must be one of ${kindNames.map((name) => `\`${name}\``).join(', ')}`),
  scoring: z.enum(scoring.options, 'must be `partial` or `all`').default('partial'),
  options: z
    .array(id)
    .min(2, 'must have at least two options; what is answered in writing has no such list')
    .default([]),
  key: z.array(id).min(1, 'must name at least one option; what is answered in writing has no such list').default([]),
  pinLast: z.array(id).default([]),
  answer: contentAnswer.optional(),
  accepted: contentAccepted.optional(),
  sources: z.array(contentSourceSchema).default([]),
})

/** The pass mark as an exact fraction. It is kept as it was written: `70%` is 70 over 100, `7/10` is 7 over 10. */
export type PassMark = { num: number; den: number }

const FRACTION = /^(\d{1,9})\s*\/\s*(\d{1,9})$/
const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%$/

/** Reads `7/10` or `70%`; null when it is neither, or lies outside 0 to 1. */
export function parsePassMark(text: string): PassMark | null {
  const fraction = FRACTION.exec(text.trim())
  const percent = PERCENT.exec(text.trim())
  let pass: PassMark
  if (fraction) pass = { num: Number(fraction[1]), den: Number(fraction[2]) }
  else if (percent) {
    const decimals = percent[2] ?? ''
    pass = { num: Number(`${percent[1]}${decimals}`), den: 100 * 10 ** decimals.length }
  } else return null
  return pass.den > 0 && pass.num <= pass.den ? pass : null
}

/** Writes a pass mark the way `parsePassMark` reads it back. */
export function formatPassMark(pass: PassMark): string {
  return pass.den === 100 ? `${pass.num}%` : `${pass.num}/${pass.den}`
}

const passMark = z.string('must be a fraction such as 7/10 or a share such as 70%').transform((text, context) => {
  const pass = parsePassMark(text)
  if (pass) return pass
  context.addIssue({ code: 'custom', message: 'must be a fraction such as 7/10 or a share such as 70%, from 0 to 1' })
  return z.NEVER
})

const DURATION = /^(\d{1,9})\s*(s|min|h)$/
const UNITS = { h: 3600, min: 60, s: 1 }
const LONGEST = 366 * 24 * UNITS.h

/** Reads `90 s`, `20 min` or `1 h` as seconds; null when it is no such time, or longer than a year. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = DURATION.exec(text.trim()) ?? []
  const seconds = Number(count) * UNITS[unit as keyof typeof UNITS]
  return seconds <= LONGEST ? seconds : null
}

/** Writes seconds in the largest unit that holds them whole. */
export function formatDuration(seconds: number): string {
  const unit = seconds % UNITS.h === 0 ? 'h' : seconds % UNITS.min === 0 ? 'min' : 's'
  return seconds === 0 ? '0 s' : `${seconds / UNITS[unit]} ${unit}`
}

function duration(least: number, most: number, bounds: string) {
  const message = `must be a time such as \`90 s\`, \`20 min\` or \`1 h\`, ${bounds}`
  return z.string(message).transform((text, context) => {
    const seconds = parseDuration(text)
    if (seconds !== null && seconds >= least && seconds <= most) return seconds
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

const REVEAL = 'must be `each`, `end`, `never` or a moment with its offset, such as `2026-12-24T18:00:00+01:00`'
const contentReveal = z.union(
  [
    z.enum(['each', 'end', 'never']).transform((reveal) => ({ reveal, revealAt: null })),
    z.iso.datetime({ offset: true }).transform((revealAt) => ({ reveal: 'date' as const, revealAt })),
  ],
  REVEAL,
)

const COUNT = 'must be a whole number from 1'
const count = z.int32(COUNT).min(1, COUNT)

/** `quiz.yaml` as it stands in the file. Rules that compare fields with one another are checked by the reader, which knows the lines. */
export const quizYamlSchema = z.strictObject({
  id,
  sourceLocale: locale,
  status: z.enum(['draft', 'published']),
  passMark,
  timeLimit: duration(1, LONGEST, 'from a second to a year').optional(),
  grace: duration(0, 300, 'at most 5 min').default(10),
  reveal: contentReveal.default({ reveal: 'each', revealAt: null }),
  attempts: count.optional(),
  wait: duration(0, LONGEST, 'at most a year').optional(),
  shuffle: z.boolean('must be `true` or `false`').default(true),
  pools: z.array(z.strictObject({ topic: id, draw: count })).default([]),
  questions: z.array(contentQuestionSchema),
})

/** One entry of `topics.yaml`. */
export const contentTopicSchema = z.strictObject({
  id,
  names: z.record(locale, line).refine((names) => Object.keys(names).length > 0, 'must have a name in some language'),
  terms: z.array(line).default([]),
})

/** `topics.yaml`: the list of topics that questions may name. */
export const topicsYamlSchema = z.array(contentTopicSchema)

export type ContentSource = z.infer<typeof contentSourceSchema>
export type ContentTopic = z.infer<typeof contentTopicSchema>
export type ContentQuestion = z.infer<typeof contentQuestionSchema>

/** The words of one question in one language. Everything is Markdown; option text is inline Markdown. */
export type ContentQuestionWords = {
  stem: string
  options: Record<string, string>
  explanation: string
  feedback: Record<string, string>
}

/** The words of one quiz in one language. `questions` may lack some: those fall back to another language. */
export type ContentWords = {
  title: string
  intro: string
  questions: Record<string, ContentQuestionWords>
}

/** What `quiz.yaml` says: everything about a quiz that no language changes. */
export type ContentFrame = {
  id: string
  sourceLocale: string
  status: 'draft' | 'published'
  pass: PassMark
  rules: QuizRules
  pools: QuizPool[]
  questions: ContentQuestion[]
}

/** A whole quiz as `content/` holds it, `words` keyed by locale. */
export type ContentQuiz = ContentFrame & { words: Record<string, ContentWords> }

/** One thing wrong in a content file. An error means that the quiz must not be loaded. */
export type Problem = {
  severity: 'error' | 'warning'
  file: string
  /** Counted from 1. */
  line: number
  code: string
  message: string
}
