import type { AttemptFrame } from '@/lib/attempt/queries/get-question'
import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'

/** Where a second language is asked for, to be shown beside the first. */
export function BesideLanguage({
  locale,
  attempt,
  position,
}: {
  locale: UiLocale
  attempt: AttemptFrame
  position: number
}) {
  const t = wordsOf(locale, 'attempt')
  const others = attempt.locales.filter((tag) => tag !== attempt.locale)
  if (others.length === 0) return null
  return (
    <Disclosure label={t('beside')} open={attempt.besideLocale !== null} className="mt-2 text-sm">
      <form
        method="post"
        action={`/api/attempts/${attempt.attemptId}/language`}
        className="mt-1 flex flex-wrap items-center gap-3"
      >
        <input type="hidden" name="uiLocale" value={locale} />
        <input type="hidden" name="position" value={position} />
        <input type="hidden" name="locale" value={attempt.locale} />
        <select
          name="beside"
          defaultValue={attempt.besideLocale ?? ''}
          autoComplete="off"
          aria-label={t('beside')}
          className="min-h-11 rounded-control border border-control bg-raised px-3 text-base"
        >
          <option value="">{t('besideNone')}</option>
          {others.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {nameOfLocale(tag)}
            </option>
          ))}
        </select>
        <Button className="text-sm">{t('besideShow')}</Button>
      </form>
    </Disclosure>
  )
}
