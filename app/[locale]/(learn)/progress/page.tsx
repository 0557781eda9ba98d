import type { Metadata } from 'next'
import { MissedQuestions } from '@/components/progress/missed-questions'
import { NextStepBlock } from '@/components/progress/next-step'
import { PracticeDays } from '@/components/progress/practice-days'
import { TopicTable } from '@/components/progress/topic-table'
import { WeekTrend } from '@/components/progress/week-trend'
import { OwnReports } from '@/components/report/own-reports'
import { TodaysReviewSection } from '@/components/review/todays-review'
import { SiteHeader } from '@/components/shell/site-header'
import { wordsOf } from '@/lib/i18n/words'
import { getPractice } from '@/lib/progress/queries/get-practice'
import { listMissedQuestions } from '@/lib/progress/queries/list-missed-questions'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import { MIN_SHARE_N, MIN_TREND_N, nextStep, practiceCalendar, practiceWeeks, streakOf } from '@/lib/progress/rules'
import { listQuizzes } from '@/lib/quiz/queries'
import { listOwnReports } from '@/lib/report/queries'
import { getTodaysReview } from '@/lib/review/queries'
import { signOutAction } from '../../account-actions'
import { getReader } from '../../reader'

type Props = PageProps<'/[locale]/progress'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'progress')('title') }
}

/** What a person knows and does: one thing to do next, then what the figures say, then what they mean. */
export default async function ProgressPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const t = wordsOf(locale, 'progress')
  const [quizzes, topics, review, { today, days }, missed, reports] = await Promise.all([
    listQuizzes(locale),
    listTopicProgress(locale),
    getTodaysReview(),
    getPractice(),
    listMissedQuestions(locale),
    listOwnReports(),
  ])
  const step = nextStep(quizzes, review, topics)
  const definitions = [
    [t('covered'), t('definition.covered')],
    [t('right'), t('definition.right', { n: MIN_SHARE_N })],
    [t('interval'), t('definition.interval', { n: MIN_SHARE_N })],
    [t('weeks'), t('definition.weeks', { n: MIN_TREND_N })],
    [t('days'), t('definition.days')],
    [t('streak'), t('definition.streak')],
    [t('missed'), t('definition.missed')],
  ] as const
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('title')}</h1>
        <section aria-labelledby="next" className="mt-8">
          <h2 id="next" className="mb-2 text-lg">
            {t('next')}
          </h2>
          <NextStepBlock step={step} quizzes={quizzes} review={review} locale={locale} />
        </section>
        {step.kind !== 'review' && <TodaysReviewSection review={review} locale={locale} className="mt-12" />}
        <section aria-labelledby="topics" className="mt-12">
          <h2 id="topics" className="mb-3 text-lg">
            {t('topics')}
          </h2>
          {topics.length === 0 ? (
            <p className="text-soft">{t('empty')}</p>
          ) : (
            <TopicTable topics={topics} locale={locale} />
          )}
        </section>
        {days.length === 0 ? (
          <p className="mt-12 text-soft">{t('begin')}</p>
        ) : (
          <>
            <section aria-labelledby="weeks" className="mt-12">
              <h2 id="weeks" className="mb-2 text-lg">
                {t('weeks')}
              </h2>
              <WeekTrend weeks={practiceWeeks(days, today)} locale={locale} />
            </section>
            <section aria-labelledby="days" className="mt-12">
              <h2 id="days" className="mb-2 text-lg">
                {t('days')}
              </h2>
              <PracticeDays
                weeks={practiceCalendar(days, today)}
                streak={streakOf(
                  days.map(({ day }) => day),
                  today,
                )}
                locale={locale}
              />
            </section>
            <section aria-labelledby="missed" className="mt-12">
              <h2 id="missed" className="mb-3 text-lg">
                {t('missed')}
              </h2>
              <MissedQuestions questions={missed} locale={locale} />
            </section>
          </>
        )}
        {reports.length > 0 && (
          <section aria-labelledby="reports" className="mt-12">
            <h2 id="reports" className="mb-3 text-lg">
              {wordsOf(locale, 'reports')('own')}
            </h2>
            <OwnReports reports={reports} zone={viewer.zone} locale={locale} />
          </section>
        )}
        <section aria-labelledby="definitions" className="mt-12 text-sm text-soft">
          <h2 id="definitions" className="text-base text-ink">
            {t('definitions')}
          </h2>
          <dl className="mt-2 grid gap-2">
            {definitions.map(([name, definition]) => (
              <div key={name}>
                <dt className="font-semibold text-ink">{name}</dt>
                <dd>{definition}</dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
    </>
  )
}
