import { isAnswered } from '../../attempt/queries/read-answers'
import { Prisma } from '../../db/generated/client'

/**
 * Which answers progress counts, of `attempt` and `answer`: those of whole attempts, retakes and reviews, and none whose
 * key is held back, which nothing may tell.
 */
export const shownAnswers = Prisma.sql`
  attempt.purpose IN ('full', 'missed', 'review')
  AND (answer.revealed_at IS NOT NULL OR attempt.reveals_at <= app_now())`

/** Of these, the ones that can be right or wrong: scored, and not left blank. */
export const scoredAnswers = Prisma.sql`
  ${shownAnswers} AND answer.award_num IS NOT NULL AND ${isAnswered}`

/** The newest answer first. Several attempts may be open at once, so that an answer's own settling decides. */
export const newestFirst = Prisma.sql`
  coalesce(answer.revealed_at, attempt.ended_at) DESC, attempt.started_at DESC, attempt.id DESC`
