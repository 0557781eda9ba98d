import { databaseNow, db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { membersNow } from '../team/scope'
import { renewsSoon, stateOf } from './rules'
import type { AssignmentState } from './schema'
import { type What, whatOf, withNames } from './title'

/** Of `assignment`: it is the team's, or that of someone who is a member of it now. Its managers see no others. */
export const isOfTeam = (teamId: string): Prisma.Sql => Prisma.sql`(
  assignment.team_id = ${teamId}::uuid
  OR assignment.person_id IN (SELECT person.id FROM ${membersNow(teamId)} AS person))`

/** The last day on which it can be done in time, by the calendar of the assignment, of `standing` and `assignment`. */
export const dueDay = Prisma.sql`
  (standing.due_at AT TIME ZONE assignment.due_zone - interval '1 microsecond')::date::text`

/** Something that someone has been assigned. */
export type PersonAssignment = What & {
  id: string
  state: AssignmentState
  dueAt: Date | null
  dueOn: string | null
  zone: string
  /** Done, and soon to be done again. */
  renewsSoon: boolean
  doneAt: Date | null
  parts: { done: number; all: number }
  /** The quiz that leads on: the assigned one, or of topics the one that holds most of what is missing. */
  leadsTo: string | null
}

type Row = {
  id: string
  dueAt: Date | null
  doneAt: Date | null
  late: boolean
  partsDone: number
  partsAll: number
  dueOn: string | null
  leadsTo: string | null
}

/**
 * What someone has been assigned: what is to do first, by when it is due. What nobody can take now is not to be done:
 * quizzes that are no longer published, and topics with no question left.
 *
 * @param wanted languages of titles, best first
 * @param which a condition over `assignment`, for some of them only
 */
export async function readAssignmentsOf(
  personId: string,
  wanted: readonly string[],
  uiLocale: string,
  which: Prisma.Sql = Prisma.sql`true`,
): Promise<PersonAssignment[]> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT standing.assignment_id AS id, standing.due_at AS "dueAt", standing.done_at AS "doneAt", standing.late,
      standing.parts_done AS "partsDone", standing.parts AS "partsAll",
      ${dueDay} AS "dueOn",
      coalesce(quiz.slug, (
        SELECT quiz.slug FROM assigned_question
        JOIN quiz_item ON quiz_item.question_id = assigned_question.question_id
        JOIN quiz ON quiz.id = quiz_item.quiz_id AND quiz.status = 'published'
        WHERE assigned_question.assignment_id = assignment.id AND NOT EXISTS (
          SELECT FROM answer JOIN attempt ON attempt.id = answer.attempt_id
          WHERE attempt.person_id = standing.person_id AND answer.question_id = assigned_question.question_id
            AND answer.answered_on IS NOT NULL)
        GROUP BY quiz.slug ORDER BY count(*) DESC, quiz.slug LIMIT 1)) AS "leadsTo"
    FROM assignment_standing AS standing JOIN assignment ON assignment.id = standing.assignment_id
    LEFT JOIN quiz ON quiz.id = assignment.quiz_id
    WHERE standing.person_id = ${personId}::uuid AND ${which}
      AND (standing.done_at IS NOT NULL OR quiz.status = 'published' OR quiz.id IS NULL AND standing.parts > 0)
    ORDER BY standing.done_at IS NOT NULL, standing.due_at NULLS LAST, standing.assignment_id`
  if (rows.length === 0) return []
  const [now, named] = await Promise.all([
    databaseNow(),
    db().assignment.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, include: withNames }),
  ])
  return rows.flatMap(({ late, partsDone, partsAll, ...row }) => {
    const assignment = named.find(({ id }) => id === row.id)
    if (!assignment) return []
    return [
      {
        ...whatOf(assignment, wanted, uiLocale),
        ...row,
        zone: assignment.dueZone,
        state: stateOf({ ...row, late }, now),
        renewsSoon: assignment.renewMonths !== null && row.doneAt !== null && renewsSoon(row.dueAt, now),
        parts: { done: partsDone, all: partsAll },
      },
    ]
  })
}
