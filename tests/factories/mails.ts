import { db, newId } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

type NewAssignment = ({ personId: string } | { team: string }) &
  ({ quiz: string } | { topics: string[] }) & {
    /** The last day on which it is in time, in `zone`. */
    dueOn: string
    zone?: string
    renewMonths?: number
  }

/** Assigns a quiz, or topics, to a person or a team. */
export async function assign(given: NewAssignment): Promise<string> {
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
