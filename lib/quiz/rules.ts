/** How a quiz is stored: its status, and when it is to be published. */
export type StoredState = {
  status: 'draft' | 'published' | 'beta' | 'retired' | 'archived'
  publishAt: Date | null
  /** When it was first published; null when nobody has ever been able to take it for a score. */
  publishedAt: Date | null
}

export const quizStates = ['draft', 'scheduled', 'beta', 'published', 'retired', 'archived'] as const

/** Where a quiz stands for those who run Polyquiz. A draft with a time of publishing is scheduled. */
export type QuizState = (typeof quizStates)[number]

/** What changes the state of a quiz. `publish` and `beta` ask the checklist first, and so does `schedule` when its time has come. */
export const stateActions = [
  'publish',
  'beta',
  'schedule',
  'unschedule',
  'withdraw',
  'retire',
  'archive',
  'restore',
] as const
export type StateAction = (typeof stateActions)[number]

/** Where a quiz stands. */
export function stateOf({ status, publishAt }: Pick<StoredState, 'status' | 'publishAt'>): QuizState {
  return status === 'draft' && publishAt ? 'scheduled' : status
}

/** From which states each action leads on. */
const from: Record<StateAction, readonly QuizState[]> = {
  // Publishing again brings what has been drafted since.
  publish: ['draft', 'scheduled', 'beta', 'published', 'retired'],
  beta: ['draft', 'scheduled', 'beta'],
  schedule: ['draft', 'scheduled', 'beta', 'published'],
  unschedule: ['scheduled', 'beta', 'published'],
  withdraw: ['beta'],
  retire: ['beta', 'published'],
  archive: ['draft', 'scheduled', 'beta', 'published', 'retired'],
  restore: ['archived'],
}

/** Whether an action may be taken now. */
export function mayTake(quiz: StoredState, action: StateAction): boolean {
  if (action === 'unschedule' && !quiz.publishAt) return false
  return from[action].includes(stateOf(quiz))
}

/** What may be done with a quiz now. */
export function actionsFor(quiz: StoredState): StateAction[] {
  return stateActions.filter((action) => mayTake(quiz, action))
}

/**
 * What an action makes of a quiz: the status and the time of publishing that are stored. Attempts that run are none of
 * its business: they hold their own questions and rules.
 *
 * @param at when to publish, for `schedule`
 * @returns null when the action may not be taken
 */
export function afterAction(
  quiz: StoredState,
  action: StateAction,
  at: Date | null = null,
): Pick<StoredState, 'status' | 'publishAt'> | null {
  if (!mayTake(quiz, action)) return null
  switch (action) {
    case 'publish':
      return { status: 'published', publishAt: null }
    case 'beta':
      return { status: 'beta', publishAt: quiz.publishAt }
    case 'schedule':
      return at && { status: quiz.status, publishAt: at }
    case 'unschedule':
      return { status: quiz.status, publishAt: null }
    case 'withdraw':
      return { status: 'draft', publishAt: null }
    case 'retire':
      return { status: 'retired', publishAt: null }
    case 'archive':
      return { status: 'archived', publishAt: null }
    case 'restore':
      // What people have taken for a score comes back as it was last seen: not to be started.
      return { status: quiz.publishedAt ? 'retired' : 'draft', publishAt: null }
  }
}

/** Whether members may start attempts. */
export function isOpenToStart(status: StoredState['status']): boolean {
  return status === 'published' || status === 'beta'
}
