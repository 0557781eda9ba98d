import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SiteHeader } from '@/components/shell/site-header'
import { OverviewTable } from '@/components/team/overview-table'
import { mayDo } from '@/lib/access/rights'
import { joinSentences } from '@/lib/i18n/format'
import { wordsOf } from '@/lib/i18n/words'
import { listOverview } from '@/lib/team/queries/list-overview'
import { MIN_GROUP } from '@/lib/team/rules'
import { signOutAction } from '../../account-actions'
import { getReader } from '../../reader'

type Props = PageProps<'/[locale]/teams'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'teamPage')('teams') }
}

/** The teams that someone manages; for admins, those of the whole company. */
export default async function TeamsPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const teams = await listOverview()
  if (!teams) notFound()
  const t = wordsOf(locale, 'teamPage')
  const seesAll = mayDo(viewer.role, 'team:overview')
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-page px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('teams')}</h1>
        <p className="mt-2 mb-6 max-w-reading text-soft">
          {joinSentences(locale, [t('teamsText'), seesAll && t('adminText', { n: MIN_GROUP })])}
        </p>
        {teams.length > 0 ? <OverviewTable teams={teams} locale={locale} /> : <p>{t('noTeams')}</p>}
      </main>
    </>
  )
}
