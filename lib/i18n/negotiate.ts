import { chooseLocale } from './chain'
import { defaultUiLocale, isUiLocale, type UiLocale, uiLocales } from './locales'

/** The interface language for an Accept-Language header (RFC 9110, 12.5.4); English when none fits. */
export function negotiateUiLocale(header: string | null): UiLocale {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => quality > 0 && isLanguageTag(tag))
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
  // One written Chinese reads better than none at all.
  const chosen = chooseLocale(
    wanted.flatMap((tag) => (tag.toLowerCase().startsWith('zh') ? [tag, 'zh-Hans'] : [tag])),
    defaultUiLocale,
    uiLocales,
  )
  return chosen && isUiLocale(chosen) ? chosen : defaultUiLocale
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
