import type { Transaction } from '../db/client'
import { type Card, nextCard, ratingOf } from './rules'

type Answered = {
  questionId: string
  day: string
  isRight: boolean
  confidence: 'sure' | 'unsure' | null
  card: Card | null
}

/**
 * Takes answers of an attempt into the review queue of the person who gave them: those whose key may be seen, and of a
 * question only the first of its day. Taking them again changes nothing. Of an attempt that has ended, `reviewed_at` says
 * that its keys may be seen; of one that runs, each answer's own revelation.
 *
 * The person stays locked until the end of the transaction, so that two attempts take turns.
 *
 * @param only this answer, by its position, and not all
 * @param shownOn the day on which keys that were held back came to be shown: what was answered earlier counts then
 */
export async function keepReviews(
  tx: Transaction,
  attemptId: string,
  { only = null, shownOn = null }: { only?: number | null; shownOn?: string | null } = {},
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM person WHERE id = (SELECT person_id FROM attempt WHERE id = ${attemptId}::uuid) FOR NO KEY UPDATE`
  const answers = await tx.$queryRaw<Answered[]>`
    SELECT given."questionId", given.day::text, given."isRight", given.confidence,
      CASE WHEN card.person_id IS NOT NULL THEN json_build_object('dueOn', card.due_on, 'stability', card.stability,
        'difficulty', card.difficulty, 'reps', card.reps, 'lapses', card.lapses, 'lastRatedOn', card.last_rated_on) END AS card
    FROM (
      SELECT attempt.person_id, answer.question_id AS "questionId", answer.award_num = answer.award_den AS "isRight",
        answer.confidence, CASE WHEN answer.revealed_at IS NULL
          THEN greatest(answer.answered_on, ${shownOn}::date) ELSE answer.answered_on END AS day
      FROM attempt JOIN answer ON answer.attempt_id = attempt.id
      WHERE attempt.id = ${attemptId}::uuid AND (${only}::int IS NULL OR answer.position = ${only}::int)
        AND attempt.purpose IN ('full', 'missed', 'review')
        AND answer.award_num IS NOT NULL AND answer.answered_on IS NOT NULL
        AND (answer.revealed_at IS NOT NULL OR attempt.reviewed_at IS NOT NULL)
    ) AS given
    LEFT JOIN review_card AS card ON (card.person_id, card.question_id) = (given.person_id, given."questionId")
    WHERE NOT EXISTS (
      SELECT FROM review_log AS log
      WHERE (log.person_id, log.question_id, log.day) = (given.person_id, given."questionId", given.day))`
  if (answers.length === 0) return
  const rated = answers.map(({ questionId, day, isRight, confidence, card }) => {
    const rating = ratingOf(isRight, confidence)
    return { question_id: questionId, day, rating, before: card, ...columnsOf(nextCard(card, rating, day)) }
  })
  await tx.$executeRaw`
    WITH rated AS (
      SELECT attempt.person_id, attempt.id AS attempt_id, answer.*
      FROM attempt, jsonb_to_recordset(${JSON.stringify(rated)}::jsonb) AS answer (
        question_id uuid, day date, rating review_rating, before jsonb, due_on date, stability float8, difficulty float8,
        reps int, lapses int, last_rated_on date)
      WHERE attempt.id = ${attemptId}::uuid
    ), logged AS (
      INSERT INTO review_log (person_id, question_id, day, rating, attempt_id, before)
      SELECT person_id, question_id, day, rating, attempt_id, before FROM rated
    )
    INSERT INTO review_card (person_id, question_id, due_on, stability, difficulty, reps, lapses, last_rated_on)
    SELECT person_id, question_id, due_on, stability, difficulty, reps, lapses, last_rated_on FROM rated
    ORDER BY question_id
    ON CONFLICT (person_id, question_id) DO UPDATE SET due_on = excluded.due_on, stability = excluded.stability,
      difficulty = excluded.difficulty, reps = excluded.reps, lapses = excluded.lapses,
      last_rated_on = excluded.last_rated_on`
}

const columnsOf = ({ dueOn, stability, difficulty, reps, lapses, lastRatedOn }: Card) => ({
  due_on: dueOn,
  stability,
  difficulty,
  reps,
  lapses,
  last_rated_on: lastRatedOn,
})
