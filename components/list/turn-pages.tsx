import type { Route } from 'next'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { type ListAddress, type ListShape, listAddress, PAGE_SIZE } from '@/lib/list/schema'
import { Link } from '../ui/link'

/** How many there are, which of them are shown, and the way to the others. */
export function TurnPages({
  path,
  shape,
  address,
  total,
  locale,
}: {
  path: `/${string}`
  shape: ListShape
  address: ListAddress
  total: number
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'list')
  const from = (address.page - 1) * PAGE_SIZE + 1
  const until = Math.min(address.page * PAGE_SIZE, total)
  const link = (page: number, words: string) => (
    <Link
      href={`${path}${listAddress(shape, { ...address, page })}` as Route}
      className="inline-flex min-h-11 items-center"
    >
      {words}
    </Link>
  )
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center gap-x-6 text-sm">
      <p className="text-soft tabular-nums">
        {from > until || total <= PAGE_SIZE ? t('count', { total }) : t('range', { from, until, total })}
      </p>
      {address.page > 1 && link(address.page - 1, t('previous'))}
      {until < total && link(address.page + 1, t('next'))}
    </nav>
  )
}
