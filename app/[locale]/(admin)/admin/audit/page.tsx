import type { Metadata } from 'next'
import { actionWords, nameOfKind } from '@/components/audit/action-words'
import { AuditList } from '@/components/audit/audit-list'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { listAuditEntries } from '@/lib/audit/queries'
import { auditShape } from '@/lib/audit/schema'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { getAdmin } from '../../../reader'
import { AdminPage } from '../../admin-page'

type Props = PageProps<'/[locale]/admin/audit'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'audit:read')
  return { title: wordsOf(locale, 'audit')('title') }
}

export default async function AuditPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'audit:read')
  const t = wordsOf(locale, 'audit')
  const address = parseListAddress(auditShape, await searchParams)
  const { total, entries, kinds } = await listAuditEntries(address, actionWords(locale))
  const path = `/${locale}/admin/audit` as const
  const search = listAddress(auditShape, address)
  const exportOf = (format: string) => {
    const query = new URLSearchParams(listAddress(auditShape, { ...address, page: 1 }))
    query.set('uiLocale', locale)
    query.set('format', format)
    return `/api/audit?${query}`
  }
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={t('title')}
      search={search}
      actions={
        total > 0 && (
          <p className="flex flex-wrap items-center gap-x-4 text-sm">
            <span className="text-soft">{t('export')}</span>
            <a href={exportOf('csv')} download className="inline-flex min-h-11 items-center">
              {t('csv')}
            </a>
            <a href={exportOf('jsonl')} download className="inline-flex min-h-11 items-center">
              {t('jsonl')}
            </a>
          </p>
        )
      }
    >
      <div className="mt-6">
        <ListSearch
          path={path}
          address={address}
          label={t('search')}
          filters={[
            {
              name: 'kind',
              label: t('group'),
              choices: kinds.map((kind) => ({ value: kind, label: nameOfKind(kind, locale) })),
            },
            { name: 'from', label: t('from'), isDay: true },
            { name: 'until', label: t('until'), isDay: true },
          ]}
          locale={locale}
        />
      </div>
      {entries.length > 0 && (
        <div className="mt-8">
          <AuditList entries={entries} zone={viewer.zone} locale={locale} />
        </div>
      )}
      <div className="mt-4">
        <TurnPages path={path} shape={auditShape} address={address} total={total} locale={locale} />
      </div>
    </AdminPage>
  )
}
