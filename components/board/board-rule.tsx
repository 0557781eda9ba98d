import type { BoardPage } from '@/lib/board/queries'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'

/** What earns points on a board, and in which days. */
export function BoardRule({ of, window, locale }: Pick<BoardPage, 'of' | 'window'> & { locale: UiLocale }) {
  const t = wordsOf(locale, 'boards')
  const day = (date: string) => dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return (
    <div className="mt-2 grid gap-1 text-sm text-soft">
      <p>{t(`rule.${of.scope}`)}</p>
      {window && <p>{t('window', { from: day(window.from), to: day(window.to), zone: window.zone })}</p>}
    </div>
  )
}
