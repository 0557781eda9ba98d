import { atLeast } from '@/lib/attempt/fraction'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { QuizSummary } from '@/lib/quiz/queries'
import { formatPercent } from '../attempt/percent'
import { Icon } from '../ui/icon'

/** Where the reader stands with a quiz, in one line. */
export function QuizStatus({ quiz, locale }: { quiz: QuizSummary; locale: UiLocale }) {
  const t = wordsOf(locale, 'quizzes')
  if (quiz.open)
    return (
      <p className="font-semibold text-accent">
        {t('underWay', { answered: quiz.open.answered, total: quiz.questions })}
      </p>
    )
  const scores = quiz.past.flatMap(({ score }) => (score ? [score] : []))
  const best = scores.reduce((a, b) => (a && atLeast(a, b) ? a : b), scores[0])
  if (!best) return <p className="text-soft">{t('notTaken')}</p>
  const passed = quiz.past.some((attempt) => attempt.passed)
  return (
    <p className={`flex items-center gap-1.5 ${passed ? 'text-good' : 'text-soft'}`}>
      {passed && <Icon name="check" />}
      {t(passed ? 'passedBest' : 'best', { percent: formatPercent(best, locale) })}
    </p>
  )
}
