import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'

/**
 * What is wrong, in a few words of the interface: the reader says it more closely, in English.
 *
 * @param code of a finding
 * @returns null for a code that has no name
 */
export function findingName(code: string, locale: UiLocale): string | null {
  const t = wordsOf(locale, 'exchange')
  const key = `finding.${code}` as Parameters<typeof t>[0]
  return t.has(key) ? t(key) : null
}
