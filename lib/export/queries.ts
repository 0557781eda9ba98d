import { guarded } from '../access/guard'
import { dueDay } from '../assignment/standing'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { inReadingOrder } from '../db/search'
import { chooseWords } from '../i18n/chain'
import { MIN_SHARE_N, wilson } from '../progress/rules'
import { type TopicFigures, topicFigures } from '../progress/topic-figures'
import { findManagedTeam, membersNow } from '../team/scope'
import type { ExportKind, ExportRow } from './schema'

export type TeamExport = {
  team: { slug: string; name: string }
  /** Rows little by little, each batch read when the one before is taken. */
  batches: AsyncGenerator<ExportRow[]>
}

/** Rows at a time. Small batches die young: with 2,000 a million rows took six times the memory. */
const BATCH = 250

/**
 * A table about the members of a team that the viewer manages, read as it is taken: however many rows there are, one batch
 * is in memory.
 *
 * @param uiLocale language of titles and names of topics, before the viewer's others
 * @returns null for a team that the viewer does not manage, as for one that there is not
 */
export const readTeamExport = guarded(
  'team:manage',
  async (viewer, slug: string, kind: ExportKind, uiLocale: string): Promise<TeamExport | null> => {
    const team = await findManagedTeam(viewer, slug)
    if (!team) return null
    const wanted = [uiLocale, ...viewer.contentLocales]
    return { team: { slug: team.slug, name: team.name }, batches: readers[kind](team.id, wanted) }
  },
)

const readers: Record<ExportKind, (teamId: string, wanted: readonly string[]) => AsyncGenerator<ExportRow[]>> = {
  results: readResults,
  progress: readProgress,
  assignments: readAssignments,
}

type Member = { personId: string; person: string; email: string }

async function listMembers(teamId: string): Promise<Member[]> {
  return db().$queryRaw`
    SELECT person.id AS "personId", coalesce(person.name, '') AS person, coalesce(person.email, '') AS email
    FROM ${membersNow(teamId)} AS person ORDER BY ${inReadingOrder(Prisma.sql`person.name`)}, person.id`
}

/** Titles of quizzes by id, in the first language there is. */
async function titles(wanted: readonly string[]): Promise<(quizId: string | null) => string> {
  const quizzes = await db().quiz.findMany({ select: { id: true, slug: true, sourceLocale: true, names: true } })
  const byId = new Map(
    quizzes.map(({ id, slug, sourceLocale, names }) => [id, chooseWords(names, wanted, sourceLocale)?.title ?? slug]),
  )
  return (quizId) => byId.get(quizId ?? '') ?? ''
}

/** Names of topics by id, in the first language there is. */
async function topicNames(wanted: readonly string[]): Promise<(topicId: string) => string> {
  const topics = await db().topic.findMany({ include: { names: true } })
  const byId = new Map(topics.map(({ id, slug, names }) => [id, chooseWords(names, wanted, 'en')?.name ?? slug]))
  return (topicId) => byId.get(topicId) ?? ''
}

type ResultRow = ExportRow & { quizId: string; number: number; scoreNum: bigint | null; scoreDen: bigint | null }

async function* readResults(teamId: string, wanted: readonly string[]): AsyncGenerator<ExportRow[]> {
  const titleOf = await titles(wanted)
  for (const { personId, person, email } of await listMembers(teamId)) {
    let last: ResultRow | undefined
    do {
      const after = last
        ? Prisma.sql`AND (attempt.quiz_id, attempt.number) > (${last.quizId}::uuid, ${last.number})`
        : Prisma.empty
      // By the unique index of attempts, which gives them in this order.
      const rows: ResultRow[] = await db().$queryRaw`
        SELECT attempt.quiz_id AS "quizId", attempt.number, attempt.mode::text AS mode, attempt.started_at AS "startedAt",
          attempt.ended_at AS "endedAt", attempt.ended::text AS ended, attempt.score_num AS "scoreNum",
          attempt.score_den AS "scoreDen", attempt.passed, attempt.counts, attempt.locale AS language
        FROM attempt
        WHERE attempt.person_id = ${personId}::uuid AND attempt.quiz_id IS NOT NULL AND attempt.purpose = 'full'
          AND attempt.ended IN ('submitted', 'expired') ${after}
        ORDER BY attempt.quiz_id, attempt.number LIMIT ${BATCH}`
      if (rows.length > 0)
        yield rows.map(({ quizId, number, scoreNum, scoreDen, ...row }) => ({
          ...row,
          person,
          email,
          quiz: titleOf(quizId),
          attempt: number,
          ...scoreCells(scoreNum, scoreDen),
        }))
      last = rows.length === BATCH ? rows.at(-1) : undefined
    } while (last)
  }
}

