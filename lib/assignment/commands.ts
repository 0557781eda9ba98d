import type { z } from 'zod'
import { guarded } from '../access/guard'
import type { Viewer } from '../access/viewer'
import { recordChange } from '../audit/record'
import { db, isId, newId, type Transaction } from '../db/client'
import { Prisma } from '../db/generated/client'
import { changeAllowance } from '../person/changes'
import { findManagedTeam, type ManagedTeam, membersNow } from '../team/scope'
import { assignmentTerms, newAssignment } from './schema'
import { isOfTeam } from './standing'

const dueAtOf = (dueOn: string | null, zone: string) =>
  dueOn === null ? Prisma.sql`NULL::timestamptz` : Prisma.sql`end_of_day(${dueOn}::date, ${zone})`

async function isMember(tx: Transaction, team: ManagedTeam, personId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM ${membersNow(team.id)} AS person WHERE person.id = ${personId}::uuid`
  return found.length > 0
}

/** An assignment of a managed team, or of one of its members now, locked; null for every other. */
async function findAssignment(tx: Transaction, team: ManagedTeam, id: string) {
  if (!isId(id)) return null
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT assignment.id FROM assignment
    WHERE assignment.id = ${id}::uuid AND assignment.archived_at IS NULL AND ${isOfTeam(team.id)}
    FOR UPDATE`
  return found ? tx.assignment.findUniqueOrThrow({ where: { id: found.id } }) : null
}

/** Does something with an assignment of a managed team, in one transaction. */
async function withAssignment<Status extends string>(
  viewer: Viewer,
  slug: string,
  id: string,
  work: (
    tx: Transaction,
    assignment: NonNullable<Awaited<ReturnType<typeof findAssignment>>>,
    team: ManagedTeam,
  ) => Promise<Status>,
): Promise<{ status: Status | 'not-found' }> {
  const team = await findManagedTeam(viewer, slug)
  if (!team) return { status: 'not-found' }
  return db().$transaction(async (tx) => {
    const assignment = await findAssignment(tx, team, id)
    return { status: assignment ? await work(tx, assignment, team) : 'not-found' }
  })
}

const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null

/**
 * Assigns a published quiz, or topics that have scored questions, to the members of a managed team or to one of them.
 *
 * @throws ZodError naming the term that is wrong
 */
export const createAssignment = guarded(
  'team:manage',
  async (
    viewer,
    slug: string,
    input: z.input<typeof newAssignment>,
  ): Promise<
    { status: 'created'; id: string } | { status: 'not-found' | 'no-such-quiz' | 'no-questions' | 'no-such-person' }
  > => {
    const { what, personId, dueOn, zone, counts, renewMonths } = newAssignment.parse(input)
    const team = await findManagedTeam(viewer, slug)
    if (!team) return { status: 'not-found' }
    return db().$transaction(async (tx) => {
      if (personId && !(await isMember(tx, team, personId))) return { status: 'no-such-person' as const }
      const quiz = 'quiz' in what ? await tx.quiz.findFirst({ where: { slug: what.quiz, status: 'published' } }) : null
      if ('quiz' in what && !quiz) return { status: 'no-such-quiz' as const }
      const topics = 'topics' in what ? await tx.topic.findMany({ where: { slug: { in: what.topics } } }) : []
      const id = newId()
      await tx.$executeRaw`
        INSERT INTO assignment (id, team_id, person_id, quiz_id, due_on, due_zone, due_at, counts, renew_months, created_by)
        VALUES (${id}::uuid, ${personId ? null : team.id}::uuid, ${personId}::uuid, ${quiz?.id ?? null}::uuid,
          ${dueOn}::date, ${zone}, ${dueAtOf(dueOn, zone)}, ${counts}::assignment_counts, ${renewMonths},
          (SELECT id FROM person WHERE id = ${viewer.personId}::uuid))`
      if ('topics' in what) {
        await tx.assignmentTopic.createMany({
          data: topics.map(({ id: topicId }) => ({ assignmentId: id, topicId })),
        })
        const [asked] = await tx.$queryRaw<{ questions: number }[]>`
          SELECT count(*)::int AS questions FROM assigned_question WHERE assignment_id = ${id}::uuid`
        if (!asked?.questions) {
          await tx.assignmentTopic.deleteMany({ where: { assignmentId: id } })
          await tx.assignment.delete({ where: { id } })
          return { status: 'no-questions' as const }
        }
      }
      await recordChange(tx, viewer, {
        action: 'assignment.create',
        subjectType: 'assignment',
        subjectId: id,
        after: {
          teamId: team.id,
          personId,
          quizId: quiz?.id ?? null,
          ...(topics.length > 0 && { topics: topics.map((topic) => topic.slug) }),
          ...{ dueOn, zone, counts, renewMonths },
        },
      })
      return { status: 'created' as const, id }
    })
  },
)

