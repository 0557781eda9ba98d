import type { Route } from 'next'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { PersonDetails } from '@/lib/person/queries'
import { membershipRole } from '@/lib/person/schema'
import { PlaceInTeam } from '../team/place-in-team'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import { Link } from '../ui/link'

/** The teams of a person, what they are in each, and a way into another one. */
export function PersonTeams({
  teams,
  offered,
  action,
  locale,
}: {
  teams: PersonDetails['teams']
  /** Teams in which the person is not. */
  offered: readonly { slug: string; name: string }[]
  action: (form: FormData) => Promise<void>
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'people')
  return (
    <section aria-labelledby="teams">
      <h2 id="teams" className="text-lg">
        {t('teams')}
      </h2>
      {teams.length === 0 ? (
        <p className="mt-1 text-soft">{t('noTeams')}</p>
      ) : (
        <ul className="mt-2">
          {teams.map(({ slug, name, role, isArchived }) => (
            <li key={slug} className="flex flex-wrap items-center gap-x-4 border-t border-line py-1">
              <span className="min-w-0 grow wrap-anywhere">
                <Link href={`/${locale}/admin/teams/${slug}` as Route}>{name}</Link>
                <span className="ms-2 text-sm text-soft">
                  {t(`teamRoles.${role}`)}
                  {isArchived && ` · ${t('archived')}`}
                </span>
              </span>
              <PlaceInTeam
                action={action}
                hidden={{ team: slug }}
                role={role}
                canChange={!isArchived}
                what={name}
                locale={locale}
              />
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <form action={action} className="mt-4 flex flex-wrap items-end gap-3">
          <div className="min-w-48 grow">
            <SelectField key={offered.length} id="team" label={t('addToTeam')} autoComplete="off">
              {offered.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <div>
            <label htmlFor="team-role" className="font-semibold">
              {t('inTeamAs')}
            </label>
            <select
              id="team-role"
              name="role"
              className="mt-1 block min-h-11 rounded-control border border-control bg-raised px-3"
            >
              {membershipRole.options.map((role) => (
                <option key={role} value={role}>
                  {t(`teamRoles.${role}`)}
                </option>
              ))}
            </select>
          </div>
          <Button>{t('add')}</Button>
        </form>
      )}
    </section>
  )
}
