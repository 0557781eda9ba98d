import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { SiteHeader } from '@/components/shell/site-header'
import { buttonClass } from '@/components/ui/button'
import { getViewer } from '@/lib/access/viewer'
import { signOutAction } from './account-actions'

export default async function NotFound() {
  const locale = await getLocale()
  const t = await getTranslations('notFound')
  return (
    <>
      <title>{t('title')}</title>
      <SiteHeader locale={locale} name={(await getViewer())?.name ?? null} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('title')}</h1>
        <p className="mt-4 text-soft">{t('text')}</p>
        <Link href={`/${locale}`} className={`${buttonClass('primary')} mt-8`}>
          {t('home')}
        </Link>
      </main>
    </>
  )
}
