import { z } from 'zod'
import { calendarDay } from '../i18n/schema'

/** What can be asked of the audit trail. `kind` is the part of an action before the dot. */
export const auditShape = {
  filters: { kind: null, from: null, until: null },
  sorts: ['time'],
  descends: true,
} as const

/** A day of the calendar as an address says it; anything else is none. */
export const dayOfAddress = calendarDay.nullable().catch(null)

export const exportFormat = z.enum(['csv', 'jsonl'])
export type ExportFormat = z.infer<typeof exportFormat>
