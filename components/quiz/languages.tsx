import { nameOfLocale } from '@/lib/i18n/locales'

/** Languages by their own names, each marked as the language it is. */
export function Languages({ locales }: { locales: readonly string[] }) {
  return locales.map((tag, index) => (
    <span key={tag}>
      {index > 0 && ' · '}
      <span lang={tag}>{nameOfLocale(tag)}</span>
    </span>
  ))
}
