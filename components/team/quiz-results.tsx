import type { Fraction } from '@/lib/attempt/fraction'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { QuizResults } from '@/lib/team/queries/get-member'
import { formatPercent } from '../attempt/percent'
import { Icon } from '../ui/icon'
import { ScrollFrame } from '../ui/scroll-frame'

/** Someone's results by quiz: the first, the best and the latest. */
export function QuizResultsTable({
  quizzes,
  zone,
  locale,
}: {
  quizzes: readonly QuizResults[]
  zone: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'teamPage')
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: zone })
  const score = (value: Fraction | null) => (value ? formatPercent(value, locale) : '–')
  return (
    <ScrollFrame label={t('quiz')}>
      <table className="w-full text-sm tabular-nums [&_td]:py-2.5 [&_td]:ps-4 [&_td]:text-end [&_th]:py-2.5 [&_th]:font-normal">
        <thead className="text-soft">
          <tr className="align-bottom">
            <th scope="col" className="text-start">
              {t('quiz')}
            </th>
            {(['attempts', 'first', 'best', 'latest', 'on'] as const).map((name) => (
              <th key={name} scope="col" className="min-w-18 ps-4 text-end">
                {t(`heads.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quizzes.map(({ slug, title, titleLocale, attempts, first, best, latest, passed, latestAt }) => (
            <tr key={slug} className="border-t border-line align-top">
              <th scope="row" className="min-w-40 text-start">
                <span lang={titleLocale}>{title}</span>
                <span className={`flex gap-1 ${passed ? 'text-good' : 'text-soft'}`}>
                  {passed && <Icon name="check" className="h-[1lh]" />}
                  {t(passed ? 'hasPassed' : 'notPassed')}
                </span>
              </th>
              <td>{attempts}</td>
              <td>{score(first)}</td>
              <td>{score(best)}</td>
              <td>{score(latest)}</td>
              <td className="whitespace-nowrap">{day.format(new Date(latestAt))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
