import type { Metadata } from 'next'
import { Button } from '@/components/ui/button'
import { wordsOf } from '@/lib/i18n/words'
import { readLocale } from '../../reader'

type Props = PageProps<'/[locale]/offline'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await readLocale(params)
  return { title: wordsOf(locale, 'offline')('title') }
}

/** What the service worker shows in place of a page that it does not have, without a connection. */
export default async function OfflinePage({ params }: Props) {
  const locale = await readLocale(params)
  const t = wordsOf(locale, 'offline')
  return (
    <main id="main" className="mx-auto max-w-reading px-4 py-16">
      <h1 className="text-2xl">{t('title')}</h1>
      <p className="mt-4 text-soft">{t('text')}</p>
      {/* Without an address of its own it asks for the page that was asked for. */}
      <form className="mt-8">
        <Button weight="primary">{t('again')}</Button>
      </form>
    </main>
  )
}
