import { type AnswerPlace, type Choice, NO_OPTION, SHORT_TEXT } from './schema'

/**
 * The one statement that saves a choice. Session, scope, state, deadline, number, options and words are checked in it; it
 * returns the answer as it now stands, or no row when anything forbids it. It holds a share lock on the attempt, so that
 * no save slips in behind the submit that scores.
 */
export const SAVE_ANSWER = `
  WITH target AS (
    SELECT attempt.id
    FROM attempt
    JOIN session ON session.person_id = attempt.person_id
    JOIN person ON person.id = attempt.person_id
    WHERE attempt.id = $1::uuid AND attempt.ended_at IS NULL
      AND (attempt.deadline_at IS NULL
        OR app_now() <= attempt.deadline_at + make_interval(secs => attempt.grace_seconds))
      AND session.token_hash = $3::text AND session.ended_at IS NULL AND session.expires_at > app_now()
      AND person.deactivated_at IS NULL
    FOR SHARE OF attempt
  )
  UPDATE answer
  SET picks = $4::uuid[], text = $5::text, confidence = $6::confidence, flagged = $7::boolean,
    seq = $8::int, saved_at = app_now(), translation_id = translation.id, locale = translation.locale
  FROM target, question_version, translation
  WHERE answer.attempt_id = target.id AND answer.position = $2::int
    AND answer.revealed_at IS NULL AND answer.seq = $8::int - 1
    AND question_version.id = answer.version_id
    AND CASE question_version.kind
      WHEN 'ordering' THEN array_remove($4::uuid[], '${NO_OPTION}') ELSE $4::uuid[] END <@ answer.option_order
    AND cardinality($4::uuid[]) <= CASE
      WHEN question_version.kind IN ('multiple', 'ordering') THEN cardinality(answer.option_order) ELSE 1 END
    AND ($5::text IS NULL OR question_version.kind = 'open'
      OR (question_version.kind IN ('numeric', 'short_text') AND char_length($5::text) <= ${SHORT_TEXT}))
    AND translation.id = $9::uuid AND translation.version_id = answer.version_id
    AND translation.status = 'published'
  RETURNING answer.picks, answer.text, answer.confidence, answer.flagged, answer.seq, answer.saved_at AS "savedAt"`

/** What stands for $1 to $9 in `SAVE_ANSWER`. */
export function saveValues(sessionHash: string, { attemptId, position }: AnswerPlace, choice: Choice): unknown[] {
  const { picks, text, confidence, flagged, number, translationId } = choice
  return [attemptId, position, sessionHash, picks, text, confidence, flagged, number, translationId]
}
