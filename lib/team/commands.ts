import { z } from 'zod'
import { guarded } from '../access/guard'
import { recordChange } from '../audit/record'
import { refreshStandings } from '../board/standings'
import { db, newId } from '../db/client'
import { findPerson, lockPeople, setPlaceInTeam } from '../person/changes'
import { type MembershipRole, membershipRole, type Who } from '../person/schema'
import { teamName, teamSlug } from './schema'

const newTeam = z.object({ slug: teamSlug, name: teamName })

/**
 * Adds a team, with nobody in it.
 *
 * @throws ZodError naming the field that is wrong
 */
export const addTeam = guarded(
  'people:manage',
  async (viewer, input: z.input<typeof newTeam>): Promise<{ status: 'added' | 'exists' }> => {
    const { slug, name } = newTeam.parse(input)
    return db().$transaction(async (tx) => {
      await lockPeople(tx)
      if (await tx.team.findUnique({ where: { slug } })) return { status: 'exists' }
      const id = newId()
      await tx.team.create({ data: { id, slug, name } })
      await recordChange(tx, viewer, { action: 'team.add', subjectType: 'team', subjectId: id, after: { slug, name } })
      return { status: 'added' }
    })
  },
)

export type TeamOutcome = { status: 'done' | 'not-found' }

/**
 * Gives a team another name. Its slug stays, since files and addresses hold it.
 *
 * @throws ZodError where the name is empty or too long
 */
export const renameTeam = guarded(
  'people:manage',
  async (viewer, slug: string, input: string): Promise<TeamOutcome> => {
    const name = teamName.parse(input)
    return db().$transaction(async (tx) => {
      await lockPeople(tx)
      const team = await tx.team.findUnique({ where: { slug } })
      if (!team) return { status: 'not-found' }
      if (team.name === name) return { status: 'done' }
      await tx.team.update({ where: { slug }, data: { name } })
      await recordChange(tx, viewer, {
        action: 'team.rename',
        subjectType: 'team',
        subjectId: team.id,
        before: { name: team.name },
        after: { name },
      })
      return { status: 'done' }
    })
  },
)

/** Puts a team away, or brings it back. Who is in it stays in it; boards and choices show it no more. */
export const setTeamArchived = guarded(
  'people:manage',
  async (viewer, slug: string, archived: boolean): Promise<TeamOutcome> =>
    db().$transaction(async (tx) => {
      await lockPeople(tx)
      const team = await tx.team.findUnique({ where: { slug } })
      if (!team) return { status: 'not-found' }
      if ((team.archivedAt !== null) === archived) return { status: 'done' }
      await tx.$executeRaw`
        UPDATE team SET archived_at = CASE WHEN ${archived} THEN app_now() END WHERE id = ${team.id}::uuid`
      await recordChange(tx, viewer, {
        action: archived ? 'team.archive' : 'team.restore',
        subjectType: 'team',
        subjectId: team.id,
      })
      return { status: 'done' }
    }),
)

/**
 * Changes what a person is in a team that there is.
 *
 * @param role null takes them out; nobody is put into an archived team
 */
export const setTeamRole = guarded(
  'people:manage',
  async (
    viewer,
    who: Who,
    slug: string,
    role: MembershipRole | null,
  ): Promise<{ status: 'done' | 'not-found' | 'no-such-team' }> => {
    if (role) membershipRole.parse(role)
    return db().$transaction(async (tx) => {
      await lockPeople(tx)
      const team = await tx.team.findUnique({ where: { slug } })
      if (!team || (team.archivedAt && role)) return { status: 'no-such-team' }
      const person = await findPerson(tx, who)
      if (!person) return { status: 'not-found' }
      const changed = await setPlaceInTeam(tx, viewer, person, team.id, role)
      if (changed === 'done') await refreshStandings(tx, [person.id])
      return { status: 'done' }
    })
  },
)
