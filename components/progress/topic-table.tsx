import { fraction } from '@/lib/attempt/fraction'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { Interval, TopicProgress } from '@/lib/progress/rules'
import { formatPercent, formatShare } from '../attempt/percent'
import { Bar } from '../ui/bar'
import { Swatch } from '../ui/swatch'

/** Topics as a compact table: what is covered, what of it is right, and how sure that figure is. */
export function TopicTable({ topics, locale }: { topics: readonly TopicProgress[]; locale: UiLocale }) {
  const t = wordsOf(locale, 'progress')
  const rangeOf = ({ low, high }: Interval) =>
    t('range', { low: formatShare(low, locale), high: formatShare(high, locale) })
  const anyInterval = topics.some(({ interval }) => interval)
  return (
    <table className="w-full text-sm tabular-nums">
      <thead className="text-soft">
        <tr className="align-bottom">
          <th scope="col" className="py-1 text-start font-normal">
            {t('topic')}
          </th>
          <th scope="col" className="py-1 ps-4 text-end font-normal">
            <Swatch tones={['accent', 'control']} />
            {t('covered')}
          </th>
          <th scope="col" className="py-1 ps-4 text-end font-normal">
            <Swatch tones={['accent']} />
            {t('right')}
          </th>
          {anyInterval && (
            <th scope="col" className="hidden py-1 ps-4 text-end font-normal sm:table-cell">
              {t('interval')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {topics.map(({ slug, name, nameLocale, questions, answered, right, interval }) => (
          <tr key={slug} id={`topic-${slug}`} className="border-t border-line align-top">
            <th scope="row" className="py-2.5 text-start font-normal">
              <span lang={nameLocale}>{name}</span>
              <span className="mt-1.5 block max-w-72">
                <Bar
                  parts={[
                    { share: right / questions, tone: 'accent' },
                    { share: (answered - right) / questions, tone: 'control' },
                  ]}
                />
              </span>
            </th>
            <td className="py-2.5 ps-4 text-end whitespace-nowrap">{t('of', { part: answered, whole: questions })}</td>
            <td className="py-2.5 ps-4 text-end">
              {answered === 0 ? (
                <span className="text-soft">{t('none')}</span>
              ) : (
                <>
                  <span className="whitespace-nowrap">{t('of', { part: right, whole: answered })}</span>
                  <span className="block text-soft">
                    {interval ? formatPercent(fraction(right, answered), locale) : t('notEnough')}
                  </span>
                  {interval && <span className="block text-soft sm:hidden">{rangeOf(interval)}</span>}
                </>
              )}
            </td>
            {anyInterval && (
              <td className="hidden py-2.5 ps-4 text-end whitespace-nowrap text-soft sm:table-cell">
                {interval && rangeOf(interval)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
