import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { buttonClass } from '@/components/ui/button'

export default async function NotFound() {
  const locale = await getLocale()
  const t = await getTranslations('notFound')
  return (
    <main className="mx-auto max-w-reading px-4 py-16">
      <title>{t('title')}</title>
      <h1 className="text-2xl">{t('title')}</h1>
      <p className="mt-4 text-soft">{t('text')}</p>
      <Link href={`/${locale}`} className={`${buttonClass('primary')} mt-8`}>
        {t('home')}
      </Link>
    </main>
  )
}
