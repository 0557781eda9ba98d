import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { Prisma } from '../../db/generated/client'
import type { AnswerRow, Words } from '../view'

// Pages of attempts are read in few statements of our own: the client's way from table to table costs more processor time
// than drawing the page.

/** An answer as stored, with the words that it may be shown in. */
export type StoredAnswer = AnswerRow & {
  questionId: string
  versionId: string
  translationId: string | null
  revealedAt: Date | null
  /** The language that its words fall back to. */
  sourceLocale: string
  /** Published ones, newest revision first; of an attempt that is over, those that stood there at its end. */
  translations: { id: string; locale: string }[]
}

/** Whether anything was answered, of `answer`: what `isBlank` denies. */
export const isAnswered = Prisma.sql`(cardinality(answer.picks) > 0 OR coalesce(answer.text ~ '\\S', false))`

/** The kind of a `question_version` as code names it. */
export const kindName = Prisma.sql`CASE question_version.kind
  WHEN 'true_false' THEN 'trueFalse' WHEN 'short_text' THEN 'shortText' ELSE question_version.kind::text END`

/**
 * What every page shows of an answer, to be selected from `answer` and `question_version`: an `AnswerRow`, and its ids. Of
 * what is accepted it takes the unit alone, which is shown with the question.
 */
export const answerColumns = Prisma.sql`
  answer.question_id AS "questionId", answer.position, answer.version_id AS "versionId",
  answer.option_order AS "optionOrder", answer.picks, answer.text,
  CASE question_version.kind WHEN 'numeric' THEN
    (SELECT accepted ->> 'unit' FROM version_key WHERE version_key.version_id = answer.version_id) END AS unit,
  answer.confidence, answer.flagged, answer.seq,
  answer.saved_at AS "savedAt", answer.translation_id AS "translationId", answer.revealed_at AS "revealedAt",
  json_build_object('kind', ${kindName}) AS version`

/**
 * The answers of the viewer's own attempt in their order, and nothing of their keys.
 *
 * @param position reads this one alone; null all of them
 */
export const readAnswers = guarded(
  'attempt:own',
  (viewer, attemptId: string, position: number | null = null): Promise<StoredAnswer[]> =>
    db().$queryRaw<StoredAnswer[]>`
      SELECT ${answerColumns},
        coalesce(quiz.source_locale, (
          SELECT source_locale FROM quiz JOIN quiz_item ON quiz_item.quiz_id = quiz.id
          WHERE quiz_item.question_id = answer.question_id ORDER BY quiz.id LIMIT 1), '') AS "sourceLocale",
        (SELECT coalesce(json_agg(json_build_object('id', id, 'locale', locale) ORDER BY revision DESC), '[]')
          FROM translation WHERE version_id = answer.version_id AND status = 'published'
            AND (attempt.ended_at IS NULL OR published_at <= attempt.ended_at)) AS translations
      FROM attempt
      LEFT JOIN quiz ON quiz.id = attempt.quiz_id
      JOIN answer ON answer.attempt_id = attempt.id
      JOIN question_version ON question_version.id = answer.version_id
      WHERE attempt.id = ${attemptId}::uuid AND attempt.person_id = ${viewer.personId}::uuid
        AND (${position}::int IS NULL OR answer.position = ${position}::int)
      ORDER BY answer.position`,
)

/**
 * All that an open question of the viewer's own attempt may show of its words: stem and options.
 *
 * @param translationIds of words of its questions; others are not found
 */
export const readOpenWords = guarded(
  'attempt:own',
  async (viewer, attemptId: string, translationIds: readonly string[]): Promise<Map<string, Words>> => {
    const words = await db().$queryRaw<Words[]>`
      SELECT translation.id, translation.locale,
        (SELECT coalesce(json_agg(json_build_object('field', field, 'markdown', markdown)), '[]')
          FROM translation_field WHERE translation_id = translation.id
            AND (field = 'stem' OR field LIKE 'option:%')) AS fields
      FROM attempt
      JOIN answer ON answer.attempt_id = attempt.id
      JOIN translation ON translation.version_id = answer.version_id
      WHERE attempt.id = ${attemptId}::uuid AND attempt.person_id = ${viewer.personId}::uuid
        AND translation.id = ANY(${translationIds}::uuid[])`
    return new Map(words.map((each) => [each.id, each]))
  },
)