/**
 * Changes the terms of an assignment.
 *
 * @param rowVersion of the terms that were read; where someone has changed them since, nothing is done
 * @throws ZodError naming the term that is wrong
 */
export const changeAssignment = guarded(
  'team:manage',
  async (
    viewer,
    slug: string,
    id: string,
    rowVersion: number,
    input: z.input<typeof assignmentTerms>,
  ): Promise<{ status: 'done' | 'changed' | 'not-found' }> => {
    const { dueOn, zone, counts, renewMonths } = assignmentTerms.parse(input)
    return withAssignment(viewer, slug, id, async (tx, was) => {
      if (was.rowVersion !== rowVersion) return 'changed'
      const before = { dueOn: dayOf(was.dueOn), zone: was.dueZone, counts: was.counts, renewMonths: was.renewMonths }
      const after = { dueOn, zone, counts, renewMonths }
      if (JSON.stringify(before) === JSON.stringify(after)) return 'done'
      await tx.$executeRaw`
        UPDATE assignment SET due_on = ${dueOn}::date, due_zone = ${zone}, due_at = ${dueAtOf(dueOn, zone)},
          counts = ${counts}::assignment_counts, renew_months = ${renewMonths}, row_version = row_version + 1
        WHERE id = ${id}::uuid`
      // Another day for one person stays that day, and ends where the zone now says.
      await tx.$executeRaw`
        UPDATE due_extension SET due_at = end_of_day(due_on, ${zone}) WHERE assignment_id = ${id}::uuid`
      await recordChange(tx, viewer, {
        action: 'assignment.change',
        subjectType: 'assignment',
        subjectId: id,
        before,
        after,
      })
      return 'done'
    })
  },
)

/** Takes an assignment back. What people did for it stays theirs. */
export const archiveAssignment = guarded(
  'team:manage',
  (viewer, slug: string, id: string): Promise<{ status: 'done' | 'not-found' }> =>
    withAssignment(viewer, slug, id, async (tx) => {
      await tx.$executeRaw`UPDATE assignment SET archived_at = app_now() WHERE id = ${id}::uuid`
      await recordChange(tx, viewer, { action: 'assignment.archive', subjectType: 'assignment', subjectId: id })
      return 'done'
    }),
)

/** Gives one member another day, in the zone of the assignment; null takes it back. */
export const extendDue = guarded(
  'team:manage',
  (
    viewer,
    slug: string,
    id: string,
    personId: string,
    dueOn: string | null,
  ): Promise<{ status: 'done' | 'not-found' }> => {
    const day = assignmentTerms.shape.dueOn.parse(dueOn)
    return withAssignment(viewer, slug, id, async (tx, assignment, team) => {
      if (!isId(personId) || !(await isMember(tx, team, personId))) return 'not-found'
      const key = { assignmentId_personId: { assignmentId: id, personId } }
      const was = await tx.dueExtension.findUnique({ where: key })
      if (dayOf(was?.dueOn ?? null) === day) return 'done'
      if (day === null) await tx.dueExtension.delete({ where: key })
      else
        await tx.$executeRaw`
          INSERT INTO due_extension (assignment_id, person_id, due_on, due_at)
          VALUES (${id}::uuid, ${personId}::uuid, ${day}::date, end_of_day(${day}::date, ${assignment.dueZone}))
          ON CONFLICT (assignment_id, person_id) DO UPDATE SET due_on = excluded.due_on, due_at = excluded.due_at`
      await recordChange(tx, viewer, {
        action: 'assignment.extend',
        subjectType: 'assignment',
        subjectId: id,
        before: { personId, dueOn: dayOf(was?.dueOn ?? null) },
        after: { personId, dueOn: day },
      })
      return 'done'
    })
  },
)

/** Gives one member extra time, in percent, and extra attempts at the quiz of an assignment. */
export const allowExtra = guarded(
  'team:manage',
  (
    viewer,
    slug: string,
    id: string,
    personId: string,
    extra: { time: number; attempts: number },
  ): Promise<{ status: 'done' | 'not-found' }> =>
    withAssignment(viewer, slug, id, async (tx, { quizId }, team) => {
      if (!quizId || !isId(personId) || !(await isMember(tx, team, personId))) return 'not-found'
      await changeAllowance(tx, viewer, personId, quizId, extra)
      return 'done'
    }),
)
