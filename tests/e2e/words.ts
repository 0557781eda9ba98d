import { createTranslator } from 'use-intl/core'
import type { UiLocale } from '@/lib/i18n/locales'
import en from '@/lib/i18n/messages/en.json'
import es from '@/lib/i18n/messages/es.json'
import ja from '@/lib/i18n/messages/ja.json'
import zhHans from '@/lib/i18n/messages/zh-Hans.json'

const messages = { en, es, ja, 'zh-Hans': zhHans } as Record<UiLocale, typeof en>

/** The words of the interface, as the pages themselves say them. */
export function wordsOf(locale: UiLocale) {
  return createTranslator({ locale, messages: messages[locale] })
}
