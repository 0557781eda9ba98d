/**
 * The languages that may stand in for one, nearest first and itself included: zh-TW gives zh-TW, zh-Hant. A script is
 * never crossed, so that a reader of traditional Chinese is not given the simplified one unasked.
 */
export function localeChain(tag: string): string[] {
  const locale = new Intl.Locale(tag)
  const { language, script } = locale.maximize()
  const plain = new Intl.Locale(language).maximize().script
  const chain = [tag, `${language}-${script}`]
  if (script === plain && language !== 'zh') chain.push(language)
  return [...new Set(chain)]
}

/**
 * Picks the language to show something whole in.
 *
 * @param wanted the reader's languages, most wanted first
 * @param source the language to fall back to
 * @param available the languages there are
 * @returns null when there is none at all
 */
export function chooseLocale(wanted: readonly string[], source: string, available: readonly string[]): string | null {
  for (const tag of [...wanted.flatMap(localeChain), source]) if (available.includes(tag)) return tag
  return available[0] ?? null
}

/**
 * Chooses the words to show for each version: whole in one language, in its newest published revision.
 *
 * @param translations published ones, newest revision first
 * @param wanted languages, most wanted first
 */
export function chooseWords<T extends { locale: string }>(
  translations: readonly T[],
  wanted: readonly string[],
  source: string,
): T | null {
  const locale = chooseLocale(
    wanted,
    source,
    translations.map((translation) => translation.locale),
  )
  return translations.find((translation) => translation.locale === locale) ?? null
}
