import { z } from 'zod'
import { calendarDay } from '../i18n/schema'
import type { ListShape } from '../list/schema'
import { timeZone } from '../person/schema'

/** Which of several attempts, or of several answers to one question, is the result. */
export const assignmentCounts = z.enum(['first', 'best', 'latest'])

/** By when, which attempt counts, and after how many months it is to be done again. A day ends in the zone beside it. */
export const assignmentTerms = z.object({
  dueOn: calendarDay.nullable(),
  zone: timeZone,
  counts: assignmentCounts,
  renewMonths: z.int().min(1).max(120).nullable(),
})

/** What is assigned, and to whom of a team: everyone, or one member. */
export const newAssignment = assignmentTerms.extend({
  what: z.union([z.object({ quiz: z.string() }), z.object({ topics: z.array(z.string()).min(1).max(100) })]),
  personId: z.uuid().nullable(),
})

export type AssignmentTerms = z.infer<typeof assignmentTerms>
export type NewAssignment = z.infer<typeof newAssignment>

/** How far someone is. */
export type AssignmentState = 'done' | 'late' | 'overdue' | 'open'

/** What can be asked of a team's list of assignments, and of the people of one. */
export const assignmentsList = {
  filters: { archived: ['yes'] },
  sorts: ['due'],
} as const satisfies ListShape

export const assignedList = {
  filters: { state: ['done', 'late', 'overdue', 'open'] },
  sorts: ['state'],
} as const satisfies ListShape
