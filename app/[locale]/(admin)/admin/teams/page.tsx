import type { Metadata } from 'next'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { NewTeamForm } from '@/components/team/new-team-form-client'
import { TeamTable } from '@/components/team/team-table'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { listMatchingTeams } from '@/lib/team/queries'
import { teamsList } from '@/lib/team/schema'
import { getAdmin } from '../../../reader'
import { AdminPage } from '../../admin-page'
import { addTeamAction } from './actions'

type Props = PageProps<'/[locale]/admin/teams'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'people:manage')
  return { title: wordsOf(locale, 'teams')('title') }
}

/** All teams, and a new one. */
export default async function TeamsPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'people:manage')
  const t = wordsOf(locale, 'teams')
  const address = parseListAddress(teamsList, await searchParams)
  const { teams, total } = await listMatchingTeams(address)
  const path = `/${locale}/admin/teams` as const
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('title')} search={listAddress(teamsList, address)}>
      <div className="mt-6 grid gap-4">
        <ListSearch
          path={path}
          address={address}
          label={t('search')}
          locale={locale}
          filters={[
            {
              name: 'state',
              label: t('state'),
              choices: teamsList.filters.state.map((state) => ({ value: state, label: t(`states.${state}`) })),
            },
          ]}
        />
        <TurnPages path={path} shape={teamsList} address={address} total={total} locale={locale} />
        {teams.length > 0 && <TeamTable teams={teams} address={address} locale={locale} />}
      </div>
      <section aria-labelledby="new" className="mt-12 max-w-md">
        <h2 id="new" className="text-lg">
          {t('new')}
        </h2>
        <NewTeamForm
          action={addTeamAction.bind(null, locale)}
          words={{
            name: t('name'),
            nameMissing: t('nameMissing'),
            slug: t('slug'),
            slugHint: t('slugHint'),
            slugWrong: t('slugWrong'),
            slugTaken: t('slugTaken'),
            submit: t('add'),
          }}
        />
      </section>
    </AdminPage>
  )
}
