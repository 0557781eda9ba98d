import { dateFormat } from './format'

// Dates without a time are ISO 8601 texts, such as 2026-11-30: they compare as texts, and no zone can move them.

const DAY_MS = 24 * 60 * 60 * 1000

function calendarFormat(zone: string): Intl.DateTimeFormat {
  const options = { calendar: 'iso8601', year: 'numeric', month: '2-digit', day: '2-digit' } as const
  try {
    return dateFormat('en-CA', { ...options, timeZone: zone })
  } catch {
    return dateFormat('en-CA', { ...options, timeZone: 'UTC' })
  }
}

/**
 * The date that a calendar on the wall shows at an instant.
 *
 * @param zone IANA name; where this runtime does not know it, UTC
 */
export function dateIn(zone: string, instant: Date): string {
  const format = calendarFormat(zone)
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}`
}

/** Days from one date to another; negative when it lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The date so many days after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The Monday of the week that a date lies in. */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
}

/**
 * The instant at which clocks of a zone show a date and a time. Where they show it twice, the first; where they skip it, as
 * much later as they skip.
 *
 * @param zone IANA name
 * @param local ISO date and time without a zone, such as 2026-11-30T09:00
 * @returns null when it is no date and time
 */
export function instantIn(zone: string, local: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local)) return null
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return null
  // Offsets a day before and after: those that may hold then. The larger one comes first in time.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallTime(zone, near) - near).sort((a, b) => b - a)
  const found = offsets.map((offset) => wall - offset).find((instant) => wallTime(zone, instant) === wall)
  return new Date(found ?? wall - Math.min(...offsets))
}

/** What a zone's clocks show at an instant, as the milliseconds of the same date and time in UTC. */
function wallTime(zone: string, instant: number): number {
  const options = {
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  const parts = Object.fromEntries(
    dateFormat('en-CA', { ...options, timeZone: zone })
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`)
}

/** What a zone's clocks show at an instant, to the minute: 2026-11-30T09:00. */
export function localIn(zone: string, instant: Date): string {
  return new Date(wallTime(zone, Math.floor(instant.getTime() / 1000) * 1000)).toISOString().slice(0, 16)
}
