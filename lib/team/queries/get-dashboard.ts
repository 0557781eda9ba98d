import { guarded } from '../../access/guard'
import { isOfTeam } from '../../assignment/standing'
import { databaseNow, db } from '../../db/client'
import { Prisma } from '../../db/generated/client'
import { dateIn } from '../../i18n/calendar'
import { chooseWords } from '../../i18n/chain'
import { scoredAnswers } from '../../progress/queries/shown-answers'
import { type Interval, MIN_SHARE_N, MOST_MISSED, type PracticeDay, TREND_WEEKS, wilson } from '../../progress/rules'
import { type TopicFigures, topicFigures } from '../../progress/topic-figures'
import type { AssignmentCounts, MemberRow } from '../rules'
import { findManagedTeam, membersNow } from '../scope'

/** A question that many of a team got wrong the first time. */
export type WeakQuestion = {
  /** Markdown. */
  stem: string
  stemLocale: string
  quiz: string
  n: number
  right: number
  interval: Interval
  /** Where the viewer may read its explanation: an answer of their own that is revealed. */
  explained: { attemptId: string; position: number } | null
}

export type Dashboard = {
  team: { slug: string; name: string }
  members: MemberRow[]
  topics: { slug: string; name: string; nameLocale: string }[]
  /** Quizzes that are published. */
  quizzes: number
  /** The day it is for the viewer, and what the members answered by day over the weeks of a trend. */
  today: string
  days: PracticeDay[]
  weakest: WeakQuestion[]
}

type MemberFound = { personId: string; name: string; quizzes: number; hasBegun: boolean } & AssignmentCounts
type WeakFound = Omit<WeakQuestion, 'stem' | 'stemLocale' | 'interval' | 'explained'> & {
  sourceLocale: string
  /** Newest revision first. */
  translations: { locale: string; stem: string }[]
  attemptId: string | null
  position: number | null
}

/**
 * What a manager sees of a team, in a number of statements that does not depend on its size. Members are those of now,
 * without managers; of their answers only sums by topic, first results by question over all, and days over all are read.
 *
 * @param uiLocale language of topics, before the viewer's others for stems
 * @returns null for a team that the viewer does not manage, as for one that there is not
 */
