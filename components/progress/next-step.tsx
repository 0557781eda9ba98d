import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { NextStep } from '@/lib/progress/rules'
import type { QuizSummary } from '@/lib/quiz/queries'
import type { TodaysReview } from '@/lib/review/queries'
import { ReviewAction, ReviewFacts } from '../review/todays-review'
import { buttonClass } from '../ui/button'
import { Link } from '../ui/link'

/** The one thing to do next. */
export function NextStepBlock({
  step,
  quizzes,
  review,
  locale,
}: {
  step: NextStep
  quizzes: readonly QuizSummary[]
  review: TodaysReview
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'next')
  if (step.kind === 'done') return <p className="text-soft">{t(quizzes.length === 0 ? 'nothing' : 'done')}</p>
  if (step.kind === 'review')
    return (
      <div>
        <p className="text-lg font-semibold text-balance">{wordsOf(locale, 'review')('title')}</p>
        <div className="mt-1 mb-5">
          <ReviewFacts review={review} locale={locale} />
        </div>
        <ReviewAction review={review} locale={locale} weight="primary" />
      </div>
    )
  const quiz = quizzes.find(({ slug }) => slug === step.slug)
  if (!quiz) return null
  const position = quiz.open?.position ?? 1
  return (
    <div>
      <p className="text-lg font-semibold text-balance">
        {step.kind === 'practise'
          ? t('practiceText', { topic: step.topic })
          : t(step.kind === 'resume' ? 'resumeText' : 'startText', {
              answered: quiz.open?.answered ?? 0,
              count: quiz.questions,
            })}
      </p>
      <p lang={quiz.titleLocale} className="mt-1 text-soft">
        {quiz.title}
      </p>
      <Link
        href={
          step.kind === 'resume'
            ? `/${locale}/attempts/${step.attemptId}/${position}`
            : `/${locale}/quizzes/${step.slug}`
        }
        className={`${buttonClass('primary')} mt-5`}
      >
        {t(step.kind === 'resume' ? 'resume' : 'open')}
      </Link>
    </div>
  )
}
