import type { Viewer } from '../access/viewer'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'

/** A team that someone manages. */
export type ManagedTeam = { id: string; slug: string; name: string }

/** Ids of the teams that someone manages now. Whoever stops managing one sees nothing of it from the next request on. */
export function managedTeamIds(viewer: Viewer): string[] {
  return viewer.teams.filter(({ role }) => role === 'manager').map(({ teamId }) => teamId)
}

/** The team of that slug if the viewer manages it; null for any other, as for a slug that is no team's. */
export async function findManagedTeam(viewer: Viewer, slug: string): Promise<ManagedTeam | null> {
  return db().team.findFirst({
    where: { slug, archivedAt: null, id: { in: managedTeamIds(viewer) } },
    select: { id: true, slug: true, name: true },
  })
}

/**
 * The people of a team whom its managers look after, as rows of `person` in brackets: members now, not those who manage it,
 * and nobody deactivated or erased.
 *
 * @param teamId an id, or an expression for one
 */
export const membersNow = (teamId: Prisma.Sql | string): Prisma.Sql => Prisma.sql`(
  SELECT person.* FROM membership JOIN person ON person.id = membership.person_id
  WHERE membership.team_id = ${typeof teamId === 'string' ? Prisma.sql`${teamId}::uuid` : teamId}
    AND membership.until_at IS NULL AND membership.role = 'member'
    AND person.deactivated_at IS NULL AND person.erased_at IS NULL)`
