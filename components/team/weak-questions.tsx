import type { Route } from 'next'
import { fraction } from '@/lib/attempt/fraction'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { leadOf } from '@/lib/markdown/lead'
import type { WeakQuestion } from '@/lib/team/queries/get-dashboard'
import { formatPercent, formatShare } from '../attempt/percent'
import { Link } from '../ui/link'

/** The questions that a team got wrong most at first, each with the way to its explanation. */
export function WeakQuestions({ questions, locale }: { questions: readonly WeakQuestion[]; locale: UiLocale }) {
  const t = wordsOf(locale, 'teamPage')
  return (
    <ol>
      {questions.map(({ stem, stemLocale, quiz, n, right, interval, explained }) => (
        <li key={`${quiz} ${stem}`} className="border-t border-line py-3">
          <p lang={stemLocale} className="line-clamp-3 wrap-anywhere">
            {leadOf(stem)}
          </p>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft tabular-nums">
            <span>
              {t('rightAtFirst', {
                percent: formatPercent(fraction(right, n), locale),
                n,
                low: formatShare(interval.low, locale),
                high: formatShare(interval.high, locale),
              })}
            </span>
            {explained ? (
              <Link href={`/${locale}/attempts/${explained.attemptId}/result#question-${explained.position}` as Route}>
                {t('readExplanation')}
              </Link>
            ) : (
              <Link href={`/${locale}/quizzes/${quiz}` as Route}>{t('answerFirst')}</Link>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
