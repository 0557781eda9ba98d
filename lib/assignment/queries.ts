import { guarded } from '../access/guard'
import { type Fraction, fraction } from '../attempt/fraction'
import { databaseNow, db, isId } from '../db/client'
import { chooseWords } from '../i18n/chain'
import { findManagedTeam, membersNow } from '../team/scope'
import { stateOf } from './rules'
import type { AssignmentState, AssignmentTerms } from './schema'
import { isOfTeam, type PersonAssignment, readAssignmentsOf } from './standing'
import { type What, whatOf, withNames } from './title'

/** An assignment in the list of a team. */
export type AssignmentRow = What & {
  id: string
  /** Null for the whole team. */
  person: string | null
  dueOn: string | null
  zone: string
  counts: AssignmentTerms['counts']
  renewMonths: number | null
  isArchived: boolean
  /** Of the people who have it: how many there are, how many are done, of these late, and overdue. */
  people: number
  done: number
  late: number
  overdue: number
}

type Sums = { id: string; people: number; done: number; late: number; overdue: number }

/**
 * The assignments of a managed team and of its members now.
 *
 * @param archived those taken back, instead of those that hold
 * @returns null for a team that the viewer does not manage
 */
export const listTeamAssignments = guarded(
  'team:manage',
  async (
    viewer,
    slug: string,
    uiLocale: string,
    archived: boolean,
  ): Promise<{ team: { slug: string; name: string }; assignments: AssignmentRow[] } | null> => {
    const team = await findManagedTeam(viewer, slug)
    if (!team) return null
    const found = await db().$queryRaw<{ id: string }[]>`
      SELECT id FROM assignment WHERE (archived_at IS NOT NULL) = ${archived} AND ${isOfTeam(team.id)}`
    const rows = await db().assignment.findMany({
      where: { id: { in: found.map(({ id }) => id) } },
      orderBy: [{ dueAt: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
      include: { ...withNames, person: { select: { name: true } } },
    })
    const sums = await db().$queryRaw<Sums[]>`
      SELECT assignment_id AS id, count(*)::int AS people, count(done_at)::int AS done,
        count(*) FILTER (WHERE done_at IS NOT NULL AND late)::int AS late,
        count(*) FILTER (WHERE done_at IS NULL AND due_at <= app_now())::int AS overdue
      FROM assignment_standing WHERE assignment_id = ANY(${rows.map(({ id }) => id)}::uuid[]) GROUP BY assignment_id`
    return {
      team: { slug: team.slug, name: team.name },
      assignments: rows.map((row) => {
        const { people, done, late, overdue } = sums.find(({ id }) => id === row.id) ?? {
          people: 0,
          done: 0,
          late: 0,
          overdue: 0,
        }
        return {
          ...whatOf(row, [uiLocale, ...viewer.contentLocales], uiLocale),
          id: row.id,
          person: row.personId ? (row.person?.name ?? '') : null,
          dueOn: row.dueOn?.toISOString().slice(0, 10) ?? null,
          zone: row.dueZone,
          counts: row.counts,
          renewMonths: row.renewMonths,
          isArchived: row.archivedAt !== null,
          ...{ people, done, late, overdue },
        }
      }),
    }
  },
)

/** Someone who has an assignment. */
export type AssignedPerson = {
  personId: string
  name: string
  state: AssignmentState
  dueAt: Date | null
  doneAt: Date | null
  /** When it is to be done again; null for never. */
  renewsAt: Date | null
  parts: { done: number; all: number }
  score: Fraction | null
  passed: boolean | null
  /** Their own day; null for that of the assignment. */
  extendedTo: string | null
  extra: { time: number; attempts: number }
}

export type AssignmentPage = What & {
  team: { slug: string; name: string }
  id: string
  person: string | null
  terms: AssignmentTerms
  rowVersion: number
  people: AssignedPerson[]
}

type StandingRow = {
  personId: string
  name: string
  dueAt: Date | null
  doneAt: Date | null
  late: boolean
  partsDone: number
  partsAll: number
  scoreNum: bigint | null
  scoreDen: bigint | null
  passed: boolean | null
  extendedTo: string | null
  time: number
  attempts: number
}

/** One assignment of a managed team or of one of its members, with who has it; null for every other. */
export const getAssignment = guarded(
  'team:manage',
  async (viewer, slug: string, id: string, uiLocale: string): Promise<AssignmentPage | null> => {
    const team = await findManagedTeam(viewer, slug)
    if (!team || !isId(id)) return null
    const [seen] = await db().$queryRaw<unknown[]>`
      SELECT FROM assignment WHERE id = ${id}::uuid AND archived_at IS NULL AND ${isOfTeam(team.id)}`
    if (!seen) return null
    const found = await db().assignment.findUniqueOrThrow({
      where: { id },
      include: { ...withNames, person: { select: { name: true } } },
    })
    const now = await databaseNow()
    const people = await db().$queryRaw<StandingRow[]>`
      SELECT person.id AS "personId", coalesce(person.name, '') AS name, standing.due_at AS "dueAt",
        standing.done_at AS "doneAt", standing.late, standing.parts_done AS "partsDone", standing.parts AS "partsAll",
        standing.score_num AS "scoreNum", standing.score_den AS "scoreDen", standing.passed,
        due_extension.due_on::text AS "extendedTo", coalesce(allowance.extra_percent, 0) AS time,
        coalesce(allowance.extra_attempts, 0) AS attempts
      FROM assignment_standing AS standing JOIN person ON person.id = standing.person_id
      LEFT JOIN due_extension ON due_extension.assignment_id = standing.assignment_id
        AND due_extension.person_id = standing.person_id
      LEFT JOIN allowance ON allowance.person_id = person.id AND allowance.quiz_id = ${found.quizId}::uuid
      WHERE standing.assignment_id = ${id}::uuid ORDER BY person.name, person.id`
    return {
      ...whatOf(found, [uiLocale, ...viewer.contentLocales], uiLocale),
      team: { slug: team.slug, name: team.name },
      id,
      person: found.personId ? (found.person?.name ?? '') : null,
      terms: {
        dueOn: found.dueOn?.toISOString().slice(0, 10) ?? null,
        zone: found.dueZone,
        counts: found.counts,
        renewMonths: found.renewMonths,
      },
      rowVersion: found.rowVersion,
      people: people.map(({ late, partsDone, partsAll, scoreNum, scoreDen, time, attempts, ...row }) => ({
        ...row,
        state: stateOf({ ...row, late }, now),
        renewsAt: found.renewMonths && row.doneAt ? row.dueAt : null,
        parts: { done: partsDone, all: partsAll },
        score: scoreNum !== null && scoreDen !== null ? fraction(scoreNum, scoreDen) : null,
        extra: { time, attempts },
      })),
    }
  },
)

/** What can be assigned in a managed team, and to whom; null for a team that the viewer does not manage. */
export const getAssignable = guarded(
  'team:manage',
  async (
    viewer,
    slug: string,
    uiLocale: string,
  ): Promise<{
    team: { slug: string; name: string }
    quizzes: { slug: string; title: string; titleLocale: string }[]
    topics: { slug: string; name: string; nameLocale: string }[]
    members: { personId: string; name: string }[]
  } | null> => {
    const team = await findManagedTeam(viewer, slug)
    if (!team) return null
    const [quizzes, topics, members] = await Promise.all([
      db().quiz.findMany({ where: { status: 'published' }, include: { names: true } }),
      db().topic.findMany({
        where: {
          questions: {
            some: {
              question: {
                archivedAt: null,
                versions: { some: { status: 'published', kind: { not: 'open' } } },
                items: { some: { quiz: { status: 'published' } } },
              },
            },
          },
        },
        include: { names: true },
      }),
      db().$queryRaw<{ personId: string; name: string }[]>`
        SELECT person.id AS "personId", coalesce(person.name, '') AS name
        FROM ${membersNow(team.id)} AS person ORDER BY person.name, person.id`,
    ])
    return {
      team: { slug: team.slug, name: team.name },
      quizzes: quizzes
        .map(({ slug: quiz, sourceLocale, names }) => {
          const name = chooseWords(names, [uiLocale, ...viewer.contentLocales], sourceLocale)
          return { slug: quiz, title: name?.title ?? quiz, titleLocale: name?.locale ?? sourceLocale }
        })
        .sort((a, b) => a.title.localeCompare(b.title, uiLocale)),
      topics: topics
        .map(({ slug: topic, names }) => {
          const name = chooseWords(names, [uiLocale], 'en')
          return { slug: topic, name: name?.name ?? topic, nameLocale: name?.locale ?? 'en' }
        })
        .sort((a, b) => a.name.localeCompare(b.name, uiLocale)),
      members,
    }
  },
)

/** What the viewer has been assigned: what is to do first, by when it is due. */
export const listOwnAssignments = guarded(
  'assignment:own',
  (viewer, uiLocale: string): Promise<PersonAssignment[]> =>
    readAssignmentsOf(viewer.personId, [...viewer.contentLocales, uiLocale], uiLocale),
)
