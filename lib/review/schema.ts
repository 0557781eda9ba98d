/** What came of starting today's review. */
export type ReviewOutcome =
  | { status: 'started' | 'resumed'; attemptId: string; position: number }
  /** Nothing is due. */
  | { status: 'nothing-due' }
