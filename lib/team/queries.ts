import { guarded } from '../access/guard'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { containsWords, inReadingOrder } from '../db/search'
import { type ListAddress, PAGE_SIZE } from '../list/schema'
import type { teamsList } from './schema'
import { findManagedTeam } from './scope'

/** A team in the list of teams; its people without those deactivated. */
export type TeamRow = { slug: string; name: string; members: number; managers: string[]; isArchived: boolean }

const isCounted = Prisma.sql`membership.team_id = team.id AND membership.until_at IS NULL
  AND person.deactivated_at IS NULL AND person.erased_at IS NULL`
const memberCount = Prisma.sql`
  (SELECT count(*)::int FROM membership JOIN person ON person.id = membership.person_id WHERE ${isCounted})`

const orders: Record<(typeof teamsList)['sorts'][number], Prisma.Sql> = {
  name: inReadingOrder(Prisma.sql`team.name`),
  slug: Prisma.sql`team.slug`,
  members: memberCount,
}

/** One page of the teams that fit what the address of the list says, with how many there are on all pages. */
export const listMatchingTeams = guarded(
  'people:manage',
  async (
    _viewer,
    { search, filters: { state }, sort, descending, page }: ListAddress<typeof teamsList>,
  ): Promise<{ teams: TeamRow[]; total: number }> => {
    const fits = Prisma.sql`${containsWords(Prisma.sql`team.name || ' ' || team.slug`, search)}
      AND ${state ? Prisma.sql`(team.archived_at IS NOT NULL) = ${state === 'archived'}` : Prisma.sql`true`}`
    const [teams, [counted]] = await Promise.all([
      db().$queryRaw<TeamRow[]>`
        SELECT slug, name, ${memberCount} AS members, archived_at IS NOT NULL AS "isArchived",
          ARRAY(SELECT person.name FROM membership JOIN person ON person.id = membership.person_id
            WHERE ${isCounted} AND membership.role = 'manager' ORDER BY person.name) AS managers
        FROM team WHERE ${fits}
        ORDER BY ${orders[sort]} ${descending ? Prisma.sql`DESC` : Prisma.sql`ASC`}, slug
        LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`,
      db().$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM team WHERE ${fits}`,
    ])
    return { teams, total: counted?.total ?? 0 }
  },
)

/** The teams that are not archived, by name: those among which one can choose. */
export const listTeams = guarded(
  'people:manage',
  async (): Promise<{ slug: string; name: string }[]> =>
    db().team.findMany({ where: { archivedAt: null }, orderBy: { name: 'asc' }, select: { slug: true, name: true } }),
)

/** One team, archived or not; null for a slug that is no team's. */
export const getTeam = guarded(
  'people:manage',
  async (_viewer, slug: string): Promise<{ slug: string; name: string; isArchived: boolean } | null> => {
    const team = await db().team.findUnique({ where: { slug } })
    return team && { slug, name: team.name, isArchived: team.archivedAt !== null }
  },
)

/** A team that the viewer manages; null for any other, as for a slug that is no team's. */
export const getManagedTeam = guarded(
  'team:manage',
  async (viewer, slug: string): Promise<{ slug: string; name: string } | null> => {
    const team = await findManagedTeam(viewer, slug)
    return team && { slug: team.slug, name: team.name }
  },
)
