import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { atLeast, fraction, sum } from '../fraction'
import { award, scoreOf } from '../rules'
import { attemptSettings, type SubmitOutcome } from '../schema'

/**
 * Ends an attempt and scores it over all its questions, once: a second submit changes nothing, and both lead to the same
 * result.
 */
export const submitAttempt = guarded(
  'attempt:own',
  async (viewer, attemptId: string): Promise<SubmitOutcome> =>
    db().$transaction(async (tx): Promise<SubmitOutcome> => {
      const [locked] = await tx.$queryRaw<{ ended: boolean }[]>`
        SELECT ended_at IS NOT NULL AS ended FROM attempt
        WHERE id = ${attemptId}::uuid AND person_id = ${viewer.personId}::uuid FOR UPDATE`
      if (!locked) return { status: 'not-found' }
      if (locked.ended) return { status: 'submitted' }

      const attempt = await tx.attempt.findUniqueOrThrow({
        where: { id: attemptId },
        include: {
          answers: {
            include: {
              version: { select: { kind: true, key: true } },
              question: { select: { topics: { select: { topicId: true } } } },
            },
          },
        },
      })
      const graded = attempt.answers.map(({ questionId, picks, version, question }) => ({
        questionId,
        earned: award(version.kind, version.key?.optionIds ?? [], picks),
        topicIds: question.topics.map(({ topicId }) => topicId),
      }))
      const { passNum, passDen } = attemptSettings.parse(attempt.settings)
      const score = scoreOf(graded.map(({ earned }) => earned))
      const passed = score && atLeast(score, fraction(passNum, passDen))

      await tx.$executeRaw`
        UPDATE answer SET award_num = earned.num, award_den = earned.den
        FROM unnest(
          ${graded.map(({ questionId }) => questionId)}::uuid[],
          ${graded.map(({ earned }) => Number(earned.num))}::int[],
          ${graded.map(({ earned }) => Number(earned.den))}::int[]
        ) AS earned (question_id, num, den)
        WHERE answer.attempt_id = ${attemptId}::uuid AND answer.question_id = earned.question_id`
      await tx.attemptTopic.createMany({
        data: [...new Set(graded.flatMap(({ topicIds }) => topicIds))].map((topicId) => {
          const inTopic = graded.filter(({ topicIds }) => topicIds.includes(topicId))
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
      await tx.$executeRaw`
        UPDATE attempt SET ended_at = app_now(), ended = 'submitted',
          score_num = ${score?.num ?? null}::bigint, score_den = ${score?.den ?? null}::bigint,
          first_num = ${score?.num ?? null}::bigint, first_den = ${score?.den ?? null}::bigint, passed = ${passed}::boolean,
          counts = purpose = 'full' AND NOT EXISTS (
            SELECT FROM attempt AS earlier
            WHERE earlier.person_id = attempt.person_id AND earlier.quiz_id = attempt.quiz_id AND earlier.counts)
        WHERE id = ${attemptId}::uuid AND ended_at IS NULL`
      return { status: 'submitted' }
    }),
)
