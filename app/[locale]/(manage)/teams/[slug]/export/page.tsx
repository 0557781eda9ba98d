import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { tableOf } from '@/components/export/export-table'
import { ExportTables } from '@/components/export/export-tables'
import { exportKinds } from '@/lib/export/schema'
import { wordsOf } from '@/lib/i18n/words'
import { getManagedTeam } from '@/lib/team/queries'
import { getReader } from '../../../../reader'
import { TeamPage } from '../../../team-page'

type Props = PageProps<'/[locale]/teams/[slug]/export'>

const teamOf = cache(getManagedTeam)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  const team = await teamOf((await params).slug)
  return team ? { title: wordsOf(locale, 'exports')('title', { team: team.name }) } : {}
}

/** What can be taken out of a team as files, with what stands in each column. */
export default async function ExportPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const team = await teamOf((await params).slug)
  if (!team) notFound()
  const t = wordsOf(locale, 'exports')
  return (
    <TeamPage viewer={viewer} locale={locale} team={team} title={t('title', { team: team.name })}>
      <p className="mt-2 max-w-reading text-soft">{t('intro', { zone: viewer.zone })}</p>
      <ExportTables
        tables={exportKinds.map((kind) => ({ kind, table: tableOf(kind, locale, viewer.zone) }))}
        slug={team.slug}
        locale={locale}
      />
    </TeamPage>
  )
}
