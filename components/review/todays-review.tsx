import { dateFormat, joinSentences } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { TodaysReview } from '@/lib/review/queries'
import { minutesFor } from '@/lib/review/rules'
import { Button, buttonClass } from '../ui/button'
import { Link } from '../ui/link'

type Props = { review: TodaysReview; locale: UiLocale }

/** What is due today, or when something will be. */
export function ReviewFacts({ review, locale }: Props) {
  const t = wordsOf(locale, 'review')
  const { due, asks, quizzes, nextDueOn, open } = review
  if (open) return <p>{t('open', { answered: open.answered, total: open.total })}</p>
  if (due > 0) {
    const minutes = minutesFor(asks)
    const time = asks < due ? t('timeOf', { asks, minutes }) : t('time', { minutes })
    return <p>{joinSentences(locale, [t('due', { due, quizzes }), time])}</p>
  }
  if (!nextDueOn) return <p className="text-soft">{t('none')}</p>
  const day = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  return <p className="text-soft">{t('nothing', { date: day.format(new Date(nextDueOn)) })}</p>
}

/** The way into today's review: nothing while none is due. */
export function ReviewAction({ review, locale, weight }: Props & { weight: 'primary' | 'secondary' }) {
  const t = wordsOf(locale, 'review')
  const { due, open } = review
  if (open)
    return (
      <Link href={`/${locale}/attempts/${open.attemptId}/${open.position}`} className={buttonClass(weight)}>
        {t('resume')}
      </Link>
    )
  if (due === 0) return null
  return (
    <form method="post" action="/api/review">
      <input type="hidden" name="uiLocale" value={locale} />
      <Button weight={weight}>{t('start')}</Button>
    </form>
  )
}

/** Today's review where it is not the next thing to do. */
export function TodaysReviewSection({ review, locale, className = '' }: Props & { className?: string }) {
  return (
    <section aria-labelledby="review" className={className}>
      <h2 id="review" className="mb-2 text-lg">
        {wordsOf(locale, 'review')('title')}
      </h2>
      <ReviewFacts review={review} locale={locale} />
      <div className="mt-4 empty:hidden">
        <ReviewAction review={review} locale={locale} weight="secondary" />
      </div>
    </section>
  )
}
