import { z } from 'zod'
import type { ListShape } from '../list/schema'

export const mailKind = z.enum(['reminder', 'digest'])
export type MailKind = z.infer<typeof mailKind>

/** Earliest first: of several that have been reached, the last is the most urgent. */
export const reminderStages = ['weekBefore', 'dayBefore', 'dayAfter', 'weekAfter'] as const
export type ReminderStage = (typeof reminderStages)[number]

/** Which mails someone wants; a kind that is not named stays as it is. */
export const mailWishes = z.partialRecord(mailKind, z.boolean())
export type MailWishes = z.infer<typeof mailWishes>

/** Not yet tried; sent; refused, and perhaps tried again; not wanted any more when its turn came. */
export const mailStates = ['waiting', 'sent', 'failed', 'ended'] as const
export type MailState = (typeof mailStates)[number]

/** What can be asked of the list of mails. */
export const mailList = {
  filters: { state: mailStates, kind: mailKind.options },
  sorts: ['time'],
  descends: true,
} as const satisfies ListShape
