import { guarded } from '../access/guard'
import { type Fraction, fraction } from '../attempt/fraction'
import { databaseNow, db, isId } from '../db/client'
import { chooseWords } from '../i18n/chain'
import { findManagedTeam, membersNow } from '../team/scope'
import { renewsSoon, stateOf } from './rules'
import type { AssignmentState, AssignmentTerms } from './schema'
import { dueDay, isOfTeam } from './standing'
import { type Assigned, titleOf } from './title'

/** What is assigned, as it is called. */
export type What = { quiz: { slug: string } | null; title: string; titleLocale: string }

const withNames = {
  quiz: { select: { slug: true, sourceLocale: true, names: { select: { locale: true, title: true } } } },
  topics: { select: { topic: { select: { slug: true, names: { select: { locale: true, name: true } } } } } },
} as const

function whatOf(
  { quiz, topics }: { quiz: Assigned['quiz']; topics: readonly { topic: Assigned['topics'][number] }[] },
  wanted: readonly string[],
  uiLocale: string,
): What {
  const assigned = { quiz, topics: topics.map(({ topic }) => topic) }
  return { quiz: quiz && { slug: quiz.slug }, ...titleOf(assigned, wanted, uiLocale) }
}

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

/** Something that the viewer has been assigned. */
export type OwnAssignment = What & {
  id: string
  state: AssignmentState
  dueAt: Date | null
  dueOn: string | null
  zone: string
  /** Done, and soon to be done again. */
  renewsSoon: boolean
  doneAt: Date | null
  parts: { done: number; all: number }
  /** The quiz that leads on: the assigned one, or of topics the one that holds most of what is missing. */
  leadsTo: string | null
}

type OwnRow = Pick<StandingRow, 'dueAt' | 'doneAt' | 'late' | 'partsDone' | 'partsAll'> & {
  id: string
  dueOn: string | null
  leadsTo: string | null
}

/**
 * What the viewer has been assigned: what is to do first, by when it is due. What nobody can take now is not to be done:
 * quizzes that are no longer published, and topics with no question left.
 */
export const listOwnAssignments = guarded(
  'assignment:own',
  async (viewer, uiLocale: string): Promise<OwnAssignment[]> => {
    const rows = await db().$queryRaw<OwnRow[]>`
      SELECT standing.assignment_id AS id, standing.due_at AS "dueAt", standing.done_at AS "doneAt", standing.late,
        standing.parts_done AS "partsDone", standing.parts AS "partsAll",
        ${dueDay} AS "dueOn",
        coalesce(quiz.slug, (
          SELECT quiz.slug FROM assigned_question
          JOIN quiz_item ON quiz_item.question_id = assigned_question.question_id
          JOIN quiz ON quiz.id = quiz_item.quiz_id AND quiz.status = 'published'
          WHERE assigned_question.assignment_id = assignment.id AND NOT EXISTS (
            SELECT FROM answer JOIN attempt ON attempt.id = answer.attempt_id
            WHERE attempt.person_id = standing.person_id AND answer.question_id = assigned_question.question_id
              AND answer.answered_on IS NOT NULL)
          GROUP BY quiz.slug ORDER BY count(*) DESC, quiz.slug LIMIT 1)) AS "leadsTo"
      FROM assignment_standing AS standing JOIN assignment ON assignment.id = standing.assignment_id
      LEFT JOIN quiz ON quiz.id = assignment.quiz_id
      WHERE standing.person_id = ${viewer.personId}::uuid
        AND (standing.done_at IS NOT NULL OR quiz.status = 'published' OR quiz.id IS NULL AND standing.parts > 0)
      ORDER BY standing.done_at IS NOT NULL, standing.due_at NULLS LAST, standing.assignment_id`
    if (rows.length === 0) return []
    const [now, named] = await Promise.all([
      databaseNow(),
      db().assignment.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, include: withNames }),
    ])
    return rows.flatMap(({ late, partsDone, partsAll, ...row }) => {
      const assignment = named.find(({ id }) => id === row.id)
      if (!assignment) return []
      return [
        {
          ...whatOf(assignment, [...viewer.contentLocales, uiLocale], uiLocale),
          ...row,
          zone: assignment.dueZone,
          state: stateOf({ ...row, late }, now),
          renewsSoon: assignment.renewMonths !== null && row.doneAt !== null && renewsSoon(row.dueAt, now),
          parts: { done: partsDone, all: partsAll },
        },
      ]
    })
  },
)
