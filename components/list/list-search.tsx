import type { ReactNode } from 'react'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { ListAddress } from '@/lib/list/schema'
import { Button } from '../ui/button'
import { Link } from '../ui/link'

/** One way to narrow a list down: by a choice, or by a day. */
export type ListFilter = { name: string; label: string } & (
  | { choices: { value: string; label: string; lang?: string }[]; isDay?: never }
  | { isDay: true; choices?: never }
)

/** Search and filters of a list, kept in the address: a form that asks for the same page again. */
export function ListSearch({
  path,
  address,
  label,
  filters = [],
  locale,
}: {
  path: `/${string}`
  address: ListAddress
  /** What is searched, for example "Name or email". */
  label: string
  filters?: ListFilter[]
  locale: UiLocale
}): ReactNode {
  const t = wordsOf(locale, 'list')
  const isNarrowed = address.search !== '' || Object.values(address.filters).some(Boolean)
  return (
    <search>
      <form action={path} className="flex flex-wrap items-end gap-3">
        <div className="grow basis-64">
          <label htmlFor="q" className="text-sm font-semibold">
            {label}
          </label>
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={address.search}
            maxLength={200}
            autoComplete="off"
            className="mt-1 block min-h-11 w-full rounded-control border border-control bg-raised px-3 text-base"
          />
        </div>
        {filters.map(({ name, label: filterLabel, choices }) => (
          <div key={name}>
            <label htmlFor={`filter-${name}`} className="text-sm font-semibold">
              {filterLabel}
            </label>
            {choices ? (
              <select
                id={`filter-${name}`}
                name={name}
                defaultValue={address.filters[name] ?? ''}
                className="mt-1 block min-h-11 max-w-56 rounded-control border border-control bg-raised px-3"
              >
                <option value="">{t('any')}</option>
                {choices.map(({ value, label: choiceLabel, lang }) => (
                  <option key={value} value={value} lang={lang}>
                    {choiceLabel}
                  </option>
                ))}
              </select>
            ) : (
              <input
                id={`filter-${name}`}
                name={name}
                type="date"
                defaultValue={address.filters[name] ?? ''}
                className="mt-1 block min-h-11 rounded-control border border-control bg-raised px-3"
              />
            )}
          </div>
        ))}
        <Button>{t('show')}</Button>
        {isNarrowed && (
          <Link href={path} className="inline-flex min-h-11 items-center">
            {t('all')}
          </Link>
        )}
      </form>
    </search>
  )
}
