import { guarded } from '../../access/guard'
import { db } from '../../db/client'

/** What the viewer may have beyond the rules of a quiz: of time in percent, and of attempts. */
export type Allowance = { extraPercent: number; extraAttempts: number }

/** The viewer's own allowance at a quiz; one for that quiz stands instead of one for all. */
export const getAllowance = guarded('quiz:take', async (viewer, quizId: string): Promise<Allowance> => {
  const rows = await db().allowance.findMany({
    where: { personId: viewer.personId, OR: [{ quizId }, { quizId: null }] },
    select: { quizId: true, extraPercent: true, extraAttempts: true },
  })
  const { extraPercent, extraAttempts } = rows.find((row) => row.quizId === quizId) ??
    rows[0] ?? { extraPercent: 0, extraAttempts: 0 }
  return { extraPercent, extraAttempts }
})
