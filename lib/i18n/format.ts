const formats = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATS = 500

/** A format for dates and times. The same one for the same wish: making one takes longer than a whole part of a page. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const wish = JSON.stringify([locale, options])
  const known = formats.get(wish)
  if (known) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(wish, format)
  return format
}

/** Sentences one after the other, without those that there are not: Japanese and Chinese put no space between them. */
export function joinSentences(locale: string, sentences: readonly (string | false)[]): string {
  return sentences.filter(Boolean).join(/^(?:ja|zh)/.test(locale) ? '' : ' ')
}
