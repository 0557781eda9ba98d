import type { PersonRole } from '../db/generated/enums'

const everyone: readonly PersonRole[] = ['member', 'translator', 'admin']
const admins: readonly PersonRole[] = ['admin']
const writers: readonly PersonRole[] = ['translator', 'admin']

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
  // Words in other languages than the source.
  'quiz:translate': { roles: writers, scope: 'all' },
  'report:handle': { roles: writers, scope: 'all' },
  'audit:read': { roles: admins, scope: 'all' },
  'backup:run': { roles: admins, scope: 'all' },
  'people:manage': { roles: admins, scope: 'all' },
  // Whoever manages a team sees it; which ones, the doors ask of `lib/team/scope`.
  'team:manage': { roles: everyone, scope: 'own' },
  'team:overview': { roles: admins, scope: 'all' },
  'assignment:own': { roles: everyone, scope: 'own' },
  'mail:read': { roles: admins, scope: 'all' },
  'mail:send': { roles: admins, scope: 'all' },
  'board:rebuild': { roles: admins, scope: 'all' },
} as const satisfies Record<string, { roles: readonly PersonRole[]; scope: 'all' | 'own' }>

export type Right = keyof typeof rights

/** Whether a role holds a right. */
export function mayDo(role: PersonRole, right: Right): boolean {
  return rights[right].roles.includes(role)
}

/** The pages for those who run Polyquiz, by the last part of their address, with what each asks for. */
export const adminPages = {
  people: 'people:manage',
  teams: 'people:manage',
  quizzes: 'quiz:translate',
  images: 'quiz:author',
  reports: 'report:handle',
  mails: 'mail:read',
  audit: 'audit:read',
} as const satisfies Record<string, Right>

export type AdminPageName = keyof typeof adminPages

/** Those of them that a role may open, in their order. */
export function adminPagesOf(role: PersonRole): AdminPageName[] {
  return (Object.keys(adminPages) as AdminPageName[]).filter((name) => mayDo(role, adminPages[name]))
}
