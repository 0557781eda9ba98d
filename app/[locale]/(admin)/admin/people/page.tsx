import type { Metadata, Route } from 'next'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { ChangeManyForm } from '@/components/person/change-many-form-client'
import { PeopleTable } from '@/components/person/people-table'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { listMatchingPeople } from '@/lib/person/queries'
import { peopleList, personRole, personStates } from '@/lib/person/schema'
import { listTeams } from '@/lib/team/queries'
import { getAdmin } from '../../../reader'
import { AdminPage } from '../../admin-page'
import { changeManyAction } from './actions'

type Props = PageProps<'/[locale]/admin/people'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'people:manage')
  return { title: wordsOf(locale, 'people')('title') }
}

/** Everyone, to be searched and narrowed down, and what can be done with several at once. */
export default async function PeoplePage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'people:manage')
  const t = wordsOf(locale, 'people')
  const address = parseListAddress(peopleList, await searchParams)
  const [{ people, total }, teams] = await Promise.all([listMatchingPeople(address), listTeams()])
  const path = `/${locale}/admin/people` as const
  const choices = teams.map(({ slug, name }) => ({ value: slug, label: name }))
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={t('title')}
      search={listAddress(peopleList, address)}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link href={`${path}/import` as Route} className={buttonClass('quiet')}>
            {t('import')}
          </Link>
          <Link href={`${path}/invite` as Route} className={buttonClass('primary')}>
            {t('invite')}
          </Link>
        </div>
      }
    >
      <div className="mt-6 grid gap-4">
        {(await searchParams).notice === 'erased' && <Notice tone="done">{t('notice.erased')}</Notice>}
        <ListSearch
          path={path}
          address={address}
          label={t('search')}
          locale={locale}
          filters={[
            {
              name: 'role',
              label: t('role'),
              choices: personRole.options.map((role) => ({ value: role, label: t(`roles.${role}`) })),
            },
            { name: 'team', label: t('team'), choices },
            {
              name: 'state',
              label: t('state'),
              choices: personStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
            },
          ]}
        />
        <TurnPages path={path} shape={peopleList} address={address} total={total} locale={locale} />
        {people.length > 0 && (
          <ChangeManyForm
            action={changeManyAction.bind(null, locale)}
            teams={choices}
            words={{
              label: t('many.label'),
              team: t('many.team'),
              choose: t('chooseTeam'),
              join: t('many.join'),
              leave: t('many.leave'),
              deactivate: t('many.deactivate'),
              link: t('many.link'),
              links: t('many.links'),
              linksOnce: t('many.linksOnce'),
              nobody: t('many.nobody'),
              noTeam: t('many.noTeam'),
              tickAll: t('tickAll'),
            }}
          >
            <PeopleTable people={people} address={address} viewer={viewer} locale={locale} />
          </ChangeManyForm>
        )}
        {total > people.length && (
          <TurnPages path={path} shape={peopleList} address={address} total={total} locale={locale} />
        )}
      </div>
    </AdminPage>
  )
}
