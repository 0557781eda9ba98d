import { guarded } from '../../access/guard'
import { isAnswered } from '../../attempt/queries/read-answers'
import { databaseNow, db } from '../../db/client'
import { dateIn } from '../../i18n/calendar'
import type { PracticeDay } from '../rules'
import { shownAnswers } from './shown-answers'

export type Practice = {
  /** The day it is for the viewer, as an ISO date. */
  today: string
  /** Every day on which something was answered, oldest first. */
  days: PracticeDay[]
}

/**
 * The viewer's own practice by day: the day that was fixed with each answer, in the zone where the person was then. After
 * a flight to the west some of it may lie ahead; it counts when its day has come.
 */
export const getPractice = guarded('progress:own', async (viewer): Promise<Practice> => {
  const today = dateIn(viewer.zone, await databaseNow())
  const days = await db().$queryRaw<PracticeDay[]>`
    SELECT day::text, count(*)::int AS answers, count(is_right)::int AS scored,
      count(*) FILTER (WHERE is_right)::int AS right
    FROM (
      SELECT answer.answered_on AS day,
        CASE WHEN ${isAnswered} THEN answer.award_num = answer.award_den END AS is_right
      FROM attempt JOIN answer ON answer.attempt_id = attempt.id
      WHERE attempt.person_id = ${viewer.personId}::uuid AND ${shownAnswers} AND answer.answered_on <= ${today}::date
    ) AS given
    GROUP BY day ORDER BY day`
  return { today, days }
})
