import type { ReactNode } from 'react'
import type { ImageLine as Line } from '@/lib/asset/queries'
import { imageAddress } from '@/lib/asset/rules'
import { chooseLocale } from '@/lib/i18n/chain'
import { dateFormat } from '@/lib/i18n/format'
import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'
import { Icon } from '../ui/icon'

/** How many places are named where an image is used. */
const MOST_PLACES = 3

/** One image of the list: what it shows, what it is and where it stands; opened, its words and the way to delete it. */
export function ImageLine({
  image,
  locale,
  zone,
  wanted,
  languages,
  open,
  onDelete,
  children,
}: {
  image: Line
  locale: UiLocale
  /** The reader's time zone. */
  zone: string
  /** Languages the reader wants to read in, most wanted first. */
  wanted: readonly string[]
  /** Languages that it is to be described in, the needed one first. */
  languages: readonly string[]
  open: boolean
  onDelete: () => Promise<void>
  /** The form with its alternative texts. */
  children: ReactNode
}) {
  const t = wordsOf(locale, 'images')
  const { alts, places, width, height } = image
  const shown = chooseLocale(wanted, languages[0] ?? '', Object.keys(alts)) ?? ''
  const missing = languages.filter((tag) => !alts[tag])
  const listed = (names: string[]) => new Intl.ListFormat(locale).format(names)
  const more = places.length - MOST_PLACES
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
  const facts = [
    t('size', { width, height }),
    size.format(Math.max(1, image.size / 1024)),
    dateFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(image.createdAt),
    ...(image.uploadedBy === null ? [] : [image.uploadedBy]),
  ]
  const picture = { src: imageAddress(image), width, height, loading: 'lazy' } as const
  return (
    <li id={`image-${image.id}`} className="border-t border-line py-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="flex h-24 w-36 shrink-0 items-start">
          {/* biome-ignore lint/performance/noImgElement: it is small enough already, and served by ourselves */}
          <img {...picture} alt="" className="max-h-full w-auto max-w-full object-contain" />
        </div>
        <div className="min-w-0 grow basis-72">
          <p lang={shown} className="font-semibold">
            {alts[shown] ?? t('noAlt')}
          </p>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft tabular-nums">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
          <p className="mt-1 text-sm text-soft">
            {places.length === 0
              ? t('notUsed')
              : t('usedIn', {
                  places: listed([...places.slice(0, MOST_PLACES), ...(more > 0 ? [t('more', { count: more })] : [])]),
                })}
          </p>
          {missing.length > 0 && (
            <p className="mt-1 flex items-start gap-1.5 text-sm text-warn">
              <Icon name="warning" className="h-[1lh]" />
              {t('missing', { languages: listed(missing.map(nameOfLocale)) })}
            </p>
          )}
          <Disclosure label={t('details')} open={open} className="mt-1">
            <div className="mt-3 grid gap-6">
              {/* biome-ignore lint/performance/noImgElement: as above */}
              <img {...picture} alt={alts[shown] ?? ''} className="h-auto max-w-full justify-self-start" />
              {children}
              {places.length === 0 && (
                <Disclosure label={t('delete')}>
                  <form action={onDelete} className="mt-2 grid justify-items-start gap-3">
                    <p className="text-sm">{t('deleteAsk')}</p>
                    <Button>{t('deleteNow')}</Button>
                  </form>
                </Disclosure>
              )}
            </div>
          </Disclosure>
        </div>
      </div>
    </li>
  )
}
