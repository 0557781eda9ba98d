import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { chooseWords, localeChain } from '../../i18n/chain'
import { type MissedQuestion, MOST_MISSED } from '../rules'
import { newestFirst, scoredAnswers } from './shown-answers'

type Row = Omit<MissedQuestion, 'stem' | 'stemLocale' | 'isFallback'> & {
  sourceLocale: string
  /** Newest revision first. */
  translations: { locale: string; stem: string }[]
}

/**
 * The questions that the viewer has missed most: answered, and not fully right. Of equal ones that with fewer answers
 * comes first, then the one missed or answered last.
 *
 * @param uiLocale stands behind the viewer's own languages for the stems
 */
export const listMissedQuestions = guarded(
  'progress:own',
  async (viewer, uiLocale: string): Promise<MissedQuestion[]> => {
    const rows = await db().$queryRaw<Row[]>`
      WITH given AS (
        SELECT answer.question_id, answer.version_id, answer.position, answer.award_num < answer.award_den AS is_missed,
          attempt.id AS attempt_id, attempt.quiz_id, attempt.ended_at IS NOT NULL AS has_ended,
          row_number() OVER (ORDER BY ${newestFirst}, answer.position) AS age
        FROM attempt
        JOIN answer ON answer.attempt_id = attempt.id
        JOIN question ON question.id = answer.question_id AND question.archived_at IS NULL
        WHERE attempt.person_id = ${viewer.personId}::uuid AND ${scoredAnswers}
      ), missed AS (
        SELECT question_id, count(*)::int AS answers, count(*) FILTER (WHERE is_missed)::int AS missed, min(age) AS age
        FROM given GROUP BY question_id HAVING bool_or(is_missed)
        ORDER BY missed DESC, answers, age LIMIT ${MOST_MISSED}
      )
      SELECT missed.missed, missed.answers, given.attempt_id AS "attemptId", given.position, given.has_ended AS "hasEnded",
        coalesce((SELECT source_locale FROM quiz WHERE id = given.quiz_id), (
          SELECT source_locale FROM quiz JOIN quiz_item ON quiz_item.quiz_id = quiz.id
          WHERE quiz_item.question_id = given.question_id ORDER BY quiz.id LIMIT 1), '') AS "sourceLocale",
        (SELECT coalesce(json_agg(json_build_object('locale', locale, 'stem', markdown) ORDER BY revision DESC), '[]')
          FROM translation JOIN translation_field ON translation_id = translation.id AND field = 'stem'
          WHERE version_id = given.version_id AND status = 'published') AS translations
      FROM missed JOIN given USING (question_id, age)
      ORDER BY missed.missed DESC, missed.answers, missed.age`
    const wanted = [...viewer.contentLocales, uiLocale]
    return rows.flatMap(({ sourceLocale, translations, ...row }) => {
      const words = chooseWords(translations, wanted, sourceLocale)
      if (!words) return []
      const isFallback = !wanted.slice(0, 1).flatMap(localeChain).includes(words.locale)
      return [{ ...row, stem: words.stem, stemLocale: words.locale, isFallback }]
    })
  },
)
