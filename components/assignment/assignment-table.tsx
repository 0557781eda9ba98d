import type { Route } from 'next'
import type { AssignmentRow } from '@/lib/assignment/queries'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Link } from '../ui/link'
import { dueWords } from './due-date'

/** The assignments of a team: what, to whom, by when, and how far people are. */
export function AssignmentTable({
  assignments,
  path,
  locale,
}: {
  assignments: readonly AssignmentRow[]
  path: `/${string}`
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'assignments')
  return (
    <ul>
      {assignments.map(
        ({
          id,
          title,
          titleLocale,
          person,
          dueOn,
          zone,
          isArchived,
          isClosed,
          people,
          done,
          late,
          overdue,
          renewMonths,
        }) => (
          <li key={id} className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <div className="min-w-0">
              {isArchived ? (
                <span lang={titleLocale}>{title}</span>
              ) : (
                <Link href={`${path}/${id}` as Route} lang={titleLocale} className="font-semibold wrap-anywhere">
                  {title}
                </Link>
              )}
              <p className="text-sm text-soft">
                {[
                  person === null ? t('everyone') : person,
                  // The zone stands beside the day: no reader's clock is meant here.
                  dueOn ? t('dueIn', { due: dueWords({ dueOn, zone, dueAt: null }, zone, locale), zone }) : t('noDue'),
                  renewMonths !== null && t('renewsEvery', { months: renewMonths }),
                  isClosed && t('closed'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {!isArchived && (
              <p className="text-sm tabular-nums sm:text-end">
                {t('doneOf', { done, people })}
                <span className="block text-soft">{late > 0 && t('lateOnes', { n: late })}</span>
                {overdue > 0 && <span className="block text-bad">{t('overdueOnes', { n: overdue })}</span>}
              </p>
            )}
          </li>
        ),
      )}
    </ul>
  )
}
