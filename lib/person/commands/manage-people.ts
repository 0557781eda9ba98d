import { z } from 'zod'
import { guarded } from '../../access/guard'
import { hashPassword } from '../../access/password'
import type { Viewer } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { refreshStandings } from '../../board/standings'
import { db, newId, type Transaction } from '../../db/client'
import { teamSlug } from '../../team/schema'
import {
  type AllowanceChange,
  type Changed,
  changeAllowance,
  deactivate,
  type Found,
  findPerson,
  lockPeople,
  reactivate,
  rename,
  setPlaceInTeam,
  setRole,
} from '../changes'
import {
  email,
  localeTag,
  type MembershipRole,
  membershipRole,
  type PersonRole,
  personName,
  personRole,
  timeZone,
  type Who,
} from '../schema'

const newPerson = z.object({
  email,
  name: personName,
  role: personRole.default('member'),
  uiLocale: localeTag.nullable().default(null),
  contentLocales: z.array(localeTag).default([]),
  zone: timeZone.default('UTC'),
  /** Slug of a team that there is, to which they belong from the start. */
  team: z.string().optional(),
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
  ): Promise<{ status: 'added'; personId: string } | { status: 'exists' | 'no-such-team' }> => {
    const { password, team: slug, ...person } = newPerson.parse(input)
    const argon2 = password && (await hashPassword(password))
    return db().$transaction(async (tx) => {
      await lockPeople(tx)
      if (await tx.person.findUnique({ where: { email: person.email } })) return { status: 'exists' }
      const team = slug === undefined ? null : await tx.team.findUnique({ where: { slug, archivedAt: null } })
      if (slug !== undefined && !team) return { status: 'no-such-team' }
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
      if (team) await setPlaceInTeam(tx, viewer, { id: personId }, team.id, 'member')
      return { status: 'added', personId }
    })
  },
)

export type ManageOutcome = { status: 'done' | 'not-found' | 'no-such-quiz' | 'last-admin' }

const personChanges = z.object({ name: personName.optional(), role: personRole.optional() })

/**
 * Gives a person another name, another role, or both. The last admin keeps their role, and then nothing is changed.
 *
 * @throws ZodError naming the field that is wrong
 */
export const changePerson = guarded(
  'people:manage',
  async (viewer, who: Who, input: z.input<typeof personChanges>): Promise<ManageOutcome> => {
    const { name, role } = personChanges.parse(input)
    return change(who, async (tx, person) => {
      if (role && (await setRole(tx, viewer, person, role)) === 'last-admin') return 'last-admin'
      return name === undefined ? 'done' : rename(tx, viewer, person, name)
    })
  },
)

/** Gives a person another role. The last admin keeps theirs. */
export const changeRole = guarded(
  'people:manage',
  async (viewer, who: Who, role: PersonRole): Promise<ManageOutcome> =>
    change(who, (tx, person) => setRole(tx, viewer, person, role)),
)

/** Signs a person out everywhere and lets them in no more. Results stay. The last admin stays too. */
export const deactivatePerson = guarded(
  'people:manage',
  async (viewer, who: Who): Promise<ManageOutcome> =>
    change(who, (tx, person) => andOnBoards(deactivate)(tx, viewer, person)),
)

/** Lets a deactivated person in again, with what they were. They sign in anew. */
export const reactivatePerson = guarded(
  'people:manage',
  async (viewer, who: Who): Promise<ManageOutcome> =>
    change(who, (tx, person) => andOnBoards(reactivate)(tx, viewer, person)),
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
    who: Who,
    team: { slug: string; name?: string },
    role: MembershipRole | null,
  ): Promise<ManageOutcome> => {
    const slug = teamSlug.parse(team.slug)
    if (role) membershipRole.parse(role)
    return change(who, async (tx, person) => {
      const found = await tx.team.findUnique({ where: { slug } })
      if (!found && !role) return 'not-found'
      const teamId = found?.id ?? newId()
      if (!found) await tx.team.create({ data: { id: teamId, slug, name: team.name ?? slug } })
      const changed = await setPlaceInTeam(tx, viewer, person, teamId, role)
      if (changed === 'done') await refreshStandings(tx, [person.id])
      return changed
    })
  },
)

/**
 * Gives a person extra time and extra attempts. What is left out stays as it is; an allowance of nothing is none.
 *
 * @throws ZodError naming the figure that is out of range
 */
export const setAllowance = guarded(
  'people:manage',
  async (viewer, who: Who, input: AllowanceChange & { quiz?: string | undefined }): Promise<ManageOutcome> => {
    const { quiz: slug, ...extra } = input
    return change(who, async (tx, { id: personId }) => {
      const quiz = slug === undefined ? null : await tx.quiz.findUnique({ where: { slug } })
      if (slug !== undefined && !quiz) return 'no-such-quiz'
      return changeAllowance(tx, viewer, personId, quiz?.id ?? null, extra)
    })
  },
)

async function change(
  who: Who,
  work: (tx: Transaction, person: Found) => Promise<Changed | ManageOutcome['status']>,
): Promise<ManageOutcome> {
  return db().$transaction(async (tx) => {
    await lockPeople(tx)
    const person = await findPerson(tx, who)
    const status = person ? await work(tx, person) : 'not-found'
    return { status: status === 'same' ? 'done' : status }
  })
}

/** A change that boards show. */
function andOnBoards(work: (tx: Transaction, viewer: Viewer, person: Found) => Promise<Changed>): typeof work {
  return async (tx, viewer, person) => {
    const changed = await work(tx, viewer, person)
    if (changed === 'done') await refreshStandings(tx, [person.id])
    return changed
  }
}
