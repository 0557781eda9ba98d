import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { PersonState } from '@/lib/person/schema'

/** Says of someone who cannot come in why; nothing of everyone else. */
export function PersonStateLabel({ state, locale }: { state: PersonState; locale: UiLocale }) {
  if (state === 'active') return null
  const t = wordsOf(locale, 'people')
  return (
    <span
      className={`ms-2 inline-block text-xs whitespace-nowrap ${state === 'deactivated' ? 'text-bad' : 'text-warn'}`}
    >
      {t(`states.${state}`)}
    </span>
  )
}
