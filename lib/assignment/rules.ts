import type { AssignmentState } from './schema'

/** How many days before it lapses a renewal is listed as due again. */
export const RENEWAL_DAYS = 30

/**
 * How far someone is: done, done late, overdue, or still to do.
 *
 * @param now the database's clock; what is due at this very instant is overdue
 */
export function stateOf(
  { doneAt, late, dueAt }: { doneAt: Date | null; late: boolean; dueAt: Date | null },
  now: Date,
): AssignmentState {
  if (doneAt) return late ? 'late' : 'done'
  return dueAt && dueAt <= now ? 'overdue' : 'open'
}

/** Whether something done is to be done again soon. */
export function renewsSoon(dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt.getTime() - now.getTime() <= RENEWAL_DAYS * 86_400_000
}
