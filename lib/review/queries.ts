import { guarded } from '../access/guard'
import { databaseNow, db } from '../db/client'
import { dateIn } from '../i18n/calendar'
import { reviewableCards } from './due'
import { REVIEW_QUESTIONS } from './rules'

export type TodaysReview = {
  /** Questions that are due today or have been for longer. */
  due: number
  /** Of them, how many the next review asks. */
  asks: number
  /** In how many quizzes they stand. */
  quizzes: number
  /** The next day on which something is due, as an ISO date; null when nothing ever is. */
  nextDueOn: string | null
  /** A review that was begun. */
  open: { attemptId: string; position: number; answered: number; total: number } | null
}

/** What the viewer's own review queue holds today. */
export const getTodaysReview = guarded('progress:own', async (viewer): Promise<TodaysReview> => {
  const today = dateIn(viewer.zone, await databaseNow())
  const [cards] = await db().$queryRaw<{ due: number; quizzes: number; nextDueOn: string | null }[]>`
    WITH cards AS (${reviewableCards(viewer.personId)})
    SELECT count(*) FILTER (WHERE due_on <= ${today}::date)::int AS due,
      count(DISTINCT quiz_id) FILTER (WHERE due_on <= ${today}::date)::int AS quizzes,
      (min(due_on) FILTER (WHERE due_on > ${today}::date))::text AS "nextDueOn"
    FROM cards`
  const [open] = await db().$queryRaw<NonNullable<TodaysReview['open']>[]>`
    SELECT attempt.id AS "attemptId", count(*)::int AS total, count(*) FILTER (WHERE answer.seq > 0)::int AS answered,
      coalesce(min(answer.position) FILTER (WHERE answer.seq = 0), 1)::int AS position
    FROM attempt JOIN answer ON answer.attempt_id = attempt.id
    WHERE attempt.person_id = ${viewer.personId}::uuid AND attempt.quiz_id IS NULL AND attempt.ended_at IS NULL
    GROUP BY attempt.id`
  const { due, quizzes, nextDueOn } = cards ?? { due: 0, quizzes: 0, nextDueOn: null }
  return { due, asks: Math.min(due, REVIEW_QUESTIONS), quizzes, nextDueOn, open: open ?? null }
})
