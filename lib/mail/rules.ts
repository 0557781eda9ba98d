import { addDays, dateIn, daysBetween, localIn, mondayOf } from '../i18n/calendar'
import { type ReminderStage, reminderStages } from './schema'

/** From when on mails are sent, by the clocks of the person. */
export const MAIL_HOUR = '08:00'

/** The day it is somewhere, and whether it is late enough there for the mails of that day. */
export type LocalDay = { day: string; isTime: boolean }

/** @param zone IANA name; where this runtime does not know it, UTC */
export function localDay(zone: string, now: Date): LocalDay {
  const local = localOf(zone, now)
  return { day: local.slice(0, 10), isTime: local.slice(11) >= MAIL_HOUR }
}

function localOf(zone: string, now: Date): string {
  try {
    return localIn(zone, now)
  } catch {
    return localIn('UTC', now)
  }
}

/** The Monday whose digest is to be sent on a day: Monday's, on Tuesday still; null on other days. */
export function digestWeek(day: string): string | null {
  const monday = mondayOf(day)
  return daysBetween(monday, day) <= 1 ? monday : null
}

/** The last day on which something can still be done that is late from an instant on. */
export function lastDay(zone: string, dueAt: Date): string {
  return dateIn(zone, new Date(dueAt.getTime() - 1))
}

/**
 * The stage that has been reached on a day, if any: the most urgent, whichever were passed while nobody looked.
 *
 * @param day what the person's calendar shows
 * @param last the last day on which it can be done in time, by the same calendar
 */
export function stageOn(day: string, last: string): ReminderStage | null {
  const left = daysBetween(day, last)
  if (left > 7) return null
  if (left > 1) return 'weekBefore'
  if (left >= 0) return 'dayBefore'
  return left > -7 ? 'dayAfter' : 'weekAfter'
}

/** Whether a stage is told: neither it nor a more urgent one was. A flight to the west brings no stage back. */
export function isNewStage(stage: ReminderStage, told: ReminderStage | null): boolean {
  return told === null || reminderStages.indexOf(stage) > reminderStages.indexOf(told)
}

/** How far ahead, in days, anything can have reached a stage: the first one, and the difference of any two zones. */
export const LOOK_AHEAD_DAYS = 9

/** Seconds for which a mail waits after it was refused so many times: 5 minutes, threefold each time, up to 12 hours. */
export function waitAfter(tries: number): number {
  return Math.min(300 * 3 ** (tries - 1), 12 * 3600)
}

/** Days after which a mail that cannot be sent is given up: what it says is old by then. */
export const GIVE_UP_DAYS = 3

/** What makes a mail one: a person's reminders of one day, or a manager's digest of one week. */
export const dedupeKeys = {
  reminder: (personId: string, day: string) => `reminder:${personId}:${day}`,
  digest: (personId: string, monday: string) => `digest:${personId}:${monday}`,
}

/** The day after which a record that a zone was looked through is of no more use. */
export function oldestRun(day: string): string {
  return addDays(day, -30)
}
