import { z } from 'zod'
import type { ListShape } from '../list/schema'

/** What a team is called in addresses, in lists of people as files, and on the command line. */
export const teamSlug = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a team is named by lower-case letters, digits and hyphens')

export const teamName = z.string().trim().min(1).max(100)

/** What can be asked of the list of teams. */
export const teamsList = {
  filters: { state: ['active', 'archived'] },
  sorts: ['name', 'slug', 'members'],
} as const satisfies ListShape

/** What can be asked of the list of one team's people. */
export const membersList = { filters: {}, sorts: ['name'] } as const satisfies ListShape

/** What can be asked of a team's dashboard. Filtered by a topic, it is about that topic alone. */
export const dashboardList = {
  filters: { topic: null, show: ['overdue', 'idle'] },
  sorts: ['weakest', 'name', 'answered'],
} as const satisfies ListShape
