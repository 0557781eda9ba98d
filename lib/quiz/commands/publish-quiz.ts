import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
import { databaseNow, db } from '../../db/client'
import { workOneByOne } from '../../db/one-by-one'
import { blocksOf } from '../checklist'
import { PUBLISH_BLOCKED as BLOCKED, type PublishOutcome, publishLocked } from '../publish'

/**
 * Publishes a quiz, for a score or as a beta: every draft version and all drafted words in it become what members see
 * from now on. Attempts that run keep what they started with. Publishing again what is published already changes nothing.
 */
export const publishQuiz = guarded(
  'quiz:author',
  (viewer, slug: string, to: 'published' | 'beta' = 'published'): Promise<PublishOutcome> =>
    db().$transaction(
      async (tx): Promise<PublishOutcome> => {
        const [quiz] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM quiz WHERE slug = ${slug} FOR UPDATE`
        if (!quiz) return { status: 'not-found' }
        return publishLocked(tx, viewer, quiz.id, to, await databaseNow(tx))
      },
      { timeout: 60_000 },
    ),
)

/**
 * Publishes the quizzes whose time has come, each once: what the checklist blocks then stays as it is, with that on
 * record, until someone publishes it or sets another time. Several processes may do so at once.
 *
 * @param limit how many at most
 * @returns how many were published or held back
 * @throws AggregateError after all others, naming those that failed
 */
export const publishDueQuizzes = guarded(
  'quiz:author',
  (viewer, limit: number = 100): Promise<number> =>
    workOneByOne(
      'Quizzes to be published',
      limit,
      async (tx, passedOver) => {
        const [due] = await tx.$queryRaw<{ id: string }[]>`
          SELECT id FROM quiz
          WHERE publish_at <= app_now() AND id <> ALL(${passedOver}::uuid[]) AND NOT EXISTS (
            SELECT FROM audit_event WHERE subject_type = 'quiz' AND subject_id = quiz.id::text
              AND action = ${BLOCKED} AND audit_event.at >= quiz.publish_at)
          ORDER BY publish_at LIMIT 1 FOR UPDATE SKIP LOCKED`
        return due?.id ?? null
      },
      async (tx, id) => {
        const { publishAt } = await tx.quiz.findUniqueOrThrow({ where: { id } })
        // Whoever held the lock before may have put it on record after this process had looked for it.
        const known = await tx.auditEvent.count({
          where: { subjectType: 'quiz', subjectId: id, action: BLOCKED, at: { gte: publishAt ?? new Date(0) } },
        })
        if (!publishAt || known > 0) return
        const outcome = await publishLocked(tx, viewer, id, 'published', await databaseNow(tx))
        if (outcome.status === 'published') return
        if (outcome.status !== 'blocked') throw new Error(`The quiz is due but cannot be published: ${outcome.status}`)
        await recordChange(tx, viewer, {
          action: BLOCKED,
          subjectType: 'quiz',
          subjectId: id,
          after: {
            problems: blocksOf(outcome.items).map(({ code, question }) => ({ code, question: question?.id ?? null })),
          },
        })
      },
    ),
)