/** A score as a share and exactly; both empty where there is none. */
function scoreCells(num: bigint | null, den: bigint | null): Pick<ExportRow, 'score' | 'exactScore'> {
  if (num === null || den === null) return { score: null, exactScore: null }
  return { score: Number(num) / Number(den), exactScore: `${num}/${den}` }
}

async function* readProgress(teamId: string, wanted: readonly string[]): AsyncGenerator<ExportRow[]> {
  const nameOf = await topicNames(wanted)
  for (const { personId, person, email } of await listMembers(teamId)) {
    const rows = await db().$queryRaw<
      TopicFigures[]
    >`${topicFigures(Prisma.sql`SELECT ${personId}::uuid AS person_id`)}`
    yield rows
      .map(({ topicId, questions, answered, right }) => {
        const interval = answered >= MIN_SHARE_N ? wilson(right, answered) : null
        const share = interval && right / answered
        return {
          ...{ person, email, topic: nameOf(topicId), questions, answered, right },
          ...{ share, low: interval?.low ?? null, high: interval?.high ?? null },
        }
      })
      .sort((a, b) => a.topic.localeCompare(b.topic, wanted[0]))
  }
}

type StandingRow = Omit<ExportRow, 'late'> & {
  late: boolean
  assignmentId: string
  quizId: string | null
  topicIds: string[]
  partsDone: number
  partsAll: number
  scoreNum: bigint | null
  scoreDen: bigint | null
  isDone: boolean
  isOverdue: boolean
}

async function* readAssignments(teamId: string, wanted: readonly string[]): AsyncGenerator<ExportRow[]> {
  const [titleOf, nameOf] = [await titles(wanted), await topicNames(wanted)]
  for (const { personId, person, email } of await listMembers(teamId)) {
    const rows: StandingRow[] = await db().$queryRaw`
      SELECT assignment.id AS "assignmentId", assignment.quiz_id AS "quizId", assignment.counts::text AS counting,
        ${dueDay} AS "dueOn",
        assignment.due_zone AS zone, standing.due_at AS "dueAt", standing.done_at AS "doneAt", standing.late,
        standing.done_at IS NOT NULL AS "isDone", coalesce(standing.due_at <= app_now(), false) AS "isOverdue",
        standing.parts_done AS "partsDone", standing.parts AS "partsAll", standing.score_num AS "scoreNum",
        standing.score_den AS "scoreDen", standing.passed,
        ARRAY(SELECT topic_id::text FROM assignment_topic WHERE assignment_id = assignment.id) AS "topicIds"
      FROM assignment_standing AS standing JOIN assignment ON assignment.id = standing.assignment_id
      WHERE standing.person_id = ${personId}::uuid AND (assignment.team_id = ${teamId}::uuid OR assignment.person_id IS NOT NULL)
      ORDER BY standing.due_at NULLS LAST, assignment.id`
    if (rows.length > 0)
      yield rows.map(
        ({ quizId, topicIds, partsDone, partsAll, scoreNum, scoreDen, isDone, isOverdue, late, ...row }) => ({
          ...row,
          person,
          email,
          assignment: quizId
            ? titleOf(quizId)
            : topicIds
                .map(nameOf)
                .sort((a, b) => a.localeCompare(b, wanted[0]))
                .join(', '),
          state: isDone ? 'done' : isOverdue ? 'overdue' : 'open',
          late: isDone ? late : null,
          parts: `${partsDone}/${partsAll}`,
          ...scoreCells(scoreNum, scoreDen),
        }),
      )
  }
}
