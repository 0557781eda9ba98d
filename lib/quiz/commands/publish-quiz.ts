import { guarded } from '../../access/guard'
import { actorOf } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { databaseNow, db, type Transaction } from '../../db/client'
import { settleDrafts } from '../../question/drafts'

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
        await makeDueAgain(tx, quiz.id)
        await settleDrafts(tx, quiz)
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

/**
 * What people know of a question whose key changes with this publishing may be wrong now: it is due at once, or tomorrow
 * where today's answer is given.
 */
async function makeDueAgain(tx: Transaction, quizId: string): Promise<void> {
  await tx.$executeRaw`
    WITH unsure AS (
      SELECT card.person_id, card.question_id
      FROM quiz_item
      JOIN review_card AS card ON card.question_id = quiz_item.question_id
      JOIN question_version AS draft ON draft.question_id = quiz_item.question_id AND draft.status = 'draft'
      JOIN version_key AS new_key ON new_key.version_id = draft.id
      JOIN LATERAL (
        SELECT option_ids, accepted, kind FROM question_version JOIN version_key ON version_key.version_id = question_version.id
        WHERE question_id = quiz_item.question_id AND status = 'published' ORDER BY number DESC LIMIT 1
      ) AS old_key ON new_key.accepted IS DISTINCT FROM old_key.accepted OR CASE
        WHEN 'ordering' IN (draft.kind, old_key.kind)
          THEN draft.kind <> old_key.kind OR new_key.option_ids <> old_key.option_ids
        ELSE NOT (new_key.option_ids @> old_key.option_ids AND new_key.option_ids <@ old_key.option_ids) END
      WHERE quiz_item.quiz_id = ${quizId}::uuid
      ORDER BY card.person_id, card.question_id FOR UPDATE OF card
    )
    UPDATE review_card SET due_on = last_rated_on + 1 FROM unsure
    WHERE (review_card.person_id, review_card.question_id) = (unsure.person_id, unsure.question_id)`
}
