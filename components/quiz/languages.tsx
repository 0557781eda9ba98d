import { nameOfLocale } from '@/lib/i18n/locales'

/** Languages by their own names, each marked as the language it is. */
export function Languages({ locales }: { locales: readonly string[] }) {
  return locales.map((tag, index) => (
    <span key={tag}>
      <span lang={tag} className="whitespace-nowrap">
        {nameOfLocale(tag)}
      </span>
      {index < locales.length - 1 && '\u00a0· '}
    </span>
  ))
}
