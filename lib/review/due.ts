import { Prisma } from '../db/generated/client'

/**
 * The cards of one person whose question may be asked again: it is in a published quiz that shows its keys by now, and
 * in no exam that the person is taking, whose keys it would tell.
 */
export const reviewableCards = (personId: string) => Prisma.sql`
  SELECT card.question_id, card.due_on, card.stability, offered.quiz_id, offered.shuffle
  FROM review_card AS card
  JOIN question ON question.id = card.question_id AND question.archived_at IS NULL
  JOIN LATERAL (
    SELECT quiz.id AS quiz_id, quiz.shuffle FROM quiz_item JOIN quiz ON quiz.id = quiz_item.quiz_id
    WHERE quiz_item.question_id = card.question_id AND quiz.status = 'published'
      AND (quiz.reveal IN ('each', 'end') OR quiz.reveal_at <= app_now())
    ORDER BY quiz.id LIMIT 1
  ) AS offered ON true
  WHERE card.person_id = ${personId}::uuid AND NOT EXISTS (
    SELECT FROM attempt JOIN answer ON answer.attempt_id = attempt.id
    WHERE attempt.person_id = card.person_id AND attempt.ended_at IS NULL AND attempt.mode = 'exam'
      AND answer.question_id = card.question_id)`
