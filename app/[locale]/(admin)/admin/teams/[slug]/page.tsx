import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { AddMember } from '@/components/team/add-member'
import { MemberList } from '@/components/team/member-list'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, PAGE_SIZE, parseListAddress } from '@/lib/list/schema'
import { listMatchingPeople } from '@/lib/person/queries'
import { getTeam } from '@/lib/team/queries'
import { membersList } from '@/lib/team/schema'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'
import { renameTeamAction, setArchivedAction, setPlaceAction, type TeamNotice } from './actions'

type Props = PageProps<'/[locale]/admin/teams/[slug]'>

const notices: readonly TeamNotice[] = ['done', 'name-missing', 'nobody', 'archived']

/** Read once for the title and the page. */
const teamOf = cache(getTeam)

async function readTeam({ params }: Pick<Props, 'params'>) {
  const { viewer, locale } = await getAdmin(params, 'people:manage')
  const team = await teamOf((await params).slug)
  if (!team) notFound()
  return { viewer, locale, team }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readTeam({ params })).team.name }
}

/** One team: who is in it and as what, and what can be done with it as a whole. */
export default async function TeamPage({ params, searchParams }: Props) {
  const { viewer, locale, team } = await readTeam({ params })
  const t = wordsOf(locale, 'teams')
  const { slug, name, isArchived } = team
  const query = await searchParams
  const address = parseListAddress(membersList, query)
  const { people, total } = await listMatchingPeople({ ...address, filters: { team: slug } })
  const notice = notices.find((each) => each === query.notice)
  const path = `/${locale}/admin/teams/${slug}` as const
  return (
    <AdminPage viewer={viewer} locale={locale} title={name} search={listAddress(membersList, address)}>
      <p className="mt-1 text-soft">
        <code>{slug}</code>
        {isArchived && <span className="ms-2 text-sm">{t('states.archived')}</span>}
      </p>
      <div className="mt-6 grid max-w-reading gap-10">
        {notice && <Notice tone={notice === 'done' ? 'done' : 'error'}>{t(`notice.${notice}`)}</Notice>}
        <section aria-labelledby="members" className="grid gap-4">
          <h2 id="members" className="text-lg">
            {t('people')}
          </h2>
          {!isArchived && <AddMember action={setPlaceAction.bind(null, locale, slug)} locale={locale} />}
          {(total > PAGE_SIZE || address.search !== '') && (
            <ListSearch path={path} address={address} label={t('searchPeople')} locale={locale} />
          )}
          {people.length === 0 && address.search === '' ? (
            <p className="text-soft">{t('nobodyYet')}</p>
          ) : (
            <>
              <MemberList
                people={people}
                slug={slug}
                isArchived={isArchived}
                action={setPlaceAction.bind(null, locale, slug)}
                locale={locale}
              />
              <TurnPages path={path} shape={membersList} address={address} total={total} locale={locale} />
            </>
          )}
        </section>
        <section aria-labelledby="team">
          <h2 id="team" className="text-lg">
            {t('whole')}
          </h2>
          <Disclosure label={t('rename')}>
            <form action={renameTeamAction.bind(null, locale, slug)} className="mt-1 mb-4 grid max-w-md gap-3">
              <TextField id="name" label={t('name')} defaultValue={name} autoComplete="off" maxLength={100} required />
              <div>
                <Button>{t('save')}</Button>
              </div>
            </form>
          </Disclosure>
          <p className="mt-2 text-soft">{t(isArchived ? 'restoreText' : 'archiveText')}</p>
          <form action={setArchivedAction.bind(null, locale, slug, !isArchived)} className="mt-3">
            <Button>{t(isArchived ? 'restore' : 'archive')}</Button>
          </form>
        </section>
      </div>
    </AdminPage>
  )
}
