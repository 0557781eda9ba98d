import { guarded } from '../../access/guard'
import { refreshStandings } from '../../board/standings'
import { db, type Transaction } from '../../db/client'
import { workOneByOne } from '../../db/one-by-one'
import { dateIn } from '../../i18n/calendar'
import { keepReviews } from '../../review/keep'
import { atLeast, fraction, sum } from '../fraction'
import { keyOf, kinds } from '../kinds'
import { revealsAt, scoreOf } from '../rules'
import { attemptSettings, type SubmitOutcome } from '../schema'

/**
 * Ends an attempt and scores it over all its questions, once: a second submit changes nothing, and both lead to the same
 * result. After the deadline and its grace the attempt ends as expired, with what was saved.
 */
export const submitAttempt = guarded(
  'attempt:own',
  async (viewer, attemptId: string): Promise<SubmitOutcome> =>
    db().$transaction(async (tx): Promise<SubmitOutcome> => {
      const [locked] = await tx.$queryRaw<{ ended: boolean }[]>`
        SELECT ended_at IS NOT NULL AS ended FROM attempt
        WHERE id = ${attemptId}::uuid AND person_id = ${viewer.personId}::uuid FOR UPDATE`
      if (!locked) return { status: 'not-found' }
      if (!locked.ended) await endLocked(tx, attemptId)
      return { status: 'submitted' }
    }),
)

/**
 * Ends attempts whose time and grace are over, the longest overdue first, each in a transaction of its own. Several
 * processes may do so at once: what one has taken, the others skip. One that cannot be ended holds up no other.
 *
 * @param limit how many at most
 * @returns how many were ended
 * @throws AggregateError after all others have been ended, naming those that could not be
 */
export const endOverdueAttempts = guarded(
  'attempt:sweep',
  (_viewer, limit: number = 100): Promise<number> =>
    workOneByOne(
      'Overdue attempts',
      limit,
      async (tx, passedOver) => {
        const [overdue] = await tx.$queryRaw<{ id: string }[]>`
          SELECT id FROM attempt
          WHERE ended_at IS NULL AND app_now() > deadline_at + make_interval(secs => grace_seconds)
            AND id <> ALL(${passedOver}::uuid[])
          ORDER BY deadline_at LIMIT 1 FOR UPDATE SKIP LOCKED`
        return overdue?.id ?? null
      },
      endLocked,
    ),
)

/** Scores and ends an attempt that this transaction has locked and that has not ended. */
async function endLocked(tx: Transaction, attemptId: string): Promise<void> {
  const attempt = await tx.attempt.findUniqueOrThrow({
    where: { id: attemptId },
    include: {
      person: { select: { zone: true } },
      answers: {
        include: {
          version: { select: { kind: true, scoring: true, key: true } },
          question: { select: { topics: { select: { topicId: true } } } },
        },
      },
    },
  })
  const graded = attempt.answers.map(({ questionId, picks, text, version, question }) => ({
    questionId,
    earned: kinds[version.kind].grade(keyOf(version.key), { picks, text }, version.scoring),
    topicIds: question.topics.map(({ topicId }) => topicId),
  }))
  const { passNum, passDen, reveal, revealAt } = attemptSettings.parse(attempt.settings)
  // A beta shows what is right and wrong, and counts nothing.
  const score = attempt.purpose === 'beta' ? null : scoreOf(graded.map(({ earned }) => earned))
  const passed = attempt.quizId === null ? null : score && atLeast(score, fraction(passNum, passDen))

  const scored = graded.flatMap(({ earned, ...rest }) => (earned ? [{ ...rest, earned }] : []))
  await tx.$executeRaw`
    UPDATE answer SET award_num = earned.num, award_den = earned.den
    FROM unnest(
      ${scored.map(({ questionId }) => questionId)}::uuid[],
      ${scored.map(({ earned }) => Number(earned.num))}::int[],
      ${scored.map(({ earned }) => Number(earned.den))}::int[]
    ) AS earned (question_id, num, den)
    WHERE answer.attempt_id = ${attemptId}::uuid AND answer.question_id = earned.question_id`
  const counted = attempt.purpose === 'beta' ? [] : scored
  await tx.attemptTopic.createMany({
    data: [...new Set(counted.flatMap(({ topicIds }) => topicIds))].map((topicId) => {
      const inTopic = counted.filter(({ topicIds }) => topicIds.includes(topicId))
      const total = sum(inTopic.map(({ earned }) => earned))
      return {
        attemptId,
        topicId,
        num: total.num,
        den: total.den * BigInt(inTopic.length),
        questions: inTopic.length,
      }
    }),
  })
  // This transaction may have begun before the last save that it waited for: the end is no earlier than that.
  const [time] = await tx.$queryRaw<{ endedAt: Date; expired: boolean }[]>`
    SELECT least(greatest(app_now(), saved_at), over_at) AS "endedAt", coalesce(app_now() > over_at, false) AS expired
    FROM (
      SELECT deadline_at + make_interval(secs => grace_seconds) AS over_at,
        (SELECT max(saved_at) FROM answer WHERE attempt_id = attempt.id) AS saved_at
      FROM attempt WHERE id = ${attemptId}::uuid
    ) AS time`
  if (!time) throw new Error(`Attempt ${attemptId} has gone.`)
  const { endedAt, expired } = time
  await tx.$executeRaw`
    UPDATE answer SET answered_on = ${dateIn(attempt.person.zone, endedAt)}::date
    WHERE attempt_id = ${attemptId}::uuid AND answered_on IS NULL AND (cardinality(picks) > 0 OR text ~ '\\S')`
  const shownAt = revealsAt(reveal, revealAt === null ? null : new Date(revealAt), endedAt)
  const areKeysShown = shownAt !== null && shownAt <= endedAt
  const [recorded] = await tx.$queryRaw<{ counts: boolean }[]>`
    UPDATE attempt SET ended_at = ${endedAt}, ended = ${expired ? 'expired' : 'submitted'}::attempt_end,
      reveals_at = ${shownAt}, reviewed_at = ${areKeysShown ? shownAt : null}::timestamptz,
      score_num = ${score?.num ?? null}::bigint, score_den = ${score?.den ?? null}::bigint,
      first_num = ${score?.num ?? null}::bigint, first_den = ${score?.den ?? null}::bigint, passed = ${passed}::boolean,
      counts = purpose = 'full' AND NOT EXISTS (
        SELECT FROM attempt AS earlier
        WHERE earlier.person_id = attempt.person_id AND earlier.quiz_id = attempt.quiz_id AND earlier.counts)
    WHERE id = ${attemptId}::uuid AND ended_at IS NULL
    RETURNING counts`
  if (areKeysShown) await keepReviews(tx, attemptId)
  if (recorded?.counts) await refreshStandings(tx, [attempt.personId])
}
