import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { MailState } from '@/components/mail/mail-state'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { dateFormat } from '@/lib/i18n/format'
import { wordsOf } from '@/lib/i18n/words'
import { getMail } from '@/lib/mail/queries'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'

type Props = PageProps<'/[locale]/admin/mails/[mailId]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'mail:read')
  return { title: wordsOf(locale, 'mail')('one') }
}

export default async function MailPage({ params }: Props) {
  const { viewer, locale } = await getAdmin(params, 'mail:read')
  const mailId = z.uuid().safeParse((await params).mailId)
  const mail = mailId.success ? await getMail(mailId.data) : null
  if (!mail) notFound()
  const t = wordsOf(locale, 'mail')
  const time = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: viewer.zone })
  const { kind, state, personId, personName, email, subject, text, createdAt, sentAt, endedAt, notBefore } = mail
  const lang = mail.locale ?? undefined
  const isTriedAgain = state === 'failed' && endedAt === null
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={subject === null ? t(`kind.${kind}`) : <span lang={lang}>{subject}</span>}
    >
      <div className="max-w-reading">
        <p className="mt-1">
          <Link href={`/${locale}/admin/mails`} className="inline-flex min-h-11 items-center gap-1">
            <Icon name="left" />
            {t('title')}
          </Link>
        </p>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
          <dt className="text-soft">{t('person')}</dt>
          <dd className="wrap-anywhere">
            {personName === null ? (
              t('erased')
            ) : (
              <>
                <Link href={`/${locale}/admin/people/${personId}`}>{personName}</Link> {email}
              </>
            )}
          </dd>
          <dt className="text-soft">{t('kindLabel')}</dt>
          <dd>{t(`kind.${kind}`)}</dd>
          <dt className="text-soft">{t('stateLabel')}</dt>
          <dd>
            <MailState state={state} locale={locale} />
          </dd>
          <dt className="text-soft">{t('created')}</dt>
          <dd className="tabular-nums">{time.format(createdAt)}</dd>
          {sentAt && (
            <>
              <dt className="text-soft">{t('sent')}</dt>
              <dd className="tabular-nums">{time.format(sentAt)}</dd>
            </>
          )}
          {state === 'failed' && (
            <>
              <dt className="text-soft">{t('tries')}</dt>
              <dd className="tabular-nums">{new Intl.NumberFormat(locale).format(mail.tries)}</dd>
              <dt className="text-soft">{t('error')}</dt>
              <dd className="wrap-anywhere">{mail.lastError}</dd>
            </>
          )}
          {isTriedAgain && (
            <>
              <dt className="text-soft">{t('again')}</dt>
              <dd className="tabular-nums">{time.format(notBefore)}</dd>
            </>
          )}
          {endedAt && (
            <>
              <dt className="text-soft">{t(state === 'failed' ? 'givenUp' : 'ended')}</dt>
              <dd className="tabular-nums">{time.format(endedAt)}</dd>
            </>
          )}
        </dl>
        {state === 'ended' && <p className="mt-5 text-sm text-soft">{t('endedWhy')}</p>}
        {mail.isPrivate && sentAt && <p className="mt-5 text-sm text-soft">{t('private')}</p>}
        {state === 'waiting' && <p className="mt-5 text-sm text-soft">{t('writtenThen')}</p>}
        {text !== null && (
          <section aria-labelledby="text" className="mt-8 border-t border-line pt-6">
            <h2 id="text" className="text-lg">
              {t('text')}
            </h2>
            <p lang={lang} className="mt-3 wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
          </section>
        )}
      </div>
    </AdminPage>
  )
}
