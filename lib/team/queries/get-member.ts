import { guarded } from '../../access/guard'
import { isOfTeam, type PersonAssignment, readAssignmentsOf } from '../../assignment/standing'
import { type Fraction, fraction } from '../../attempt/fraction'
import { db } from '../../db/client'
import { Prisma } from '../../db/generated/client'
import { chooseWords } from '../../i18n/chain'
import type { TopicProgress } from '../../progress/rules'
import { readTopicProgress } from '../../progress/topic-figures'
import { findManagedTeam, membersNow } from '../scope'

/** Someone's whole attempts at one quiz that have ended. */
export type QuizResults = {
  slug: string
  title: string
  titleLocale: string
  attempts: number
  /** Null for no score. */
  first: Fraction | null
  best: Fraction | null
  latest: Fraction | null
  passed: boolean
  latestAt: string
}

export type MemberPage = {
  team: { slug: string; name: string }
  name: string
  /** The last day on which they answered something, as an ISO date of their own zone; null for never. */
  lastDay: string | null
  topics: TopicProgress[]
  /** Those of the team, and their own. */
  assignments: PersonAssignment[]
  quizzes: QuizResults[]
}

type Score = { num: string; den: string } | null
type QuizFound = {
  quizId: string
  attempts: number
  first: Score
  best: Score
  latest: Score
  passed: boolean
  latestAt: Date
}

const scoreOf = (score: Score) => (score ? fraction(BigInt(score.num), BigInt(score.den)) : null)

/**
 * A member of a managed team as their manager may see them: coverage, correctness, scores and completion, and nothing of
 * how sure they were, of their reviews or of single answers.
 *
 * @returns null for anyone else, and for ids that are none
 */
export const getMember = guarded(
  'team:manage',
  async (viewer, slug: string, personId: string, uiLocale: string): Promise<MemberPage | null> => {
    const team = await findManagedTeam(viewer, slug)
    if (!team) return null
    const [person] = await db().$queryRaw<{ id: string; name: string; lastDay: string | null }[]>`
      SELECT person.id, coalesce(person.name, '') AS name, (
        SELECT max(answer.answered_on)::text FROM attempt JOIN answer ON answer.attempt_id = attempt.id
        WHERE attempt.person_id = person.id) AS "lastDay"
      FROM ${membersNow(team.id)} AS person WHERE person.id::text = ${personId}`
    if (!person) return null
    const score = (order: Prisma.Sql) => Prisma.sql`
      (array_agg(CASE WHEN score_num IS NOT NULL
        THEN json_build_object('num', score_num::text, 'den', score_den::text) END ORDER BY ${order}))[1]`
    const [topics, assignments, found] = await Promise.all([
      readTopicProgress(person.id, uiLocale),
      readAssignmentsOf(person.id, [uiLocale, ...viewer.contentLocales], uiLocale, isOfTeam(team.id)),
      db().$queryRaw<QuizFound[]>`
        SELECT quiz_id AS "quizId", count(*)::int AS attempts, ${score(Prisma.sql`number`)} AS first,
          ${score(Prisma.sql`score_num::numeric / score_den DESC NULLS LAST, number`)} AS best,
          ${score(Prisma.sql`number DESC`)} AS latest, coalesce(bool_or(passed), false) AS passed, max(ended_at) AS "latestAt"
        FROM attempt
        WHERE person_id = ${person.id}::uuid AND quiz_id IS NOT NULL AND purpose = 'full'
          AND ended IN ('submitted', 'expired')
        GROUP BY quiz_id ORDER BY max(ended_at) DESC`,
    ])
    const quizzes = await db().quiz.findMany({
      where: { id: { in: found.map(({ quizId }) => quizId) } },
      include: { names: true },
    })
    return {
      team: { slug: team.slug, name: team.name },
      name: person.name,
      lastDay: person.lastDay,
      topics,
      assignments,
      quizzes: found.map(({ quizId, first, best, latest, latestAt, ...rest }) => {
        const quiz = quizzes.find(({ id }) => id === quizId)
        const name = chooseWords(quiz?.names ?? [], [uiLocale, ...viewer.contentLocales], quiz?.sourceLocale ?? '')
        return {
          ...rest,
          slug: quiz?.slug ?? '',
          title: name?.title ?? quiz?.slug ?? '',
          titleLocale: name?.locale ?? quiz?.sourceLocale ?? 'en',
          first: scoreOf(first),
          best: scoreOf(best),
          latest: scoreOf(latest),
          latestAt: latestAt.toISOString(),
        }
      }),
    }
  },
)
