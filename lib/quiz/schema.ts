import { z } from 'zod'
import { foldText } from '../attempt/rules-text'
import { acceptedAnswer, isNumeric, questionKind, reveal, scoring } from '../attempt/schema'
import { calendarDay } from '../i18n/schema'

const locale = z.string().min(2)
const externalId = z.string().min(1)

/** The words of one question in one language; options and feedback are keyed by the option's external id. */
const questionWords = z.object({
  stem: z.string().trim().min(1),
  options: z.record(externalId, z.string().trim().min(1)),
  explanation: z.string(),
  feedback: z.record(externalId, z.string()),
})

const draftQuestion = z.object({
  externalId,
  kind: questionKind,
  scoring: scoring.default('partial'),
  topics: z.array(z.string()),
  options: z.array(z.object({ externalId, pinLast: z.boolean() })),
  /** The right options; of an order all of them, in their right order. */
  key: z.array(externalId),
  /** What is right where the answer is a number or a short text. */
  accepted: acceptedAnswer.nullable().default(null),
  sources: z.array(z.object({ url: z.url(), verifiedOn: calendarDay })),
  words: z.record(locale, questionWords),
  findings: z.array(
    z.object({
      locale: locale.nullable(),
      code: z.string(),
      severity: z.enum(['error', 'warning', 'info']),
      message: z.string(),
    }),
  ),
  /** Where the question stands in pages that hold no ids. */
  origins: z.array(z.object({ locale, path: z.string(), ordinal: z.int().min(1), hash: z.string() })),
})

/** How a quiz is taken. */
const quizRules = z
  .object({
    seconds: z.int32().min(1).nullable(),
    graceSeconds: z.int().min(0).max(300),
    reveal,
    revealAt: z.iso
      .datetime({ offset: true })
      .transform((moment) => new Date(moment))
      .nullable(),
    attemptLimit: z.int32().min(1).nullable(),
    waitSeconds: z.int32().min(0).nullable(),
    shuffle: z.boolean(),
  })
  .refine((rules) => (rules.reveal === 'date') === (rules.revealAt !== null), {
    path: ['revealAt'],
    message: 'is needed where keys are revealed from a date on, and nowhere else',
  })

/** Questions of one topic of which each attempt draws some. */
const quizPool = z.object({ topic: z.string(), draw: z.int32().min(1) })

/**
 * A whole quiz as someone wants it to be: what content files and imported pages are turned into before anything is
 * written. Options and questions carry external ids, which are stable names in files.
 */
export const quizDraftSchema = z
  .object({
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens'),
    sourceLocale: locale,
    pass: z.object({ num: z.int().min(0), den: z.int().min(1) }).refine(({ num, den }) => num <= den),
    names: z.record(locale, z.object({ title: z.string().trim().min(1), intro: z.string() })),
    /** Without them a new quiz has the usual ones, and one that exists keeps its own. */
    rules: quizRules.optional(),
    /** A question is in the first of them that is on one of its topics. Without a list a quiz keeps its own. */
    pools: z.array(quizPool).optional(),
    questions: z.array(draftQuestion),
  })
  .superRefine((draft, context) => {
    if (!draft.names[draft.sourceLocale])
      context.addIssue({ code: 'custom', message: `there are no words in the source language ${draft.sourceLocale}` })
    for (const [index, { topic }] of (draft.pools ?? []).entries())
      if (draft.pools?.findIndex((pool) => pool.topic === topic) !== index)
        context.addIssue({ code: 'custom', message: `there are two pools on the topic ${topic}` })
    const seen = new Set<string>()
    for (const question of draft.questions) {
      const complain = (message: string) =>
        context.addIssue({ code: 'custom', message: `question ${question.externalId}: ${message}` })
      if (seen.has(question.externalId)) complain('stands twice')
      seen.add(question.externalId)
      const ids = new Set(question.options.map((option) => option.externalId))
      if (ids.size !== question.options.length) complain('two options have one id')
      if (question.key.some((id) => !ids.has(id))) complain('the key names an option that does not exist')
      for (const problem of shapeProblems(question)) complain(problem)
      if (!question.words[draft.sourceLocale]) complain(`has no words in the source language ${draft.sourceLocale}`)
      for (const [tag, words] of Object.entries(question.words))
        for (const id of ids) if (!words.options[id]) complain(`option ${id} has no words in ${tag}`)
    }
  })

