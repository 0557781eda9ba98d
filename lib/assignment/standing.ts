import { Prisma } from '../db/generated/client'
import { membersNow } from '../team/scope'

/** Of `assignment`: it is the team's, or that of someone who is a member of it now. Its managers see no others. */
export const isOfTeam = (teamId: string): Prisma.Sql => Prisma.sql`(
  assignment.team_id = ${teamId}::uuid
  OR assignment.person_id IN (SELECT person.id FROM ${membersNow(teamId)} AS person))`

/** The last day on which it can be done in time, by the calendar of the assignment, of `standing` and `assignment`. */
export const dueDay = Prisma.sql`
  (standing.due_at AT TIME ZONE assignment.due_zone - interval '1 microsecond')::date::text`
