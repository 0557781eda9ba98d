import type { Metadata } from 'next'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { MailTable } from '@/components/mail/mail-table'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { listMails } from '@/lib/mail/queries'
import { mailKind, mailList, mailStates } from '@/lib/mail/schema'
import { getAdmin } from '../../../reader'
import { AdminPage } from '../../admin-page'

type Props = PageProps<'/[locale]/admin/mails'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'mail:read')
  return { title: wordsOf(locale, 'mail')('title') }
}

export default async function MailsPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'mail:read')
  const t = wordsOf(locale, 'mail')
  const address = parseListAddress(mailList, await searchParams)
  const { total, mails, place } = await listMails(address)
  const path = `/${locale}/admin/mails` as const
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('title')} search={listAddress(mailList, address)}>
      <p className="mt-2 max-w-reading text-sm wrap-anywhere text-soft">
        {'folder' in place ? t('toFolder', place) : t('toServer', place)}
      </p>
      <div className="mt-6">
        <ListSearch
          path={path}
          address={address}
          label={t('search')}
          filters={[
            {
              name: 'state',
              label: t('stateLabel'),
              choices: mailStates.map((state) => ({ value: state, label: t(`state.${state}`) })),
            },
            {
              name: 'kind',
              label: t('kindLabel'),
              choices: mailKind.options.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
            },
          ]}
          locale={locale}
        />
      </div>
      {mails.length > 0 && (
        <div className="mt-6">
          <MailTable path={path} address={address} mails={mails} zone={viewer.zone} locale={locale} />
        </div>
      )}
      <div className="mt-4">
        <TurnPages path={path} shape={mailList} address={address} total={total} locale={locale} />
      </div>
    </AdminPage>
  )
}
