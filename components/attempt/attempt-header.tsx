import type { AttemptFrame } from '@/lib/attempt/queries/get-question'
import { dateFormat } from '@/lib/i18n/format'
import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Button } from '../ui/button'
import { Link } from '../ui/link'
import { Clock } from './clock-client'

/** The head of an attempt: which quiz, or that it is a review, where I am, in which language. Everything else steps back. */
export function AttemptHeader({
  locale,
  zone,
  attempt,
  at,
  isWide = false,
}: {
  locale: UiLocale
  zone: string
  attempt: AttemptFrame
  /** Place shown, from 1; null on the overview. */
  at: { position: number; total: number } | null
  /** Two languages stand beside each other below. */
  isWide?: boolean
}) {
  const t = wordsOf(locale, 'attempt')
  const { attemptId, clock } = attempt
  const timeOf = (instant: string) =>
    dateFormat(locale, { timeStyle: 'short', timeZone: zone }).format(new Date(instant))
  return (
    <header>
      <div
        className={`mx-auto flex flex-wrap items-center gap-x-5 px-4 py-1.5 text-sm sm:flex-nowrap sm:py-3 ${isWide ? 'max-w-page' : 'max-w-reading'}`}
      >
        <Link
          href={attempt.quiz ? `/${locale}/quizzes/${attempt.quiz.slug}` : `/${locale}`}
          lang={attempt.quiz?.titleLocale}
          className={`flex min-h-11 min-w-0 grow items-center text-ink no-underline hover:text-accent hover:underline sm:basis-0 ${at ? 'basis-full' : 'basis-0'}`}
        >
          <span className="phrases line-clamp-2 leading-[1.4] text-balance">
            {attempt.quiz?.title ?? wordsOf(locale, 'review')('title')}
          </span>
        </Link>
        {at && (
          <p className="me-auto shrink-0 text-soft tabular-nums sm:me-0">
            {t('place', { position: at.position, total: at.total })}
          </p>
        )}
        {clock && (
          <Clock
            attemptId={attemptId}
            now={clock.now}
            deadlineAt={clock.deadlineAt}
            lang={locale}
            uiLocale={locale}
            endsAt={t('clock.endsAt', { time: timeOf(clock.deadlineAt) })}
            words={{
              label: t('clock.label'),
              left: t.raw('clock.left'),
              warning: t.raw('clock.warning'),
              lastMinute: t('clock.lastMinute'),
              over: t('clock.over'),
            }}
          />
        )}
        {attempt.locales.length > 1 && (
          <form
            method="post"
            action={`/api/attempts/${attempt.attemptId}/language`}
            className="group/language ms-auto -me-2 flex items-center sm:ms-0"
          >
            <input type="hidden" name="uiLocale" value={locale} />
            <input type="hidden" name="position" value={at?.position ?? ''} />
            <label htmlFor="content-language" className="sr-only">
              {t('contentLanguage')}
            </label>
            <input type="hidden" name="beside" value={attempt.besideLocale ?? ''} />
            <select
              id="content-language"
              name="locale"
              defaultValue={attempt.locale}
              autoComplete="off"
              className="order-last field-sizing-content min-h-11 max-w-40 rounded-control border border-transparent bg-page px-2 text-soft hover:border-control hover:text-ink"
            >
              {attempt.locales.map((tag) => (
                <option key={tag} value={tag} lang={tag}>
                  {nameOfLocale(tag)}
                </option>
              ))}
            </select>
            {/* Shown once another language is chosen; where a browser cannot tell, always. */}
            <Button
              weight="quiet"
              className="px-3 text-sm supports-[selector(:has(:default))]:group-not-has-[option:checked:not(:default)]/language:hidden"
            >
              {t('switch')}
            </Button>
          </form>
        )}
      </div>
      <div className="h-0.5 bg-line">
        {at && (
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-0.5 w-full" aria-hidden="true">
            <rect width={(100 * at.position) / at.total} height="1" className="fill-accent" />
          </svg>
        )}
      </div>
    </header>
  )
}
