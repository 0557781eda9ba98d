import { createHash } from 'node:crypto'
import { guarded } from '../../access/guard'
import type { Viewer } from '../../access/viewer'
import { type Change, recordChanges } from '../../audit/record'
import { refreshStandings } from '../../board/standings'
import { db, newId, type Transaction } from '../../db/client'
import { ableAdmin, lockPeople } from '../changes'
import { readPeopleFile } from '../people-file'
import { type KnownPerson, type KnownTeam, type PlannedLine, planPeople } from '../rules-import'
import type { PeopleProblem } from '../schema'

export type ImportPeopleOutcome =
  /** Nothing was changed: what would be. The mark stands for exactly this. */
  | { status: 'checked'; lines: PlannedLine[]; mark: string }
  /** Nothing was changed: what was checked is not what would be done any more. */
  | { status: 'moved'; lines: PlannedLine[]; mark: string }
  | { status: 'applied'; lines: PlannedLine[] }
  /** Nothing was changed, since something is wrong. */
  | { status: 'refused'; problems: PeopleProblem[] }

/**
 * Takes a list of people: adds those who are not here and changes the others, all or nothing.
 *
 * @param text CSV, as lib/person/people-file.ts reads it
 * @param mark null for a dry run; else what the dry run has returned, so that nothing is done that nobody has seen
 */
export const importPeople = guarded(
  'people:manage',
  async (viewer, text: string, mark: string | null): Promise<ImportPeopleOutcome> => {
    const file = readPeopleFile(text)
    return db().$transaction(async (tx): Promise<ImportPeopleOutcome> => {
      await lockPeople(tx)
      const [people, teams, admins] = [await readPeople(tx, file.rows), await readTeams(tx), await readAdmins(tx)]
      // Lines that could not be read have their problem already, and no address by which to know anyone.
      const known = planPeople(
        file.rows.filter(({ email }) => email !== ''),
        people,
        teams,
        admins,
      )
      const problems = [...file.problems, ...known.problems].sort((one, other) => one.line - other.line)
      if (problems.length > 0) return { status: 'refused', problems }
      const { lines } = known
      const own = createHash('sha256').update(JSON.stringify(lines)).digest('base64url')
      if (mark !== own) return { status: mark === null ? 'checked' : 'moved', lines, mark: own }
      await apply(tx, viewer, lines, teams)
      return { status: 'applied', lines }
    })
  },
)

async function readPeople(tx: Transaction, rows: readonly { email: string }[]): Promise<Map<string, KnownPerson>> {
  const people = await tx.person.findMany({
    where: { email: { in: rows.map(({ email }) => email) } },
    include: {
      credential: { select: { personId: true } },
      memberships: { where: { untilAt: null }, include: { team: { select: { slug: true } } } },
    },
  })
  return new Map(
    people.map(({ id, email, name, role, uiLocale, zone, deactivatedAt, credential, memberships }) => [
      email ?? '',
      {
        personId: id,
        name: name ?? '',
        role,
        language: uiLocale,
        zone,
        isDeactivated: deactivatedAt !== null,
        hasPassword: credential !== null,
        teams: new Map(memberships.map(({ team, role: inTeam }) => [team.slug, inTeam])),
      },
    ]),
  )
}

async function readTeams(tx: Transaction): Promise<Map<string, KnownTeam>> {
  const teams = await tx.team.findMany()
  return new Map(
    teams.map(({ id, slug, name, archivedAt }) => [slug, { teamId: id, name, isArchived: archivedAt !== null }]),
  )
}

async function readAdmins(tx: Transaction): Promise<Set<string>> {
  const admins = await tx.person.findMany({ where: ableAdmin, select: { id: true } })
  return new Set(admins.map(({ id }) => id))
}

async function apply(
  tx: Transaction,
  viewer: Viewer,
  planned: readonly PlannedLine[],
  teams: ReadonlyMap<string, KnownTeam>,
): Promise<void> {
  const lines = planned
    .filter(({ kind }) => kind !== 'same')
    .map((line) => ({ ...line, isNew: line.personId === null, personId: line.personId ?? newId() }))
  const places = lines.flatMap(({ personId, teams: own }) =>
    own.map(({ slug, before, after }) => ({ personId, teamId: teams.get(slug)?.teamId ?? '', before, after })),
  )
  await tx.person.createMany({
    data: lines
      .filter(({ isNew }) => isNew)
      .map(({ personId, email, name, role, language, zone }) => ({
        id: personId,
        email,
        name,
        ...(role && { role: role.after }),
        ...(language && { uiLocale: language.after }),
        ...(zone && { zone: zone.after }),
      })),
  })
  for (const { personId, isNew, rename, role, language, zone } of lines)
    if (!isNew && (rename || role || language || zone))
      await tx.person.update({
        where: { id: personId },
        data: {
          ...(rename && { name: rename.after }),
          ...(role && { role: role.after }),
          ...(language && { uiLocale: language.after }),
          ...(zone && { zone: zone.after }),
        },
      })
  for (const { personId, teamId, before } of places)
    if (before)
      await tx.$executeRaw`
        UPDATE membership SET until_at = app_now()
        WHERE team_id = ${teamId}::uuid AND person_id = ${personId}::uuid AND until_at IS NULL`
  await tx.membership.createMany({
    data: places.map(({ personId, teamId, after }) => ({ id: newId(), personId, teamId, role: after })),
  })
  await recordChanges(tx, viewer, [
    ...lines.flatMap(changesOfPerson),
    ...places.map(({ personId, teamId, before, after }) => ({
      action: 'team.membership',
      subjectType: 'team',
      subjectId: teamId,
      before: { personId, role: before },
      after: { personId, role: after },
    })),
  ])
  // Whoever is new has no results that a board could show.
  const moved = lines.filter(({ isNew, teams: own }) => !isNew && own.length > 0).map(({ personId }) => personId)
  if (moved.length > 0) await refreshStandings(tx, moved)
}

function changesOfPerson({
  personId,
  isNew,
  email,
  name,
  rename,
  role,
  language,
  zone,
}: PlannedLine & { personId: string; isNew: boolean }): Change[] {
  const subject = { subjectType: 'person', subjectId: personId }
  if (isNew)
    return [
      {
        ...subject,
        action: 'person.add',
        after: { role: role?.after ?? 'member' },
        personal: { personId, after: { email, name } },
      },
    ]
  const settings = (side: 'before' | 'after') => ({
    ...(language && { uiLocale: language[side] }),
    ...(zone && { zone: zone[side] }),
  })
  return [
    ...(rename
      ? [
          {
            ...subject,
            action: 'person.rename',
            personal: { personId, before: { name: rename.before }, after: { name: rename.after } },
          },
        ]
      : []),
    ...(role
      ? [{ ...subject, action: 'person.role', before: { role: role.before }, after: { role: role.after } }]
      : []),
    ...(language || zone
      ? [
          {
            ...subject,
            action: 'person.settings',
            personal: { personId, before: settings('before'), after: settings('after') },
          },
        ]
      : []),
  ]
}