export const getDashboard = guarded(
  'team:manage',
  async (viewer, slug: string, uiLocale: string): Promise<Dashboard | null> => {
    const team = await findManagedTeam(viewer, slug)
    if (!team) return null
    const people = Prisma.sql`SELECT id AS person_id FROM ${membersNow(team.id)} AS person`
    const today = dateIn(viewer.zone, await databaseNow())
    const [members, figures, topics, quizzes, days, weakest] = await Promise.all([
      db().$queryRaw<MemberFound[]>`
        SELECT person.id AS "personId", coalesce(person.name, '') AS name,
          (SELECT count(DISTINCT attempt.quiz_id)::int FROM attempt
            JOIN quiz ON quiz.id = attempt.quiz_id AND quiz.status = 'published'
            WHERE attempt.person_id = person.id AND attempt.counts AND attempt.ended_at IS NOT NULL) AS quizzes,
          EXISTS (SELECT FROM attempt WHERE attempt.person_id = person.id AND attempt.purpose = 'full') AS "hasBegun",
          coalesce(standing.given, 0)::int AS "all", coalesce(standing.done, 0)::int AS done,
          coalesce(standing.late, 0)::int AS late, coalesce(standing.overdue, 0)::int AS overdue
        FROM ${membersNow(team.id)} AS person
        LEFT JOIN (
          SELECT person_id, count(*) AS given, count(done_at) AS done,
            count(*) FILTER (WHERE done_at IS NOT NULL AND late) AS late,
            count(*) FILTER (WHERE done_at IS NULL AND due_at <= app_now()) AS overdue
          FROM assignment_standing
          WHERE assignment_id = ANY(ARRAY(
            SELECT id FROM assignment WHERE archived_at IS NULL AND ${isOfTeam(team.id)}))
          GROUP BY person_id
        ) AS standing ON standing.person_id = person.id`,
      db().$queryRaw<TopicFigures[]>`${topicFigures(people)}`,
      db().topic.findMany({ include: { names: true } }),
      db().quiz.count({ where: { status: 'published' } }),
      db().$queryRaw<PracticeDay[]>`
        SELECT answer.answered_on::text AS day, count(*)::int AS answers, count(*)::int AS scored,
          count(*) FILTER (WHERE answer.award_num = answer.award_den)::int AS right
        FROM (${people}) AS people JOIN attempt ON attempt.person_id = people.person_id
        JOIN answer ON answer.attempt_id = attempt.id
        WHERE ${scoredAnswers} AND answer.answered_on > ${today}::date - ${TREND_WEEKS * 7}::int
          AND answer.answered_on <= ${today}::date
        GROUP BY answer.answered_on ORDER BY answer.answered_on`,
      db().$queryRaw<WeakFound[]>`
        WITH newest AS MATERIALIZED (
          SELECT DISTINCT ON (question_id) id FROM question_version WHERE status = 'published'
          ORDER BY question_id, number DESC
        ), first_answers AS (
          SELECT answer.question_id, answer.version_id, count(*)::int AS n,
            count(*) FILTER (WHERE answer.award_num = answer.award_den)::int AS right_ones
          FROM (${people}) AS people
          JOIN attempt ON attempt.person_id = people.person_id AND attempt.counts AND attempt.reveals_at <= app_now()
          JOIN answer ON answer.attempt_id = attempt.id AND answer.award_num IS NOT NULL
          JOIN newest ON newest.id = answer.version_id
          JOIN question ON question.id = answer.question_id AND question.archived_at IS NULL
          GROUP BY 1, 2
          HAVING count(*) >= ${MIN_SHARE_N} AND count(*) > count(*) FILTER (WHERE answer.award_num = answer.award_den)
          ORDER BY count(*) FILTER (WHERE answer.award_num = answer.award_den)::numeric / count(*), n DESC, question_id
          LIMIT ${MOST_MISSED}
        )
        SELECT first_answers.n, first_answers.right_ones AS right, quiz.slug AS quiz, quiz.source_locale AS "sourceLocale",
          own.attempt_id AS "attemptId", own.position,
          (SELECT coalesce(json_agg(json_build_object('locale', locale, 'stem', markdown) ORDER BY revision DESC), '[]')
            FROM translation JOIN translation_field ON translation_id = translation.id AND field = 'stem'
            WHERE version_id = first_answers.version_id AND status = 'published') AS translations
        FROM first_answers
        CROSS JOIN LATERAL (
          SELECT quiz.slug, quiz.source_locale FROM quiz_item JOIN quiz ON quiz.id = quiz_item.quiz_id
          WHERE quiz_item.question_id = first_answers.question_id AND quiz.status = 'published'
          ORDER BY quiz.slug LIMIT 1
        ) AS quiz
        LEFT JOIN LATERAL (
          SELECT attempt.id AS attempt_id, answer.position FROM attempt JOIN answer ON answer.attempt_id = attempt.id
          WHERE attempt.person_id = ${viewer.personId}::uuid AND answer.question_id = first_answers.question_id
            AND attempt.ended_at IS NOT NULL AND attempt.reveals_at <= app_now()
          ORDER BY attempt.ended_at DESC LIMIT 1
        ) AS own ON true
        ORDER BY first_answers.right_ones::numeric / first_answers.n, first_answers.n DESC, first_answers.question_id`,
    ])
    const slugs = new Map(topics.map(({ id, slug: topic }) => [id, topic]))
    const byPerson = new Map(members.map(({ personId }) => [personId, new Map()]))
    for (const { personId, topicId, questions, answered, right } of figures)
      byPerson.get(personId)?.set(slugs.get(topicId) ?? '', { questions, answered, right })
    const shown = new Set(figures.map(({ topicId }) => topicId))
    return {
      team: { slug: team.slug, name: team.name },
      members: members.map(({ personId, name, quizzes: finished, hasBegun, all, done, late, overdue }) => ({
        personId,
        name,
        topics: byPerson.get(personId) ?? new Map(),
        quizzes: finished,
        assignments: { all, done, late, overdue },
        hasBegun,
      })),
      topics: topics
        .filter(({ id }) => shown.has(id))
        .map(({ slug: topic, names }) => {
          const chosen = chooseWords(names, [uiLocale], 'en')
          return { slug: topic, name: chosen?.name ?? topic, nameLocale: chosen?.locale ?? 'en' }
        }),
      quizzes,
      today,
      days,
      weakest: weakest.flatMap(({ sourceLocale, translations, attemptId, position, ...question }) => {
        const words = chooseWords(translations, [...viewer.contentLocales, uiLocale], sourceLocale)
        if (!words) return []
        const explained = attemptId && position ? { attemptId, position } : null
        const interval = wilson(question.right, question.n)
        return [{ ...question, stem: words.stem, stemLocale: words.locale, interval, explained }]
      }),
    }
  },
)
