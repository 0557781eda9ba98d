import { guarded } from '../../access/guard'
import { actorOf } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { databaseNow, db } from '../../db/client'

export type PublishOutcome =
  | { status: 'published'; questions: number; locales: string[] }
  | { status: 'not-found' }
  /** Questions that still hold an error, with what it says. Nothing was published. */
  | { status: 'blocked'; problems: { question: string; locale: string | null; code: string; message: string }[] }

/**
 * Publishes a quiz: every draft version and every draft translation in it becomes what members see from now on. Attempts
 * that run keep what they started with. Publishing again what is published already changes nothing.
 */
export const publishQuiz = guarded(
  'quiz:author',
  (viewer, slug: string): Promise<PublishOutcome> =>
    db().$transaction(
      async (tx): Promise<PublishOutcome> => {
        const quiz = await tx.quiz.findUnique({ where: { slug } })
        if (!quiz) return { status: 'not-found' }
        await tx.$queryRaw`SELECT 1 FROM quiz WHERE id = ${quiz.id}::uuid FOR UPDATE`
        const inQuiz = { question: { items: { some: { quizId: quiz.id } } } }
        const errors = await tx.finding.findMany({
          where: { severity: 'error', acceptedBy: null, version: { status: 'draft', ...inQuiz } },
          include: { version: { include: { question: true } } },
        })
        const questions = await tx.quizItem.count({ where: { quizId: quiz.id } })
        if (questions === 0)
          return {
            status: 'blocked',
            problems: [{ question: slug, locale: null, code: 'no-questions', message: 'The quiz has no questions.' }],
          }
        if (errors.length > 0)
          return {
            status: 'blocked',
            problems: errors.map(({ version, locale, code, message }) => ({
              question: version.question.externalId,
              locale,
              code,
              message,
            })),
          }
        const now = await databaseNow(tx)
        await tx.translation.updateMany({
          where: { status: { not: 'published' }, version: inQuiz },
          data: { status: 'published', publishedAt: now },
        })
        await tx.questionVersion.updateMany({
          where: { status: 'draft', ...inQuiz },
          data: { status: 'published', publishedAt: now, publishedBy: actorOf(viewer) },
        })
        await tx.quiz.update({
          where: { id: quiz.id },
          data: { status: 'published', publishedAt: quiz.publishedAt ?? now, rowVersion: { increment: 1 } },
        })
        await recordChange(tx, viewer, {
          action: 'quiz.publish',
          subjectType: 'quiz',
          subjectId: quiz.id,
          before: { status: quiz.status },
          after: { status: 'published' },
        })
        const names = await tx.quizName.findMany({ where: { quizId: quiz.id }, select: { locale: true } })
        return { status: 'published', questions, locales: names.map(({ locale }) => locale) }
      },
      { timeout: 60_000 },
    ),
)
