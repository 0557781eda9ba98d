/** Languages the interface speaks, as BCP-47 tags. Content may be in any language. */
export const uiLocales = ['en', 'es', 'ja', 'zh-Hans'] as const
export type UiLocale = (typeof uiLocales)[number]
export const defaultUiLocale: UiLocale = 'en'

/** Holds the interface language that a person chose in the profile. */
export const LOCALE_COOKIE = 'polyquiz-locale'

/** Whether the interface speaks a language. */
export function isUiLocale(tag: string): tag is UiLocale {
  return (uiLocales as readonly string[]).includes(tag)
}

const names = new Map<string, string>()

/** A language's name in itself, for example 日本語. */
export function nameOfLocale(tag: string): string {
  const known = names.get(tag)
  if (known !== undefined) return known
  const name = readName(tag)
  names.set(tag, name)
  return name
}

function readName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    return tag
  }
}

/** Writing direction of a language: `rtl` for Arabic, Hebrew and their like. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const script = new Intl.Locale(tag).maximize().script ?? ''
  return ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'].includes(script) ? 'rtl' : 'ltr'
}
