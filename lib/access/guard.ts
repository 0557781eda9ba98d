import { mayDo, type Right } from './rights'
import { getViewer, type Viewer } from './viewer'

/** Which right stands before a door; read by the test that every door is guarded. */
export const GUARD: unique symbol = Symbol('guard')

/** The asking person may not pass: nobody is signed in, or the role does not hold the right. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  constructor(readonly reason: 'sign-in' | 'not-allowed') {
    super(reason === 'sign-in' ? 'Nobody is signed in.' : 'This role may not do that.')
  }
}

type Door<Arguments extends unknown[], Result> = ((...args: Arguments) => Promise<Result>) & {
  readonly [GUARD]: Right | 'public'
}

/**
 * Builds a query or command: who asks is read here, never passed in.
 *
 * @param right what the viewer must hold; "public" must be written out and lets everyone in, with no viewer
 * @throws RefusedError when called by someone who does not hold the right
 */
export function guarded<Arguments extends unknown[], Result>(
  right: 'public',
  run: (...args: Arguments) => Promise<Result>,
): Door<Arguments, Result>
export function guarded<Arguments extends unknown[], Result>(
  right: Right,
  run: (viewer: Viewer, ...args: Arguments) => Promise<Result>,
): Door<Arguments, Result>
export function guarded(right: Right | 'public', run: (...args: never[]) => Promise<unknown>) {
  const call = run as (...args: unknown[]) => Promise<unknown>
  const door = async (...args: unknown[]) => {
    if (right === 'public') return call(...args)
    const viewer = await getViewer()
    if (!viewer) throw new RefusedError('sign-in')
    if (!mayDo(viewer.role, right)) throw new RefusedError('not-allowed')
    return call(viewer, ...args)
  }
  return Object.assign(door, { [GUARD]: right })
}

/**
 * Marks a door that checks session and scope inside its own single statement.
 *
 * @param right what the statement checks
 */
export function guardedInStatement<Arguments extends unknown[], Result>(
  right: Right,
  run: (...args: Arguments) => Promise<Result>,
): Door<Arguments, Result> {
  return Object.assign((...args: Arguments) => run(...args), { [GUARD]: right })
}
