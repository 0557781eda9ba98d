import type { Route } from 'next'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { ListAddress } from '@/lib/list/schema'
import type { PersonRow } from '@/lib/person/queries'
import { peopleList } from '@/lib/person/schema'
import { SortHeading } from '../list/sort-heading'
import { Link } from '../ui/link'
import { PersonStateLabel } from './person-state'

/** People in a list, each to be ticked; on a phone, what stands in columns stands under the name. */
export function PeopleTable({
  people,
  address,
  viewer: { zone },
  locale,
}: {
  people: readonly PersonRow[]
  address: ListAddress
  viewer: { zone: string }
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'people')
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: zone })
  const path = `/${locale}/admin/people` as const
  const heading = (by: (typeof peopleList)['sorts'][number], words: string, className = '') => (
    <SortHeading path={path} shape={peopleList} address={address} by={by} className={className}>
      {words}
    </SortHeading>
  )
  return (
    <table className="w-full text-sm" aria-label={t('title')}>
      <thead>
        <tr className="align-bottom">
          <td className="w-10" />
          {heading('name', t('name'))}
          {heading('email', t('email'), 'max-md:hidden')}
          {heading('role', t('role'), 'max-sm:hidden')}
          <th scope="col" className="py-1 pe-4 text-start font-normal text-soft max-md:hidden">
            <span className="inline-flex min-h-11 items-center">{t('teams')}</span>
          </th>
          {heading('seen', t('seen'), 'max-sm:hidden')}
        </tr>
      </thead>
      <tbody>
        {people.map(({ personId, name, email, role, state, teams, lastSeenAt }) => (
          <tr key={personId} className="border-t border-line align-top">
            <td>
              <label className="flex min-h-11 items-center pe-3">
                <input type="checkbox" name="person" value={personId} className="size-5 accent-accent" />
                <span className="sr-only">{t('tick', { name })}</span>
              </label>
            </td>
            <th scope="row" className="min-w-0 py-2.5 pe-4 text-start font-normal">
              <Link href={`${path}/${personId}` as Route} className="font-semibold wrap-anywhere">
                {name}
              </Link>
              <PersonStateLabel state={state} locale={locale} />
              <span className="block wrap-anywhere text-soft md:hidden">{email}</span>
              <span className="block text-soft md:hidden">
                <span className="sm:hidden">{[t(`roles.${role}`), ...teams.map((team) => team.name)].join(' · ')}</span>
                <span className="max-sm:hidden">{teams.map((team) => team.name).join(' · ')}</span>
              </span>
            </th>
            <td className="py-2.5 pe-4 wrap-anywhere max-md:hidden">{email}</td>
            <td className="py-2.5 pe-4 whitespace-nowrap max-sm:hidden">{t(`roles.${role}`)}</td>
            <td className="py-2.5 pe-4 max-md:hidden">
              {teams.map((team) => (
                <span key={team.slug} className="block">
                  {team.role === 'manager' ? t('managerOf', { team: team.name }) : team.name}
                </span>
              ))}
            </td>
            <td className="py-2.5 whitespace-nowrap text-soft tabular-nums max-sm:hidden">
              {lastSeenAt ? day.format(lastSeenAt) : t('never')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
