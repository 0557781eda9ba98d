import { db, type Transaction } from './client'

/**
 * Works through rows that wait for it, each in a transaction of its own. Several processes may do so at once when `take`
 * skips what is locked. One that fails holds up no other.
 *
 * @param what the rows, for the error
 * @param take locks the next row, but for some, and returns its id; null when there is none
 * @param limit how many at most
 * @returns how many were worked
 * @throws AggregateError after all others have been worked, naming those that failed
 */
export async function workOneByOne(
  what: string,
  limit: number,
  take: (tx: Transaction, passedOver: readonly string[]) => Promise<string | null>,
  work: (tx: Transaction, id: string) => Promise<void>,
): Promise<number> {
  const failures = new Map<string, unknown>()
  let worked = 0
  while (worked < limit) {
    let taken: string | null = null
    try {
      await db().$transaction(async (tx) => {
        taken = await take(tx, [...failures.keys()])
        if (taken) await work(tx, taken)
      })
    } catch (error) {
      if (taken === null) throw error
      failures.set(taken, error)
      continue
    }
    if (taken === null) break
    worked++
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `${what} that failed: ${[...failures.keys()].join(', ')}`)
  return worked
}
