import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { ListAddress } from '@/lib/list/schema'
import type { MailLine } from '@/lib/mail/queries'
import { mailList } from '@/lib/mail/schema'
import { SortHeading } from '../list/sort-heading'
import { Link } from '../ui/link'
import { MailState } from './mail-state'

/** Mails in a list. On a narrow screen what stands beside the subject moves below it. */
export function MailTable({
  path,
  address,
  mails,
  zone,
  locale,
}: {
  path: `/${string}`
  address: ListAddress<typeof mailList>
  mails: readonly MailLine[]
  zone: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'mail')
  const time = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const heading = 'py-1 pe-4 text-start font-normal text-soft'
  const aside = 'hidden py-2.5 pe-4 align-top md:table-cell'
  return (
    <table className="w-full border-b border-line text-sm" aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col" className={heading}>
            {t('subject')}
          </th>
          <th scope="col" className={`${heading} hidden md:table-cell`}>
            {t('person')}
          </th>
          <SortHeading path={path} shape={mailList} address={address} by="time" className="hidden md:table-cell">
            {t('created')}
          </SortHeading>
          <th scope="col" className={heading}>
            {t('stateLabel')}
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ mailId, kind, state, personName, subject, locale: written, createdAt }) => (
          <tr key={mailId} className="border-t border-line">
            <th scope="row" className="min-w-0 py-2.5 pe-4 text-start align-top font-normal wrap-anywhere">
              <Link href={`/${locale}/admin/mails/${mailId}`} className="text-base">
                {subject === null ? t(`kind.${kind}`) : <span lang={written ?? undefined}>{subject}</span>}
              </Link>
              {subject !== null && <p className="mt-0.5 text-soft">{t(`kind.${kind}`)}</p>}
              <p className="mt-0.5 text-soft tabular-nums md:hidden">
                {personName ?? t('erased')}
                {' · '}
                {time.format(createdAt)}
              </p>
            </th>
            <td className={aside}>{personName ?? t('erased')}</td>
            <td className={`${aside} whitespace-nowrap tabular-nums`}>{time.format(createdAt)}</td>
            <td className="py-2.5 align-top">
              <MailState state={state} locale={locale} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
