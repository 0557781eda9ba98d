import { z } from 'zod'
import { guarded } from '../access/guard'
import { hashToken } from '../access/session-cookie'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { containsWords, inReadingOrder } from '../db/search'
import { type ListAddress, PAGE_SIZE } from '../list/schema'
import type { MembershipRole, PersonRole, PersonState, peopleList } from './schema'

export type PersonLine = {
  email: string
  name: string
  role: string
  deactivated: boolean
  teams: { slug: string; name: string; role: string }[]
}

/** Everyone who is not erased, by address. */
export const listPeople = guarded('people:manage', async (): Promise<PersonLine[]> => {
  const people = await db().person.findMany({
    where: { erasedAt: null },
    orderBy: { email: 'asc' },
    include: { memberships: { where: { untilAt: null }, include: { team: true } } },
  })
  return people.map(({ email, name, role, deactivatedAt, memberships }) => ({
    email: email ?? '',
    name: name ?? '',
    role,
    deactivated: deactivatedAt !== null,
    teams: memberships.map(({ team, role: inTeam }) => ({ slug: team.slug, name: team.name, role: inTeam })),
  }))
})

/** Someone in the list of people. */
export type PersonRow = {
  personId: string
  name: string
  email: string
  role: PersonRole
  state: PersonState
  /** Teams that are not archived, by name, and the team that was asked for. */
  teams: { slug: string; name: string; role: MembershipRole }[]
  lastSeenAt: Date | null
}

const stateOfPerson = Prisma.sql`CASE WHEN person.deactivated_at IS NOT NULL THEN 'deactivated'
  WHEN EXISTS (SELECT FROM credential WHERE credential.person_id = person.id) THEN 'active' ELSE 'invited' END`
const lastSeen = Prisma.sql`(SELECT max(seen_at) FROM session WHERE session.person_id = person.id)`

const byName = inReadingOrder(Prisma.sql`person.name`)
const orders: Record<(typeof peopleList)['sorts'][number], (direction: Prisma.Sql) => Prisma.Sql> = {
  name: (direction) => Prisma.sql`${byName} ${direction}`,
  email: (direction) => Prisma.sql`person.email ${direction}`,
  role: (direction) => Prisma.sql`person.role ${direction}, ${byName}`,
  seen: (direction) => Prisma.sql`${lastSeen} ${direction} NULLS LAST, ${byName}`,
}

/** One page of the people who fit what the address of the list says, with how many there are on all pages. */
export const listMatchingPeople = guarded(
  'people:manage',
  async (
    _viewer,
    { search, filters: { role, team, state }, sort, descending, page }: ListAddress<typeof peopleList>,
  ): Promise<{ people: PersonRow[]; total: number }> => {
    const fits = Prisma.sql`person.erased_at IS NULL
      AND ${containsWords(Prisma.sql`person.name || ' ' || person.email`, search)}
      AND ${role ? Prisma.sql`person.role = ${role}::person_role` : Prisma.sql`true`}
      AND ${state ? Prisma.sql`${stateOfPerson} = ${state}` : Prisma.sql`true`}
      AND ${
        team
          ? Prisma.sql`EXISTS (SELECT FROM membership JOIN team ON team.id = membership.team_id
              WHERE membership.person_id = person.id AND membership.until_at IS NULL AND team.slug = ${team})`
          : Prisma.sql`true`
      }`
    const order = orders[sort](descending ? Prisma.sql`DESC` : Prisma.sql`ASC`)
    // Those of the page first: what else is shown of people is asked for them alone.
    const rows = await db().$queryRaw<(PersonRow & { total: number })[]>`
      WITH shown AS MATERIALIZED (
        SELECT found.*, row_number() OVER () AS place FROM (
          SELECT id, count(*) OVER ()::int AS total FROM person WHERE ${fits}
          ORDER BY ${order}, id LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}
        ) AS found
      )
      SELECT person.id AS "personId", coalesce(name, '') AS name, coalesce(email, '') AS email, role,
        ${stateOfPerson} AS state, ${lastSeen} AS "lastSeenAt",
        (SELECT coalesce(json_agg(json_build_object('slug', team.slug, 'name', team.name, 'role', membership.role)
            ORDER BY team.name), '[]')
          FROM membership JOIN team ON team.id = membership.team_id
          WHERE membership.person_id = person.id AND until_at IS NULL
            AND (team.archived_at IS NULL OR team.slug = ${team ?? null})) AS teams,
        total
      FROM shown JOIN person ON person.id = shown.id ORDER BY shown.place`
    const people = rows.map(({ total: _, ...person }) => person)
    return { people, total: rows[0]?.total ?? (page === 1 ? 0 : await countPeople(fits)) }
  },
)

/** For a page after the last one, which has no line to say it. */
async function countPeople(fits: Prisma.Sql): Promise<number> {
  const [counted] = await db().$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM person WHERE ${fits}`
  return counted?.total ?? 0
}

/** Someone as their own page for admins shows them. */
export type PersonDetails = Omit<PersonRow, 'teams'> & {
  /** Archived ones too. */
  teams: { slug: string; name: string; role: MembershipRole; isArchived: boolean }[]
  /** When the one-time link that is open ends. */
  linkExpiresAt: Date | null
  /** Extra time in percent and extra attempts; the slug of the quiz is null where they are for all others. */
  allowances: { quiz: string | null; time: number; attempts: number }[]
}

/** What there is to say of one person; null for an id that is nobody's. */
export const getPerson = guarded('people:manage', async (_viewer, personId: string): Promise<PersonDetails | null> => {
  if (!z.uuid().safeParse(personId).success) return null
  const [row] = await db().$queryRaw<PersonDetails[]>`
    SELECT person.id AS "personId", coalesce(name, '') AS name, coalesce(email, '') AS email, role,
      ${stateOfPerson} AS state, ${lastSeen} AS "lastSeenAt",
      (SELECT coalesce(json_agg(json_build_object('slug', team.slug, 'name', team.name, 'role', membership.role,
          'isArchived', team.archived_at IS NOT NULL) ORDER BY team.name), '[]')
        FROM membership JOIN team ON team.id = membership.team_id
        WHERE membership.person_id = person.id AND until_at IS NULL) AS teams,
      (SELECT max(expires_at) FROM invitation
        WHERE invitation.person_id = person.id AND used_at IS NULL AND expires_at > app_now()) AS "linkExpiresAt",
      (SELECT coalesce(json_agg(json_build_object('quiz', quiz.slug, 'time', extra_percent,
          'attempts', extra_attempts) ORDER BY quiz.slug NULLS FIRST), '[]')
        FROM allowance LEFT JOIN quiz ON quiz.id = allowance.quiz_id
        WHERE allowance.person_id = person.id) AS allowances
    FROM person WHERE person.id = ${personId}::uuid AND erased_at IS NULL`
  return row ?? null
})

/** Whether a one-time link still holds, and what it asks for. */
export const readInvitation = guarded(
  'public',
  async (token: string): Promise<{ purpose: 'setup' | 'invite' | 'reset'; email: string | null } | null> => {
    const [row] = await db().$queryRaw<{ purpose: 'setup' | 'invite' | 'reset'; email: string | null }[]>`
      SELECT invitation.purpose, person.email
      FROM invitation LEFT JOIN person ON person.id = invitation.person_id
      WHERE token_hash = ${hashToken(token)} AND used_at IS NULL AND invitation.expires_at > app_now()
        AND person.deactivated_at IS NULL
        AND (purpose <> 'setup' OR NOT EXISTS (SELECT FROM person WHERE role = 'admin' AND deactivated_at IS NULL))`
    return row ?? null
  },
)
