import type { Route } from 'next'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { PersonRow } from '@/lib/person/queries'
import { PersonStateLabel } from '../person/person-state'
import { Link } from '../ui/link'
import { PlaceInTeam } from './place-in-team'

/** The people of a team, what they are in it, and what can be done about that. */
export function MemberList({
  people,
  slug,
  isArchived,
  action,
  locale,
}: {
  people: readonly PersonRow[]
  slug: string
  isArchived: boolean
  action: (form: FormData) => Promise<void>
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'teams')
  return (
    <ul>
      {people.map(({ personId, name, email, state, teams }) => {
        const role = teams.find((team) => team.slug === slug)?.role ?? 'member'
        return (
          <li key={personId} className="flex flex-wrap items-center gap-x-4 border-t border-line py-1.5">
            <span className="min-w-0 grow">
              <Link href={`/${locale}/admin/people/${personId}` as Route} className="wrap-anywhere">
                {name}
              </Link>
              <PersonStateLabel state={state} locale={locale} />
              {role === 'manager' && <span className="ms-2 text-sm text-soft">{t(`roles.${role}`)}</span>}
              <span className="block text-sm wrap-anywhere text-soft">{email}</span>
            </span>
            <PlaceInTeam
              action={action}
              hidden={{ email }}
              role={role}
              canChange={!isArchived}
              what={name}
              locale={locale}
            />
          </li>
        )
      })}
    </ul>
  )
}
