import { guarded } from '../../access/guard'
import { db, newId } from '../../db/client'
import type { AnswerPlace } from '../schema'

/**
 * Keeps what the viewer reports about a question of their own attempt, tied to the answer, its version and the words
 * that were read.
 *
 * @param text as written, not empty
 */
export const reportProblem = guarded(
  'attempt:own',
  async (
    viewer,
    { attemptId, position }: AnswerPlace,
    translationId: string,
    text: string,
  ): Promise<{ status: 'reported' | 'not-found' }> => {
    const answer = await db().answer.findUnique({
      where: { attemptId_position: { attemptId, position }, attempt: { personId: viewer.personId } },
      select: {
        questionId: true,
        versionId: true,
        version: {
          select: { translations: { where: { id: translationId, status: 'published' }, select: { id: true } } },
        },
      },
    })
    if (!answer || answer.version.translations.length === 0) return { status: 'not-found' }
    const { questionId, versionId } = answer
    await db().problemReport.create({
      data: { id: newId(), personId: viewer.personId, attemptId, questionId, versionId, translationId, text },
    })
    return { status: 'reported' }
  },
)
