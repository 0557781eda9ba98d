import { z } from 'zod'
import { guarded } from '../../access/guard'
import { hashPassword } from '../../access/password'
import { recordChange } from '../../audit/record'
import { refreshStandings } from '../../board/standings'
import { db, newId, type Transaction } from '../../db/client'
import { email, localeTag, membershipRole, personRole, timeZone } from '../schema'

const newPerson = z.object({
  email,
  name: z.string().trim().min(1).max(100),
  role: personRole.default('member'),
  uiLocale: localeTag.nullable().default(null),
  contentLocales: z.array(localeTag).default([]),
  zone: timeZone.default('UTC'),
  /** Only for the demo cast: others choose theirs through a one-time link. */
  password: z.string().optional(),
})

/**
 * Adds a person.
 *
 * @throws ZodError naming the field that is wrong
 */
export const addPerson = guarded(
  'people:manage',
  async (
    viewer,
    input: z.input<typeof newPerson>,
  ): Promise<{ status: 'added'; personId: string } | { status: 'exists' }> => {
    const { password, ...person } = newPerson.parse(input)
    const argon2 = password && (await hashPassword(password))
    return db().$transaction(async (tx) => {
      if (await tx.person.findUnique({ where: { email: person.email } })) return { status: 'exists' }
      const personId = newId()
      await tx.person.create({ data: { id: personId, ...person } })
      if (argon2) await tx.credential.create({ data: { personId, argon2 } })
      await recordChange(tx, viewer, {
        action: 'person.add',
        subjectType: 'person',
        subjectId: personId,
        after: { role: person.role },
        personal: { personId, after: { email: person.email, name: person.name } },
      })
      return { status: 'added', personId }
    })
  },
)

export type ManageOutcome = { status: 'done' | 'not-found' | 'no-such-quiz' | 'last-admin' }

/** Gives a person another role. The last admin keeps theirs. */
export const changeRole = guarded(
  'people:manage',
  async (viewer, address: string, role: z.infer<typeof personRole>): Promise<ManageOutcome> =>
    changePerson(address, async (tx, person) => {
      if (person.role === role) return { status: 'done' }
      if (person.role === 'admin' && (await isLastAdmin(tx, person.id))) return { status: 'last-admin' }
      await tx.person.update({ where: { id: person.id }, data: { role } })
      await recordChange(tx, viewer, {
        action: 'person.role',
        subjectType: 'person',
        subjectId: person.id,
        before: { role: person.role },
        after: { role },
      })
      return { status: 'done' }
    }),
)

/** Signs a person out everywhere and lets them in no more. Results stay. The last admin stays too. */
export const deactivatePerson = guarded(
  'people:manage',
  async (viewer, address: string): Promise<ManageOutcome> =>
    changePerson(address, async (tx, person) => {
      if (person.role === 'admin' && (await isLastAdmin(tx, person.id))) return { status: 'last-admin' }
      await tx.$executeRaw`UPDATE person SET deactivated_at = app_now() WHERE id = ${person.id}::uuid AND deactivated_at IS NULL`
      await tx.$executeRaw`UPDATE session SET ended_at = app_now() WHERE person_id = ${person.id}::uuid AND ended_at IS NULL`
      await recordChange(tx, viewer, { action: 'person.deactivate', subjectType: 'person', subjectId: person.id })
      await refreshStandings(tx, [person.id])
      return { status: 'done' }
    }),
)

/**
 * Puts a person into a team, which is made when there is none of that name, or changes what they are in it.
 *
 * @param role null takes them out
 */
