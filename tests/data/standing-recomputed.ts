import { addDays, dateIn, instantIn } from '@/lib/i18n/calendar'

/** The end of a day in a zone, by this runtime's calendars and not by those of the database. */
export const endOfDay = (day: string, zone: string) =>
  instantIn(zone, `${addDays(day, 1)}T00:00`) ?? new Date(Number.NaN)

/** The same day of another month, or the last of it. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** An attempt at the assigned quiz that has ended. `right` is its score, of whatever all have in common. */
export type Taken = { id: string; number: number; endedAt: Date; right: number }

/** How far someone is, by walking through their attempts one by one. */
export function standingOf(
  terms: { dueOn: string | null; zone: string; counts: 'first' | 'best' | 'latest'; renewMonths: number | null },
  createdAt: Date,
  attempts: readonly Taken[],
  now: Date,
) {
  const firstDue = terms.dueOn === null ? null : endOfDay(terms.dueOn, terms.zone)
  const holdsUntil = ({ endedAt }: Taken) =>
    terms.renewMonths === null
      ? new Date(8.64e15)
      : endOfDay(addMonths(dateIn(terms.zone, endedAt), terms.renewMonths), terms.zone)
  const later = (a: Date | null, b: Date | null) => (!a ? b : !b ? a : a > b ? a : b)
  let due = firstDue
  const holding: { taken: Taken; late: boolean }[] = []
  for (const taken of [...attempts].sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime() || a.number - b.number)) {
    const until = holdsUntil(taken)
    if (until <= createdAt) continue
    if (until > now) holding.push({ taken, late: due !== null && taken.endedAt >= due })
    if (terms.renewMonths !== null) due = later(firstDue, until)
  }
  const all = holding.map(({ taken }) => taken)
  const best = [...all].sort(
    (a, b) => b.right - a.right || a.endedAt.getTime() - b.endedAt.getTime() || a.number - b.number,
  )
  const latest = [...all].sort((a, b) => b.number - a.number)
  const result = { first: all[0], best: best[0], latest: latest[0] }[terms.counts]
  return {
    due_at: due,
    done_at: all[0]?.endedAt ?? null,
    late: holding[0]?.late ?? false,
    attempt_id: result?.id ?? null,
  }
}
