import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { AssignmentTable } from '@/components/assignment/assignment-table'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { listTeamAssignments } from '@/lib/assignment/queries'
import { assignmentsList } from '@/lib/assignment/schema'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { getReader } from '../../../../reader'
import { TeamPage } from '../../../team-page'

type Props = PageProps<'/[locale]/teams/[slug]/assignments'>

/** Read once for the title and the page. */
const readList = cache(listTeamAssignments)

async function readPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const address = parseListAddress(assignmentsList, await searchParams)
  const found = await readList((await params).slug, locale, address.filters.archived === 'yes')
  return { viewer, locale, address, found }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, found } = await readPage(props)
  return found ? { title: wordsOf(locale, 'assignments')('title', { team: found.team.name }) } : {}
}

/** What is assigned in a team. */
export default async function AssignmentsPage(props: Props) {
  const { viewer, locale, address, found } = await readPage(props)
  if (!found) notFound()
  const t = wordsOf(locale, 'assignments')
  const { team, assignments } = found
  const path = `/${locale}/teams/${team.slug}/assignments` as const
  const archived = address.filters.archived === 'yes'
  return (
    <TeamPage
      viewer={viewer}
      locale={locale}
      team={team}
      title={t('title', { team: team.name })}
      search={listAddress(assignmentsList, address)}
      actions={
        <Link href={`${path}/new` as Route} className={buttonClass('primary')}>
          {t('new')}
        </Link>
      }
    >
      {(await props.searchParams).notice === 'archived' && (
        <div className="mt-4">
          <Notice tone="done">{t('notice.archived')}</Notice>
        </div>
      )}
      <div className="mt-6 max-w-reading">
        {assignments.length > 0 ? (
          <AssignmentTable assignments={assignments} path={path} locale={locale} />
        ) : (
          <p className="text-soft">{t(archived ? 'noneArchived' : 'none')}</p>
        )}
        <p className="mt-6">
          <Link
            href={(archived ? path : `${path}?archived=yes`) as Route}
            className="inline-flex min-h-11 items-center text-sm"
          >
            {t(archived ? 'toCurrent' : 'toArchived')}
          </Link>
        </p>
      </div>
    </TeamPage>
  )
}
