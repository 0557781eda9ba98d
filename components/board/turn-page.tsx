import type { Route } from 'next'
import type { BoardPage } from '@/lib/board/queries'
import { PAGE_SIZE } from '@/lib/board/rules'
import { boardAddress } from '@/lib/board/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { buttonClass } from '../ui/button'
import { Link } from '../ui/link'

/** On to the people below, and back to the top. */
export function TurnPage({
  board: { of, span, next },
  isFirst,
  locale,
}: {
  board: BoardPage
  isFirst: boolean
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'boards')
  const to = (after: BoardPage['next']) => `/${locale}/boards${boardAddress({ of, span, after })}` as Route
  if (isFirst && !next) return null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      {next && (
        <Link href={to(next)} className={buttonClass()}>
          {t('next', { count: PAGE_SIZE })}
        </Link>
      )}
      {!isFirst && (
        <Link href={to(null)} className="inline-flex min-h-11 items-center">
          {t('first')}
        </Link>
      )}
    </div>
  )
}
