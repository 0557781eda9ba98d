import { z } from 'zod'

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
  kind: z.enum(['single', 'multiple']),
  topics: z.array(z.string()),
  options: z.array(z.object({ externalId, pinLast: z.boolean() })).min(2),
  key: z.array(externalId).min(1),
  sources: z.array(z.object({ url: z.url(), verifiedOn: z.iso.date() })),
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
    questions: z.array(draftQuestion),
  })
  .superRefine((draft, context) => {
    if (!draft.names[draft.sourceLocale])
      context.addIssue({ code: 'custom', message: `there are no words in the source language ${draft.sourceLocale}` })
    const seen = new Set<string>()
    for (const question of draft.questions) {
      const complain = (message: string) =>
        context.addIssue({ code: 'custom', message: `question ${question.externalId}: ${message}` })
      if (seen.has(question.externalId)) complain('stands twice')
      seen.add(question.externalId)
      const ids = new Set(question.options.map((option) => option.externalId))
      if (ids.size !== question.options.length) complain('two options have one id')
      if (question.key.some((id) => !ids.has(id))) complain('the key names an option that does not exist')
      if (question.kind === 'single' && question.key.length !== 1) complain('needs exactly one right option')
      if (!question.words[draft.sourceLocale]) complain(`has no words in the source language ${draft.sourceLocale}`)
      for (const [tag, words] of Object.entries(question.words))
        for (const id of ids) if (!words.options[id]) complain(`option ${id} has no words in ${tag}`)
    }
  })

export type QuizDraft = z.infer<typeof quizDraftSchema>
export type DraftQuestion = QuizDraft['questions'][number]
export type QuestionWords = z.infer<typeof questionWords>

/** What saving a draft changed. */
export type DraftReport = {
  slug: string
  /** The quiz did not exist before. */
  created: boolean
  /** Questions by what happened to them. A new version awaits publishing, as do new words. */
  questions: { added: number; newVersion: number; newWords: number; unchanged: number }
  locales: string[]
}
