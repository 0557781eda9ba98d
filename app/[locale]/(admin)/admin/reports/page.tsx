import type { Metadata } from 'next'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { ReportTable } from '@/components/report/report-table'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { nameOfLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { listReports } from '@/lib/report/queries'
import { reportShape } from '@/lib/report/schema'
import { getAdmin } from '../../../reader'
import { AdminPage } from '../../admin-page'
import { resolveReportsAction } from './actions'

type Props = PageProps<'/[locale]/admin/reports'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'report:handle')
  return { title: wordsOf(locale, 'reports')('title') }
}

export default async function ReportsPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'report:handle')
  const t = wordsOf(locale, 'reports')
  const query = await searchParams
  const address = parseListAddress(reportShape, query)
  const { total, reports, languages, quizzes } = await listReports(address, locale)
  const path = `/${locale}/admin/reports` as const
  const search = listAddress(reportShape, address)
  const resolved = Number(query.resolved)
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('title')} search={search}>
      <div className="mt-6">
        <ListSearch
          path={path}
          address={address}
          label={t('search')}
          filters={[
            {
              name: 'state',
              label: t('state'),
              choices: [
                { value: 'open', label: t('open') },
                { value: 'resolved', label: t('resolved') },
              ],
            },
            {
              name: 'language',
              label: t('language'),
              choices: languages.map((tag) => ({ value: tag, label: nameOfLocale(tag), lang: tag })),
            },
            {
              name: 'quiz',
              label: t('quiz'),
              choices: quizzes.map(({ slug, title, titleLocale }) => ({
                value: slug,
                label: title,
                lang: titleLocale,
              })),
            },
          ]}
          locale={locale}
        />
      </div>
      {query.resolved !== undefined && Number.isInteger(resolved) && (
        <div className="mt-6">
          <Notice tone={resolved > 0 ? 'done' : 'warning'}>{t('resolvedMany', { count: resolved })}</Notice>
        </div>
      )}
      {reports.length > 0 && (
        <form action={resolveReportsAction.bind(null, locale, search)} className="mt-6">
          <ReportTable path={path} address={address} reports={reports} zone={viewer.zone} locale={locale} />
          {reports.some(({ status }) => status === 'open') && (
            <Button className="mt-4 text-sm">{t('resolveChosen')}</Button>
          )}
        </form>
      )}
      <div className="mt-6">
        <TurnPages path={path} shape={reportShape} address={address} total={total} locale={locale} />
      </div>
    </AdminPage>
  )
}
