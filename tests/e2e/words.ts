import { createTranslator } from 'use-intl/core'
import type { UiLocale } from '@/lib/i18n/locales'
import { messages } from '@/lib/i18n/words'

/** The words of the interface, as the pages themselves say them. */
export function wordsOf(locale: UiLocale) {
  return createTranslator({ locale, messages: messages[locale] })
}
