import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { chooseWords } from '../i18n/chain'
import { newestFirst, scoredAnswers } from './queries/shown-answers'
import { MIN_SHARE_N, type TopicProgress, wilson } from './rules'

/** What someone knows of one topic, in figures. */
export type TopicFigures = {
  personId: string
  topicId: string
  /** Scored questions of published quizzes, and those that the person has answered, wherever they are now. */
  questions: number
  /** Of them, those answered: left blank does not count, nor what may not be shown yet. */
  answered: number
  /** Of these, those whose latest answer was fully right. */
  right: number
  /** A published quiz that holds questions on the topic. */
  quiz: string | null
}

/**
 * A statement for the figures of some people by topic: the one definition of what is known of a topic.
 *
 * @param people a query of `person_id`
 */
export function topicFigures(people: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    WITH people AS (${people}), latest AS (
      SELECT DISTINCT ON (attempt.person_id, answer.question_id) attempt.person_id, answer.question_id,
        answer.award_num = answer.award_den AS is_right
      FROM people JOIN attempt ON attempt.person_id = people.person_id JOIN answer ON answer.attempt_id = attempt.id
      WHERE ${scoredAnswers}
      ORDER BY attempt.person_id, answer.question_id, ${newestFirst}
    ), offered AS (
      SELECT question_topic.topic_id, question_topic.question_id, min(quiz.slug) AS quiz
      FROM quiz
      JOIN quiz_item ON quiz_item.quiz_id = quiz.id
      JOIN question ON question.id = quiz_item.question_id AND question.archived_at IS NULL
      JOIN question_topic ON question_topic.question_id = question.id
      WHERE quiz.status = 'published' AND EXISTS (
        SELECT FROM question_version AS version
        WHERE version.question_id = question.id AND version.status = 'published' AND version.kind <> 'open')
      GROUP BY 1, 2
    ), topics AS (
      SELECT topic_id, count(*) AS questions, mode() WITHIN GROUP (ORDER BY quiz) AS quiz FROM offered GROUP BY topic_id
    ), given AS (
      SELECT latest.person_id, question_topic.topic_id, count(*) AS answered, count(*) FILTER (WHERE is_right) AS right_ones,
        count(*) FILTER (WHERE offered.question_id IS NULL) AS elsewhere
      FROM latest JOIN question_topic USING (question_id) LEFT JOIN offered USING (topic_id, question_id)
      GROUP BY 1, 2
    )
    SELECT people.person_id AS "personId", topic.id AS "topicId",
      (coalesce(topics.questions, 0) + coalesce(given.elsewhere, 0))::int AS questions,
      coalesce(given.answered, 0)::int AS answered, coalesce(given.right_ones, 0)::int AS right, topics.quiz
    FROM people CROSS JOIN topic
    LEFT JOIN topics ON topics.topic_id = topic.id
    LEFT JOIN given ON given.topic_id = topic.id AND given.person_id = people.person_id
    WHERE topics.topic_id IS NOT NULL OR given.topic_id IS NOT NULL`
}

/** What someone knows of each topic, by its name in the language of the page. */
export async function readTopicProgress(personId: string, uiLocale: string): Promise<TopicProgress[]> {
  const rows: TopicFigures[] = await db().$queryRaw`${topicFigures(Prisma.sql`SELECT ${personId}::uuid AS person_id`)}`
  const topics = await db().topic.findMany({
    where: { id: { in: rows.map(({ topicId }) => topicId) } },
    include: { names: true },
  })
  return rows
    .map(({ topicId, questions, answered, right, quiz }) => {
      const topic = topics.find(({ id }) => id === topicId)
      const name = topic && chooseWords(topic.names, [uiLocale], 'en')
      return {
        slug: topic?.slug ?? '',
        name: name?.name ?? topic?.slug ?? '',
        nameLocale: name?.locale ?? 'en',
        questions,
        answered,
        right,
        interval: answered >= MIN_SHARE_N ? wilson(right, answered) : null,
        quiz,
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name, uiLocale))
}
