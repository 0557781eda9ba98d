import { getTranslations } from 'next-intl/server'
import { atLeast } from '@/lib/attempt/fraction'
import type { QuizSummary } from '@/lib/quiz/queries'
import { formatPercent } from '../attempt/percent'
import { Icon } from '../ui/icon'

/** Where the reader stands with a quiz, in one line. */
export async function QuizStatus({ quiz, locale }: { quiz: QuizSummary; locale: string }) {
  const t = await getTranslations('quizzes')
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
