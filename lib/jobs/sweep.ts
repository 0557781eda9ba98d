import { actAs, operator } from '../access/viewer'
import { endOverdueAttempts } from '../attempt/commands/end-attempt'
import { every, type Job } from './every'

/** An overdue attempt must be closed within a minute: this leaves room for a sweep that finds the database away. */
const SWEEP_MS = 15_000

/**
 * Ends overdue attempts all the time. Every process of every replica does so: each takes what the others have not
 * taken, and any one of them is enough. A sweep ends all that are overdue, since a whole course may have begun its exam
 * in the same minute.
 */
export function startSweeping(milliseconds: number = SWEEP_MS): Job {
  return every(milliseconds, 'ending overdue attempts', () =>
    actAs(operator, () => endOverdueAttempts(Number.POSITIVE_INFINITY)),
  )
}
