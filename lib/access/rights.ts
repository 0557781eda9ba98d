import type { PersonRole } from '../db/generated/enums'

const everyone: readonly PersonRole[] = ['member', 'translator', 'admin']
const admins: readonly PersonRole[] = ['admin']

/**
 * What each right lets whom do. `own` means that a person reaches only what is theirs: someone else's id answers exactly
 * like an id that does not exist.
 */
export const rights = {
  'quiz:take': { roles: everyone, scope: 'all' },
  'attempt:own': { roles: everyone, scope: 'own' },
  'attempt:sweep': { roles: admins, scope: 'all' },
  'progress:own': { roles: everyone, scope: 'own' },
  'profile:own': { roles: everyone, scope: 'own' },
  'quiz:author': { roles: admins, scope: 'all' },
  'people:manage': { roles: admins, scope: 'all' },
  'board:rebuild': { roles: admins, scope: 'all' },
} as const satisfies Record<string, { roles: readonly PersonRole[]; scope: 'all' | 'own' }>

export type Right = keyof typeof rights

/** Whether a role holds a right. */
export function mayDo(role: PersonRole, right: Right): boolean {
  return rights[right].roles.includes(role)
}
