import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SiteHeader } from '@/components/shell/site-header'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { wordsOf } from '@/lib/i18n/words'
import { readUnsubscribeLink } from '@/lib/mail/queries'
import { readLocale } from '../../../reader'

type Props = PageProps<'/[locale]/unsubscribe/[token]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await readLocale(params)
  return { title: wordsOf(locale, 'mail')('unsubscribe.title'), referrer: 'no-referrer', robots: 'noindex' }
}

/** Where the link in a mail leads: it asks, since programs open links too; the button takes the person off. */
export default async function UnsubscribePage({ params }: Props) {
  const locale = await readLocale(params)
  const { token } = await params
  const link = await readUnsubscribeLink(token)
  if (!link) notFound()
  const t = wordsOf(locale, 'mail')
  return (
    <>
      <SiteHeader locale={locale} viewer={null} />
      <main id="main" className="mx-auto max-w-md px-4 py-10 sm:py-16">
        <h1 className="text-2xl">{t(`asks.${link.kind}`)}</h1>
        {link.isOff ? (
          <>
            <div className="mt-5">
              <Notice tone="done">{t(`isOff.${link.kind}`)}</Notice>
            </div>
            <p className="mt-5">
              <Link href={`/${locale}/profile#mails`}>{t('unsubscribe.profile')}</Link>
            </p>
          </>
        ) : (
          <form method="post" action={`/api/unsubscribe/${token}`} className="mt-3">
            <input type="hidden" name="uiLocale" value={locale} />
            <p className="text-soft">{t(`asksText.${link.kind}`)}</p>
            <Button weight="primary" className="mt-6">
              {t('unsubscribe.submit')}
            </Button>
          </form>
        )}
      </main>
    </>
  )
}
