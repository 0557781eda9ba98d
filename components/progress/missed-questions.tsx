import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { leadOf } from '@/lib/markdown/lead'
import type { MissedQuestion } from '@/lib/progress/rules'
import { Link } from '../ui/link'

/** The questions missed most, each leading to where it was answered last. */
export function MissedQuestions({ questions, locale }: { questions: readonly MissedQuestion[]; locale: UiLocale }) {
  const t = wordsOf(locale, 'progress')
  if (questions.length === 0) return <p className="text-soft">{t('missedNone')}</p>
  return (
    <ol>
      {questions.map(({ stem, stemLocale, isFallback, missed, answers, attemptId, position, hasEnded }) => (
        <li key={`${attemptId} ${position}`} className="border-t border-line py-3">
          <Link
            lang={stemLocale}
            href={
              hasEnded
                ? `/${locale}/attempts/${attemptId}/result#question-${position}`
                : `/${locale}/attempts/${attemptId}/${position}`
            }
            className="line-clamp-3"
          >
            {leadOf(stem)}
          </Link>
          <p className="mt-1 text-sm text-soft tabular-nums">
            {t('missedTimes', { missed, answers })}
            {isFallback && (
              <>
                {' · '}
                <span lang={stemLocale}>{nameOfLocale(stemLocale)}</span>
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
