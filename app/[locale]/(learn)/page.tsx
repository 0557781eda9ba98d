import type { Metadata } from 'next'
import { AssignmentsOf } from '@/components/assignment/assignments-of'
import { NextStepBlock } from '@/components/progress/next-step'
import { TopicTable } from '@/components/progress/topic-table'
import { TodaysReviewSection } from '@/components/review/todays-review'
import { SiteHeader } from '@/components/shell/site-header'
import { Link } from '@/components/ui/link'
import { listOwnAssignments } from '@/lib/assignment/queries'
import { wordsOf } from '@/lib/i18n/words'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import { nextStep } from '@/lib/progress/rules'
import { listQuizzes } from '@/lib/quiz/queries'
import { getTodaysReview } from '@/lib/review/queries'
import { signOutAction } from '../account-actions'
import { getReader } from '../reader'

type Props = PageProps<'/[locale]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'home')('title') }
}

/**
 * Home of a member: one thing to do next, then today's review where it is not that, then what is assigned, then the topics.
 */
export default async function HomePage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const t = wordsOf(locale, 'home')
  const [quizzes, topics, review, assignments] = await Promise.all([
    listQuizzes(locale),
    listTopicProgress(locale),
    getTodaysReview(),
    listOwnAssignments(locale),
  ])
  const assigned = assignments.flatMap(({ doneAt, leadsTo }) => (doneAt || !leadsTo ? [] : [leadsTo]))
  const step = nextStep(quizzes, review, topics, assigned)
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('hello', { name: viewer.name })}</h1>
        <section aria-labelledby="next" className="mt-8">
          <h2 id="next" className="sr-only">
            {t('next')}
          </h2>
          <NextStepBlock step={step} quizzes={quizzes} review={review} locale={locale} />
        </section>
        {step.kind !== 'review' && <TodaysReviewSection review={review} locale={locale} className="mt-12" />}
        {assignments.length > 0 && (
          <section aria-labelledby="assigned" className="mt-12">
            <h2 id="assigned" className="mb-2 text-lg">
              {t('assigned')}
            </h2>
            <AssignmentsOf assignments={assignments} zone={viewer.zone} locale={locale} />
          </section>
        )}
        {topics.length > 0 && (
          <section aria-labelledby="topics" className="mt-14">
            <div className="mb-1 flex items-baseline justify-between gap-4">
              <h2 id="topics" className="text-lg">
                {t('topics')}
              </h2>
              <Link href={`/${locale}/progress`} className="inline-flex min-h-11 items-center text-sm">
                {t('definitions')}
              </Link>
            </div>
            <TopicTable topics={topics} locale={locale} />
          </section>
        )}
      </main>
    </>
  )
}
