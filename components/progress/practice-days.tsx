import { addDays } from '@/lib/i18n/calendar'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { CalendarWeek } from '@/lib/progress/rules'
import { Chart } from '../charts/chart'
import { DayGrid, GridKey, GridRows, SHADE_STARTS } from '../charts/day-grid'
import { ScrollFrame } from '../ui/scroll-frame'

// Any week will do: it names the days.
const A_MONDAY = '2024-01-01'

/** A year of practice, day by day: the finding with the streak, the calendar, and the days as a table. */
export function PracticeDays({
  weeks,
  streak,
  locale,
}: {
  weeks: readonly CalendarWeek[]
  streak: number
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'progress')
  const format = (date: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(date))
  const weekdays = Array.from({ length: 7 }, (_, index) => format(addDays(A_MONDAY, index), { weekday: 'short' }))
  const practised = weeks.flatMap(({ answers }) => answers).filter((count) => count !== null && count > 0)
  const finding = t('daysFinding', { days: practised.length, weeks: weeks.length, streak })

  const grid = weeks.map(({ monday, answers }, index) => ({
    key: monday,
    // The first two columns have no room for the names of two months.
    tick: index > 0 && monday.slice(8) <= '07' && index < weeks.length - 2 ? format(monday, { month: 'short' }) : null,
    days: answers.map((count, weekday) => {
      if (count === null) return null
      const day = addDays(monday, weekday)
      return { key: day, count, label: t('day', { date: format(day, { dateStyle: 'long' }), count }) }
    }),
  }))
  const table = (
    <table className="w-full tabular-nums [&_td]:ps-3 [&_td]:text-end [&_th]:py-1.5 [&_th]:font-normal [&_thead_th+th]:ps-3 [&_thead_th+th]:text-end">
      <thead className="text-soft">
        <tr className="align-bottom [&_th:first-child]:text-start">
          {[t('week'), ...weekdays, t('total')].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks
          .filter(({ answers }) => answers.some((count) => count !== null && count > 0))
          .toReversed()
          .map(({ monday, answers }) => (
            <tr key={monday} className="border-t border-line">
              <th scope="row" className="text-start whitespace-nowrap">
                {format(monday, { dateStyle: 'medium' })}
              </th>
              {answers.map((count, weekday) => (
                <td key={weekdays[weekday]}>{count}</td>
              ))}
              <td>{answers.reduce<number>((sum, count) => sum + (count ?? 0), 0)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
  const [one, five, ten, twenty] = SHADE_STARTS
  return (
    <Chart
      finding={finding}
      note={
        <div className="flex flex-wrap items-center gap-x-4">
          <span className="text-xs">{t('perDay')}</span>
          <GridKey
            labels={[
              '0',
              t('from', { low: one, high: five - 1 }),
              t('from', { low: five, high: ten - 1 }),
              t('from', { low: ten, high: twenty - 1 }),
              t('more', { low: twenty }),
            ]}
          />
        </div>
      }
      tableLabel={t('daysTable')}
      table={table}
    >
      <div className="flex">
        <GridRows names={weekdays.map((name, index) => (index % 2 === 0 && index < 5 ? name : null))} />
        <div className="min-w-0">
          <ScrollFrame label={t('perDay')} from="end">
            <DayGrid weeks={grid} label={finding} />
          </ScrollFrame>
        </div>
      </div>
    </Chart>
  )
}
