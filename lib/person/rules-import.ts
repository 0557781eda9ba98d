import type { MembershipRole, PeopleProblem, PeopleRow, PersonRole } from './schema'

/** Someone who is here already. */
export type KnownPerson = {
  personId: string
  name: string
  role: PersonRole
  language: string | null
  zone: string
  isDeactivated: boolean
  /** Whoever has none yet cannot sign in. */
  hasPassword: boolean
  /** What they are in which team, by its slug. */
  teams: ReadonlyMap<string, MembershipRole>
}

export type KnownTeam = { teamId: string; name: string; isArchived: boolean }

/** A value before and after; before is null for someone new. */
export type Turn<Value> = { before: Value | null; after: Value }

/** What one line of a list does. */
export type PlannedLine = {
  line: number
  email: string
  /** Null for someone new. */
  personId: string | null
  name: string
  /** New, changed, or as they are. */
  kind: 'new' | 'changed' | 'same'
  rename: Turn<string> | null
  role: Turn<PersonRole> | null
  language: Turn<string> | null
  zone: Turn<string> | null
  teams: ({ slug: string; name: string } & Turn<MembershipRole>)[]
}

/**
 * What a list of people would do, line by line. An empty cell leaves as it is what it is about; nobody is taken out of a
 * team; after it there is still an admin who can sign in.
 *
 * @param people who is here, by address
 * @param teams all teams, by slug
 * @param admins ids of the admins who can sign in
 */
export function planPeople(
  rows: readonly PeopleRow[],
  people: ReadonlyMap<string, KnownPerson>,
  teams: ReadonlyMap<string, KnownTeam>,
  admins: ReadonlySet<string>,
): { lines: PlannedLine[]; problems: PeopleProblem[] } {
  const problems: PeopleProblem[] = []
  const lines = rows.map((row): PlannedLine => {
    const { line, email } = row
    const known = people.get(email)
    if (known?.isDeactivated) problems.push({ line, column: 'email', code: 'deactivated', found: email })
    if (!known && row.name === null) problems.push({ line, column: 'name', code: 'name-missing', found: '' })
    for (const { slug } of row.teams) {
      const code = !teams.has(slug) ? 'team-unknown' : teams.get(slug)?.isArchived ? 'team-archived' : null
      if (code) problems.push({ line, column: 'teams', code, found: slug })
    }
    const turn = <Value>(before: Value | undefined | null, after: Value | null): Turn<Value> | null =>
      after === null || after === before ? null : { before: before ?? null, after }
    const change = {
      rename: known ? turn(known.name, row.name) : null,
      role: turn(known?.role, known ? row.role : (row.role ?? 'member')),
      language: turn(known?.language, row.language),
      zone: turn(known?.zone, row.zone),
      teams: row.teams.flatMap(({ slug, role }) => {
        const place = turn(known?.teams.get(slug), role)
        return place ? [{ slug, name: teams.get(slug)?.name ?? slug, ...place }] : []
      }),
    }
    const isSame = Object.values(change).every((part) => part === null || (Array.isArray(part) && part.length === 0))
    const kind = known ? (isSame ? 'same' : 'changed') : 'new'
    return { line, email, personId: known?.personId ?? null, name: row.name ?? known?.name ?? '', kind, ...change }
  })

  const demoted = lines.filter(({ personId, role }) => personId && admins.has(personId) && role)
  const isMadeAdmin = lines.some(({ email, role }) => role?.after === 'admin' && people.get(email)?.hasPassword)
  if (demoted.length > 0 && demoted.length === admins.size && !isMadeAdmin)
    for (const { line, role } of demoted)
      problems.push({ line, column: 'role', code: 'last-admin', found: role?.after ?? '' })
  return { lines, problems }
}
