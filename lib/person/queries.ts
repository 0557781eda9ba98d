import { guarded } from '../access/guard'
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
