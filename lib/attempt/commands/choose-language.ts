import { guarded } from '../../access/guard'
import { db } from '../../db/client'

/**
 * Sets the language in which an open attempt is read from now on, and the one beside it. Words only: order, answers and
 * clock stay.
 *
 * @param locale one of the languages the quiz is written in
 * @param beside another of them; null for none
 */
export const chooseLanguage = guarded(
  'attempt:own',
  async (
    viewer,
    attemptId: string,
    locale: string,
    beside: string | null = null,
  ): Promise<{ status: 'chosen' | 'not-found' }> => {
    const besideLocale = beside === locale ? null : beside
    const wanted = besideLocale === null ? [locale] : [locale, besideLocale]
    const { count } = await db().attempt.updateMany({
      where: {
        id: attemptId,
        personId: viewer.personId,
        endedAt: null,
        quiz: { AND: wanted.map((tag) => ({ names: { some: { locale: tag } } })) },
      },
      data: { locale, besideLocale },
    })
    return { status: count === 1 ? 'chosen' : 'not-found' }
  },
)
