import { type BoardOf, type BoardSpan, boardAddress, boardSpan } from '@/lib/board/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { NavLink } from '../ui/nav-link'

/** The periods of one board, beside each other. */
export function ChooseSpan({ of, chosen, locale }: { of: BoardOf; chosen: BoardSpan; locale: UiLocale }) {
  const t = wordsOf(locale, 'boards')
  return (
    <nav aria-label={t('period')} className="-mx-2 flex flex-wrap gap-x-2">
      {boardSpan.options.map((span) => (
        <NavLink key={span} href={`/${locale}/boards${boardAddress({ of, span })}`} current={span === chosen}>
          {t(`span.${span}`)}
        </NavLink>
      ))}
    </nav>
  )
}
