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
