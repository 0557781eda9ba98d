import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { chooseWords } from '../../i18n/chain'
import { MIN_SHARE_N, type TopicProgress, wilson } from '../rules'
import { newestFirst, scoredAnswers } from './shown-answers'

type Row = { topic_id: string; questions: bigint; answered: bigint; latest_right: bigint; quiz: string | null }

/**
 * The viewer's own progress by topic, over the scored questions of published quizzes and those that the viewer has answered,
 * wherever they are now: how many were answered (left blank does not count, nor what may not be shown yet) and how many of
 * the latest answers were fully right.
 */
export const listTopicProgress = guarded('progress:own', async (viewer, uiLocale: string): Promise<TopicProgress[]> => {
  const rows = await db().$queryRaw<Row[]>`
    WITH latest AS (
      SELECT DISTINCT ON (answer.question_id) answer.question_id, answer.award_num = answer.award_den AS is_right
      FROM answer JOIN attempt ON attempt.id = answer.attempt_id
      WHERE attempt.person_id = ${viewer.personId}::uuid AND ${scoredAnswers}
      ORDER BY answer.question_id, ${newestFirst}
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
    ), counted AS (
      SELECT topic_id, question_id FROM offered
      UNION SELECT topic_id, question_id FROM latest JOIN question_topic USING (question_id)
    )
    SELECT counted.topic_id, count(*) AS questions, count(latest.question_id) AS answered,
      count(*) FILTER (WHERE latest.is_right) AS latest_right,
      mode() WITHIN GROUP (ORDER BY offered.quiz) AS quiz
    FROM counted LEFT JOIN latest USING (question_id) LEFT JOIN offered USING (topic_id, question_id)
    GROUP BY counted.topic_id`
  const topics = await db().topic.findMany({
    where: { id: { in: rows.map((row) => row.topic_id) } },
    include: { names: true },
  })
  return rows
    .map((row) => {
      const topic = topics.find(({ id }) => id === row.topic_id)
      const name = topic && chooseWords(topic.names, [uiLocale], 'en')
      const [answered, right] = [Number(row.answered), Number(row.latest_right)]
      return {
        slug: topic?.slug ?? '',
        name: name?.name ?? topic?.slug ?? '',
        nameLocale: name?.locale ?? 'en',
        questions: Number(row.questions),
        answered,
        right,
        interval: answered >= MIN_SHARE_N ? wilson(right, answered) : null,
        quiz: row.quiz,
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name, uiLocale))
})
