import type { Metadata, Route } from 'next'
import { WatchersList } from '@/components/privacy/watchers-list'
import { SiteHeader } from '@/components/shell/site-header'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { wordsOf } from '@/lib/i18n/words'
import { getWatchers } from '@/lib/privacy/queries'
import { signOutAction } from '../../../account-actions'
import { getReader } from '../../../reader'

type Props = PageProps<'/[locale]/profile/data'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'privacy')('title') }
}

/** What is kept of someone: who sees what of it, and all of it as a file. */
export default async function OwnDataPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const t = wordsOf(locale, 'privacy')
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <Link href={`/${locale}/profile` as Route} className="inline-flex min-h-11 items-center text-sm">
          {t('back')}
        </Link>
        <h1 className="text-2xl">{t('title')}</h1>
        <section aria-labelledby="watchers" className="mt-8">
          <h2 id="watchers" className="mb-2 text-lg">
            {t('watchers')}
          </h2>
          <WatchersList watchers={await getWatchers()} isOnBoards={viewer.isOnBoards} locale={locale} />
        </section>
        <section aria-labelledby="file" className="mt-10">
          <h2 id="file" className="text-lg">
            {t('file')}
          </h2>
          <p className="mt-1 mb-4 text-soft">{t('fileText')}</p>
          {/* A plain link: a file is no page to go to. */}
          <a href="/api/profile/data" download className={buttonClass('secondary')}>
            {t('download')}
          </a>
        </section>
        <section aria-labelledby="erase" className="mt-10">
          <h2 id="erase" className="text-lg">
            {t('erase')}
          </h2>
          <p className="mt-1 text-soft">{t('eraseText')}</p>
        </section>
      </main>
    </>
  )
}