/** What a question lacks, or has too much of, for its kind. */
function shapeProblems({ kind, options, key, accepted, words }: z.output<typeof draftQuestion>): string[] {
  const problems: string[] = []
  if (accepted && kind !== 'numeric' && kind !== 'shortText')
    problems.push('has an accepted answer, which only a number or a short text has')
  switch (kind) {
    case 'open':
      if (options.length > 0 || key.length > 0) problems.push('is open, so it has neither options nor a key')
      for (const [tag, { explanation, options, feedback }] of Object.entries(words)) {
        if (explanation.trim() === '') problems.push(`is open and has no model answer, its explanation, in ${tag}`)
        if (Object.keys({ ...options, ...feedback }).length > 0)
          problems.push(`is open, so it has no words of options and no feedback in ${tag}`)
      }
      break
    case 'numeric':
    case 'shortText':
      if (options.length > 0 || key.length > 0)
        problems.push('is answered in writing, so it has neither options nor a key of options')
      for (const [tag, { options, feedback }] of Object.entries(words))
        if (Object.keys({ ...options, ...feedback }).length > 0)
          problems.push(`is answered in writing, so it has no words of options and no feedback in ${tag}`)
      if (kind === 'numeric') {
        if (!accepted || !isNumeric(accepted)) problems.push('needs a right number')
      } else if (!accepted || isNumeric(accepted)) problems.push('needs an accepted answer')
      else
        for (const [tag, texts] of Object.entries(accepted))
          if (new Set(texts.map(foldText)).size < texts.length)
            problems.push(`two accepted answers in ${tag} count as the same`)
      break
    case 'ordering':
      if (options.length < 3) problems.push('is an order, so it needs at least three options')
      if (key.length !== options.length || new Set(key).size !== key.length)
        problems.push('is an order, so its key names every option once')
      if (options.some(({ pinLast }) => pinLast)) problems.push('is an order, so no option stays at the end')
      break
    case 'multiple':
      if (options.length < 2) problems.push('needs at least two options')
      if (key.length === 0) problems.push('needs a right option')
      break
    case 'single':
    case 'trueFalse':
      if (kind === 'single' && options.length < 2) problems.push('needs at least two options')
      if (kind === 'trueFalse' && options.length !== 2)
        problems.push('is true or false, so it needs exactly two options')
      if (key.length !== 1) problems.push('needs exactly one right option')
  }
  return problems
}

/** A draft as it is handed in: what it leaves out has a default. */
export type QuizDraft = z.input<typeof quizDraftSchema>
export type CheckedDraft = z.output<typeof quizDraftSchema>
export type DraftQuestion = QuizDraft['questions'][number]
export type QuizRules = z.input<typeof quizRules>
export type QuizPool = z.infer<typeof quizPool>
export type QuestionWords = z.infer<typeof questionWords>

/** What saving a draft would change of one question, or has changed. */
export type DraftChange = {
  externalId: string
  kind: 'added' | 'newVersion' | 'newWords' | 'unchanged'
  /** The right options by their names in files; null where they stay. */
  key: { before: string[]; after: string[] } | null
  /**
   * Texts that differ. Options and feedback are named as in files: `option:a`, `feedback:a`. Of one that someone has
   * written in the editor, who and when; null for one that comes from files.
   */
  words: {
    locale: string
    field: string
    before: string
    after: string
    edited: { by: string | null; at: Date } | null
  }[]
}

/** What saving a draft changed. */
export type DraftReport = {
  slug: string
  /** The quiz did not exist before. */
  created: boolean
  /** Questions by what happened to them. A new version awaits publishing, as do new words. */
  questions: { added: number; newVersion: number; newWords: number; unchanged: number }
  locales: string[]
}
