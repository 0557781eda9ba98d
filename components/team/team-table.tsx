import type { Route } from 'next'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { ListAddress } from '@/lib/list/schema'
import type { TeamRow } from '@/lib/team/queries'
import { teamsList } from '@/lib/team/schema'
import { SortHeading } from '../list/sort-heading'
import { Link } from '../ui/link'

/** Teams in a list, with how many people are in each and who looks after them. */
export function TeamTable({
  teams,
  address,
  locale,
}: {
  teams: readonly TeamRow[]
  address: ListAddress
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'teams')
  const figure = new Intl.NumberFormat(locale)
  const names = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const path = `/${locale}/admin/teams` as const
  const heading = (by: (typeof teamsList)['sorts'][number], words: string, className = '') => (
    <SortHeading path={path} shape={teamsList} address={address} by={by} className={className}>
      {words}
    </SortHeading>
  )
  return (
    <table className="w-full text-sm" aria-label={t('title')}>
      <thead>
        <tr className="align-bottom">
          {heading('name', t('name'))}
          {heading('slug', t('slug'), 'max-sm:hidden')}
          {heading('members', t('people'))}
          <th scope="col" className="py-1 text-start font-normal text-soft max-sm:hidden">
            <span className="inline-flex min-h-11 items-center">{t('managers')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {teams.map(({ slug, name, members, managers, isArchived }) => (
          <tr key={slug} className="border-t border-line align-top">
            <th scope="row" className="py-2.5 pe-4 text-start font-normal">
              <Link href={`${path}/${slug}` as Route} className="font-semibold wrap-anywhere">
                {name}
              </Link>
              {isArchived && <span className="ms-2 text-xs whitespace-nowrap text-soft">{t('states.archived')}</span>}
            </th>
            <td className="py-2.5 pe-4 wrap-anywhere max-sm:hidden">
              <code>{slug}</code>
            </td>
            <td className="py-2.5 pe-4 tabular-nums">{figure.format(members)}</td>
            <td className="py-2.5 max-sm:hidden">{names.format(managers)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
