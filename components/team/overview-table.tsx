import type { Route } from 'next'
import { fraction } from '@/lib/attempt/fraction'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { MIN_SHARE_N } from '@/lib/progress/rules'
import type { TeamSummary } from '@/lib/team/queries/list-overview'
import { MIN_GROUP } from '@/lib/team/rules'
import { formatPercent } from '../attempt/percent'
import { Link } from '../ui/link'
import { ScrollFrame } from '../ui/scroll-frame'

/** Teams as wholes, one a line. */
export function OverviewTable({ teams, locale }: { teams: readonly TeamSummary[]; locale: UiLocale }) {
  const t = wordsOf(locale, 'teamPage')
  return (
    <ScrollFrame label={t('teams')}>
      <table className="w-full text-sm tabular-nums [&_td]:py-2.5 [&_td]:ps-4 [&_td]:text-end [&_th]:py-2.5 [&_th]:font-normal">
        <thead className="text-soft">
          <tr className="align-bottom">
            <th scope="col" className="text-start">
              {t('team')}
            </th>
            {(['members', 'begun', 'passed', 'assignmentsDone', 'overdue'] as const).map((name) => (
              <th key={name} scope="col" className="min-w-22 ps-4 text-end">
                {t(`heads.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teams.map(({ slug, name, members, isManaged, figures }) => (
            <tr key={slug} className="border-t border-line align-top">
              <th scope="row" className="min-w-32 text-start wrap-anywhere">
                {isManaged ? <Link href={`/${locale}/teams/${slug}` as Route}>{name}</Link> : name}
              </th>
              <td>{members}</td>
              {figures ? (
                <>
                  <td className="whitespace-nowrap">{t('of', { part: figures.begun, whole: members })}</td>
                  <td className="whitespace-nowrap">
                    {figures.results >= MIN_SHARE_N
                      ? formatPercent(fraction(figures.passed, figures.results), locale)
                      : t('tooFew')}
                    <span className="block text-xs text-soft">{t('n', { n: figures.results })}</span>
                  </td>
                  <td className="whitespace-nowrap">
                    {figures.assigned === 0 ? '–' : t('of', { part: figures.done, whole: figures.assigned })}
                  </td>
                  <td>{figures.assigned === 0 ? '–' : figures.overdue}</td>
                </>
              ) : (
                <td colSpan={4} className="text-soft">
                  {t('suppressed', { n: MIN_GROUP })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
