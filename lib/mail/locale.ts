import { localeChain } from '../i18n/chain'
import { defaultUiLocale, isUiLocale, type UiLocale } from '../i18n/locales'

/**
 * The language of a person's mails: that of their interface, else the first of their content languages that the interface
 * speaks, else English.
 *
 * @param uiLocale null for none chosen
 * @param contentLocales BCP-47 tags, most wanted first
 */
export function mailLocale(uiLocale: string | null, contentLocales: readonly string[]): UiLocale {
  const tags = [...(uiLocale ? [uiLocale] : []), ...contentLocales].flatMap(localeChain)
  return tags.find(isUiLocale) ?? defaultUiLocale
}
