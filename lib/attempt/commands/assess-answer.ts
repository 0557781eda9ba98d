import { guarded } from '../../access/guard'
import { databaseNow, db } from '../../db/client'
import type { AnswerPlace, SelfAssessment } from '../schema'

/**
 * Keeps how the viewer judges their own answer to an open question, once its model answer may be seen. It may be judged
 * again, and never counts in a score.
 */
export const assessAnswer = guarded(
  'attempt:own',
  async (
    viewer,
    { attemptId, position }: AnswerPlace,
    selfAssessment: SelfAssessment,
  ): Promise<{ status: 'assessed' | 'not-found' }> => {
    const { count } = await db().answer.updateMany({
      where: {
        attemptId,
        position,
        version: { kind: 'open' },
        attempt: { personId: viewer.personId },
        OR: [{ revealedAt: { not: null } }, { attempt: { revealsAt: { lte: await databaseNow() } } }],
      },
      data: { selfAssessment },
    })
    return { status: count === 1 ? 'assessed' : 'not-found' }
  },
)
