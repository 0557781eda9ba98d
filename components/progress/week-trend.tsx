import { fraction } from '@/lib/attempt/fraction'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { MIN_TREND_N, type PracticeWeek, trendFinding, type WeekFigures } from '@/lib/progress/rules'
import { formatPercent, formatShare } from '../attempt/percent'
import { Chart } from '../charts/chart'
import { ShareChart } from '../charts/share-chart'

/** How the last weeks went: the finding, the plot, and the weeks as a table. */
export function WeekTrend({ weeks, locale }: { weeks: readonly PracticeWeek[]; locale: UiLocale }) {
  const t = wordsOf(locale, 'progress')
  const day = dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const dateOf = (monday: string) => day.format(new Date(monday))
  const percent = (share: number) => formatShare(share, locale)
  const shareOf = (figures: WeekFigures) => percent(figures.percent / 100)
  const whenOf = ({ weeksAgo, monday }: WeekFigures) =>
    weeksAgo === 0 ? t('when.this') : weeksAgo === 1 ? t('when.last') : t('when.other', { date: dateOf(monday) })

  const found = trendFinding(weeks)
  const { code } = found
  const title =
    code === 'not-enough'
      ? t('finding.not-enough', { n: MIN_TREND_N })
      : code === 'single'
        ? t('finding.single', { percent: shareOf(found.latest), when: whenOf(found.latest) })
        : t(`finding.${code}`, {
            percent: shareOf(found.latest),
            when: whenOf(found.latest),
            before: shareOf(found.earlier),
            earlier: whenOf(found.earlier),
          })
  const table = (
    <table className="w-full tabular-nums [&_td]:ps-4 [&_td]:text-end [&_th]:py-1.5 [&_th]:font-normal [&_thead_th+th]:ps-4 [&_thead_th+th]:text-end">
      <thead className="text-soft">
        <tr className="align-bottom [&_th:first-child]:text-start">
          {(['week', 'answers', 'rightAnswers', 'share', 'interval'] as const).map((name) => (
            <th key={name} scope="col">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ monday, n, right, interval }) => (
          <tr key={monday} className="border-t border-line">
            <th scope="row" className="text-start whitespace-nowrap">
              {dateOf(monday)}
            </th>
            <td>{n}</td>
            {interval ? (
              <>
                <td>{right}</td>
                <td>{formatPercent(fraction(right, n), locale)}</td>
                <td className="whitespace-nowrap">
                  {t('range', { low: percent(interval.low), high: percent(interval.high) })}
                </td>
              </>
            ) : (
              <td colSpan={3} className="text-soft">
                {t('notEnough')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <Chart
      finding={title}
      note={code !== 'not-enough' && t('weeksNote', { n: MIN_TREND_N })}
      tableLabel={t('weeksTable')}
      table={table}
    >
      {code !== 'not-enough' && (
        <ShareChart
          points={weeks.map(({ monday, n, right, interval }, index) => ({
            key: monday,
            tick: (weeks.length - 1 - index) % 4 === 0 ? dateOf(monday) : null,
            value: interval && { ...interval, share: right / n },
          }))}
          label={t('point', { percent: shareOf(found.latest), n: found.latest.n })}
          percent={percent}
        />
      )}
    </Chart>
  )
}