export const setMembership = guarded(
  'people:manage',
  async (
    viewer,
    address: string,
    team: { slug: string; name?: string },
    role: z.infer<typeof membershipRole> | null,
  ): Promise<ManageOutcome> =>
    changePerson(address, async (tx, person) => {
      const slug = z
        .string()
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a team is named by lower-case letters, digits and hyphens')
        .parse(team.slug)
      if (role) membershipRole.parse(role)
      const found = await tx.team.findUnique({ where: { slug } })
      if (!found && !role) return { status: 'not-found' }
      const teamId = found?.id ?? newId()
      if (!found) await tx.team.create({ data: { id: teamId, slug, name: team.name ?? slug } })
      const current = await tx.membership.findFirst({ where: { teamId, personId: person.id, untilAt: null } })
      if (current?.role === role || (!current && !role)) return { status: 'done' }
      await tx.$executeRaw`
        UPDATE membership SET until_at = app_now()
        WHERE team_id = ${teamId}::uuid AND person_id = ${person.id}::uuid AND until_at IS NULL`
      if (role) await tx.membership.create({ data: { id: newId(), teamId, personId: person.id, role } })
      await recordChange(tx, viewer, {
        action: 'team.membership',
        subjectType: 'team',
        subjectId: teamId,
        before: { personId: person.id, role: current?.role ?? null },
        after: { personId: person.id, role },
      })
      await refreshStandings(tx, [person.id])
      return { status: 'done' }
    }),
)

const RANGE = 'must be a whole number from 0 to 1000'
const extra = z.int(RANGE).min(0, RANGE).max(1000, RANGE).optional()
const allowanceInput = z.object({
  /** Slug of the quiz; left out for all that have no allowance of their own. */
  quiz: z.string().optional(),
  /** Extra time in percent. */
  time: extra,
  /** Extra attempts. */
  attempts: extra,
})

/**
 * Gives a person extra time and extra attempts. What is left out stays as it is; an allowance of nothing is none.
 *
 * @throws ZodError naming the figure that is out of range
 */
export const setAllowance = guarded(
  'people:manage',
  async (viewer, address: string, input: z.input<typeof allowanceInput>): Promise<ManageOutcome> => {
    const { quiz: slug, time, attempts } = allowanceInput.parse(input)
    return changePerson(address, async (tx, { id: personId }) => {
      const quiz = slug === undefined ? null : await tx.quiz.findUnique({ where: { slug } })
      if (slug !== undefined && !quiz) return { status: 'no-such-quiz' }
      const quizId = quiz?.id ?? null
      const current = await tx.allowance.findFirst({ where: { personId, quizId } })
      const before = { extraPercent: current?.extraPercent ?? 0, extraAttempts: current?.extraAttempts ?? 0 }
      const after = { extraPercent: time ?? before.extraPercent, extraAttempts: attempts ?? before.extraAttempts }
      if (after.extraPercent === before.extraPercent && after.extraAttempts === before.extraAttempts)
        return { status: 'done' }
      const isNone = after.extraPercent === 0 && after.extraAttempts === 0
      if (current && isNone) await tx.allowance.delete({ where: { id: current.id } })
      else if (current) await tx.allowance.update({ where: { id: current.id }, data: after })
      else if (!isNone) await tx.allowance.create({ data: { id: newId(), personId, quizId, ...after } })
      await recordChange(tx, viewer, {
        action: 'person.allowance',
        subjectType: 'person',
        subjectId: personId,
        after: { quizId },
        // Extra time may tell of a person's health.
        personal: { personId, before, after },
      })
      return { status: 'done' }
    })
  },
)

async function changePerson(
  address: string,
  change: (tx: Transaction, person: { id: string; role: 'member' | 'translator' | 'admin' }) => Promise<ManageOutcome>,
): Promise<ManageOutcome> {
  return db().$transaction(async (tx) => {
    // All changes to people take turns, so that two admins cannot demote each other at once.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('polyquiz people'))::text`
    const person = await tx.person.findUnique({ where: { email: email.parse(address) } })
    return person ? change(tx, person) : { status: 'not-found' }
  })
}

async function isLastAdmin(tx: Transaction, personId: string): Promise<boolean> {
  return (await tx.person.count({ where: { role: 'admin', deactivatedAt: null, id: { not: personId } } })) === 0
}
