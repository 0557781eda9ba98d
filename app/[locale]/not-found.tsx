import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { wordsOf } from '@/lib/i18n/words'
import { localeOfRequest } from './reader'

/** Short, since Next renders and sends it along with every page, whether it is shown or not. */
export default async function NotFound() {
  const locale = await localeOfRequest()
  const t = wordsOf(locale, 'notFound')
  return (
    <>
      <title>{t('title')}</title>
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
