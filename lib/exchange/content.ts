import { guarded } from '../access/guard'
import { db } from '../db/client'
import { publishQuiz } from '../quiz/commands/publish-quiz'
import { saveQuizDraft } from '../quiz/commands/save-quiz-draft'
import type { QuizDraft } from '../quiz/schema'
import { addTopics } from '../topic/commands'
import { readContent } from './formats/content/read'
import { type ContentQuiz, contentKinds, type Problem } from './formats/content/schema'

/** A content folder that holds errors; nothing of it was loaded. */
export class ContentError extends Error {
  override name = 'ContentError'
  constructor(readonly problems: Problem[]) {
    super(
      [
        `The content has ${problems.length} error${problems.length === 1 ? '' : 's'}; nothing was loaded.`,
        ...problems.map(({ file, line, message }) => `  ${file}:${line}: ${message}`),
      ].join('\n'),
    )
  }
}

/**
 * Loads the quizzes of a content folder that the database lacks, and publishes those that say so. A quiz that is there
 * already is left as people have made it; its files are not read.
 *
 * @throws ContentError with file and line of every error
 */
export const loadContent = guarded('quiz:author', async (_viewer, folder: string): Promise<{ loaded: string[] }> => {
  const present = await db().quiz.findMany({ select: { slug: true, publishedAt: true } })
  // A start that was killed between saving and publishing is finished by the next one.
  const done = new Set(present.filter(({ publishedAt }) => publishedAt).map(({ slug }) => slug))
  const { topics, quizzes, problems } = await readContent(folder, (quiz) => !done.has(quiz))
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new ContentError(errors)
  await addTopics(topics.map(({ id, names }) => ({ slug: id, names })))
  const missing = quizzes.filter(({ id }) => !present.some(({ slug }) => slug === id))
  for (const quiz of missing) await saveQuizDraft(draftOfContent(quiz))
  for (const { id, status } of quizzes) if (status === 'published') await publishQuiz(id)
  return { loaded: missing.map(({ id }) => id) }
})

/** A quiz kept as files, as a draft to save. */
export function draftOfContent(quiz: ContentQuiz): QuizDraft {
  const locales = Object.entries(quiz.words)
  return {
    slug: quiz.id,
    sourceLocale: quiz.sourceLocale,
    pass: quiz.pass,
    names: Object.fromEntries(locales.map(([locale, { title, intro }]) => [locale, { title, intro }])),
    rules: quiz.rules,
    pools: quiz.pools,
    questions: quiz.questions.map(
      ({ id, topics, kind, scoring, options, key, answer, accepted, pinLast, sources }) => ({
        externalId: `${quiz.id}/${id}`,
        kind: contentKinds[kind],
        scoring,
        topics,
        options: options.map((externalId) => ({ externalId, pinLast: pinLast.includes(externalId) })),
        key,
        accepted: answer ?? accepted ?? null,
        sources,
        words: Object.fromEntries(
          locales.flatMap(([locale, { questions }]) => (questions[id] ? [[locale, questions[id]]] : [])),
        ),
        findings: [],
        origins: [],
      }),
    ),
  }
}
