import { guarded } from '../../access/guard'
import type { Viewer } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { databaseNow, db, type Transaction } from '../../db/client'
import { discardDraftQuestions } from '../discard'
import { afterAction, type StateAction } from '../rules'

/** What changes a state and publishes nothing. */
export type PlainAction = Exclude<StateAction, 'publish' | 'beta' | 'schedule'>

export type StateOutcome = { status: 'changed' } | { status: 'not-found' } | { status: 'not-now' }

/**
 * Changes the state of quizzes: each that may, and no other. Attempts that run are left alone.
 *
 * @returns the outcome for each slug, in their order
 */
export const changeQuizState = guarded(
  'quiz:author',
  async (viewer, slugs: readonly string[], action: PlainAction): Promise<StateOutcome[]> => {
    const outcomes: StateOutcome[] = []
    for (const slug of new Set(slugs)) outcomes.push(await db().$transaction((tx) => change(tx, viewer, slug, action)))
    return outcomes
  },
)

export type ScheduleOutcome = StateOutcome | { status: 'too-early' }

/** Sets when what is drafted now is to be published. The checklist is asked when the time has come. */
export const scheduleQuiz = guarded(
  'quiz:author',
  (viewer, slug: string, at: Date): Promise<ScheduleOutcome> =>
    db().$transaction(async (tx): Promise<ScheduleOutcome> => {
      if (at <= (await databaseNow(tx))) return { status: 'too-early' }
      return change(tx, viewer, slug, 'schedule', at)
    }),
)

async function change(
  tx: Transaction,
  viewer: Viewer,
  slug: string,
  action: StateAction,
  at: Date | null = null,
): Promise<StateOutcome> {
  await tx.$queryRaw`SELECT 1 FROM quiz WHERE slug = ${slug} FOR UPDATE`
  const quiz = await tx.quiz.findUnique({ where: { slug } })
  if (!quiz) return { status: 'not-found' }
  const next = afterAction(quiz, action, at)
  if (!next) return { status: 'not-now' }
  await tx.quiz.update({ where: { id: quiz.id }, data: { ...next, rowVersion: { increment: 1 } } })
  const told = ({ status, publishAt }: typeof next) => ({ status, publishAt: publishAt?.toISOString() ?? null })
  await recordChange(tx, viewer, {
    action: `quiz.${action}`,
    subjectType: 'quiz',
    subjectId: quiz.id,
    before: told(quiz),
    after: told(next),
  })
  return { status: 'changed' }
}

export type DeleteOutcome =
  | { status: 'deleted' }
  | { status: 'not-found' }
  /** It is no draft, was published before, or someone has taken it: it can only be archived. */
  | { status: 'in-use' }

/** Deletes a draft that nobody has ever taken, with those of its questions that are in no other quiz and were never published. */
export const deleteQuiz = guarded(
  'quiz:author',
  (viewer, slug: string): Promise<DeleteOutcome> =>
    db().$transaction(async (tx): Promise<DeleteOutcome> => {
      await tx.$queryRaw`SELECT 1 FROM quiz WHERE slug = ${slug} FOR UPDATE`
      const quiz = await tx.quiz.findUnique({
        where: { slug },
        include: { items: { select: { questionId: true } }, _count: { select: { attempts: true } } },
      })
      if (!quiz) return { status: 'not-found' }
      if (quiz.status !== 'draft' || quiz.publishedAt || quiz._count.attempts > 0) return { status: 'in-use' }
      const ofQuiz = { quizId: quiz.id }
      await tx.quizItem.deleteMany({ where: ofQuiz })
      const questions = await discardDraftQuestions(
        tx,
        quiz.items.map(({ questionId }) => questionId),
      )
      await tx.pool.deleteMany({ where: ofQuiz })
      await tx.allowance.deleteMany({ where: ofQuiz })
      await tx.importRun.deleteMany({ where: ofQuiz })
      await tx.quizName.deleteMany({ where: ofQuiz })
      await tx.quiz.delete({ where: { id: quiz.id } })
      await recordChange(tx, viewer, {
        action: 'quiz.delete',
        subjectType: 'quiz',
        subjectId: quiz.id,
        before: { slug, questions },
      })
      return { status: 'deleted' }
    }),
)
