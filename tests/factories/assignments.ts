import { actAs } from '@/lib/access/viewer'
import { createAssignment } from '@/lib/assignment/commands'
import type { NewAssignment } from '@/lib/assignment/schema'
import { db, newId } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { createViewer } from './people'

/**
 * Assigns a quiz or topics to the members of a team, as a manager of it: without a due date, in UTC, the first attempt
 * counting, unless `terms` says otherwise.
 *
 * @returns the id of the assignment
 */
export async function assign(
  team: string,
  what: NewAssignment['what'],
  terms: Partial<Omit<NewAssignment, 'what'>> = {},
): Promise<string> {
  const manager = await createViewer({ teams: { [team]: 'manager' } })
  const created = await actAs(manager, () =>
    createAssignment(team, {
      ...{ what, personId: null, dueOn: null, zone: 'UTC', counts: 'first', renewMonths: null },
      ...terms,
    }),
  )
  if (created.status !== 'created') throw new Error(`Nothing was assigned: ${created.status}`)
  return created.id
}

type NewRow = ({ personId: string } | { team: string }) &
  ({ quiz: string } | { topics: string[] }) & {
    /** The last day on which it is in time, in `zone`. */
    dueOn: string
    zone?: string
    renewMonths?: number
  }

/** Assigns a quiz, or topics, to a team or a person, who need not be in any. */
export async function assignDirectly(given: NewRow): Promise<string> {
  const id = newId()
  const { dueOn, zone = 'UTC', renewMonths = null } = given
  const teamId = 'team' in given ? (await db().team.findUniqueOrThrow({ where: { slug: given.team } })).id : null
  const quizId = 'quiz' in given ? (await db().quiz.findUniqueOrThrow({ where: { slug: given.quiz } })).id : null
  await db().$executeRaw(Prisma.sql`
    INSERT INTO assignment (id, team_id, person_id, quiz_id, due_on, due_zone, due_at, renew_months)
    VALUES (${id}::uuid, ${teamId}::uuid, ${'personId' in given ? given.personId : null}::uuid, ${quizId}::uuid,
      ${dueOn}::date, ${zone}, end_of_day(${dueOn}::date, ${zone}), ${renewMonths}::int)`)
  if ('topics' in given)
    for (const slug of given.topics)
      await db().assignmentTopic.create({
        data: { assignmentId: id, topicId: (await db().topic.findUniqueOrThrow({ where: { slug } })).id },
      })
  return id
}
