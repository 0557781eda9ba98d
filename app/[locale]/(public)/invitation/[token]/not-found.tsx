import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { wordsOf } from '@/lib/i18n/words'
import { localeOfRequest } from '../../../reader'

/** A one-time link that leads nowhere any more, or never has. */
export default async function UsedInvitation() {
  const locale = await localeOfRequest()
  const t = wordsOf(locale, 'invitation')
  return (
    <>
      <title>{t('usedUpTitle')}</title>
      <main id="main" className="mx-auto max-w-md px-4 py-10 sm:py-16">
        <h1 className="text-2xl">{t('usedUpTitle')}</h1>
        <p className="mt-3 text-soft">{t('usedUp')}</p>
        <Link href={`/${locale}/sign-in`} className={`${buttonClass('secondary')} mt-8`}>
          {wordsOf(locale, 'signIn')('title')}
        </Link>
      </main>
    </>
  )
}
