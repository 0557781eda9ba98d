import { guarded } from '../../access/guard'
import { db } from '../../db/client'

/**
 * Sets the language in which an open attempt is read from now on. Words only: order, answers and clock stay.
 *
 * @param locale one of the languages the quiz is written in
 */
export const chooseLanguage = guarded(
  'attempt:own',
  async (viewer, attemptId: string, locale: string): Promise<{ status: 'chosen' | 'not-found' }> => {
    const { count } = await db().attempt.updateMany({
      where: { id: attemptId, personId: viewer.personId, endedAt: null, quiz: { names: { some: { locale } } } },
      data: { locale },
    })
    return { status: count === 1 ? 'chosen' : 'not-found' }
  },
)
