import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Button } from '@/components/ui/button'
import { readLocale } from '../../reader'

type Props = PageProps<'/[locale]/offline'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await readLocale(params)
  return { title: (await getTranslations('offline'))('title') }
}

/** What the service worker shows in place of a page that it does not have, without a connection. */
export default async function OfflinePage({ params }: Props) {
  await readLocale(params)
  const t = await getTranslations('offline')
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
