import { headers } from 'next/headers'
import { nameOfLocale, type UiLocale, uiLocales } from '@/lib/i18n/locales'

/** The same page in the other languages of the interface. */
export async function LanguageMenu({ locale, label, search }: { locale: UiLocale; label: string; search: string }) {
  const path = (await headers()).get('x-polyquiz-path') ?? `/${locale}`
  const rest = path.replace(/^\/[^/]+/, '')
  return (
    <details className="relative">
      <summary className="flex min-h-11 list-none items-center gap-1.5 text-ink hover:text-accent [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{label}: </span>
        <span lang={locale}>{nameOfLocale(locale)}</span>
        <svg
          viewBox="0 0 10 10"
          className="size-2.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="M1.5 3.5L5 7l3.5-3.5" />
        </svg>
      </summary>
      <ul className="absolute end-0 z-10 min-w-40 rounded-control border border-line bg-raised py-1">
        {uiLocales.map((tag) => (
          <li key={tag}>
            <a
              href={`/${tag}${rest}${search}`}
              hrefLang={tag}
              lang={tag}
              aria-current={tag === locale ? 'true' : undefined}
              className="flex min-h-11 items-center px-4 text-ink no-underline hover:bg-accent-wash aria-[current]:font-bold"
            >
              {nameOfLocale(tag)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
