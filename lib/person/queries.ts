import { guarded } from '../access/guard'
import { hashToken } from '../access/session-cookie'
import { db } from '../db/client'

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
