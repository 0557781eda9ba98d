import type { Metadata } from 'next'
import { NextStepBlock } from '@/components/progress/next-step'
import { TopicTable } from '@/components/progress/topic-table'
import { SiteHeader } from '@/components/shell/site-header'
import { wordsOf } from '@/lib/i18n/words'
import { listTopicProgress } from '@/lib/progress/queries'
import { MIN_SHARE_N, nextStep } from '@/lib/progress/rules'
import { listQuizzes } from '@/lib/quiz/queries'
import { signOutAction } from '../../account-actions'
import { getReader } from '../../reader'

type Props = PageProps<'/[locale]/progress'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'progress')('title') }
}

export default async function ProgressPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const t = wordsOf(locale, 'progress')
  const [quizzes, topics] = await Promise.all([listQuizzes(locale), listTopicProgress(locale)])
  return (
    <>
      <SiteHeader locale={locale} name={viewer.name} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('title')}</h1>
        <section aria-labelledby="topics" className="mt-8">
          <h2 id="topics" className="mb-3 text-lg">
            {t('topics')}
          </h2>
          {topics.length === 0 ? (
            <p className="text-soft">{t('empty')}</p>
          ) : (
            <TopicTable topics={topics} locale={locale} />
          )}
        </section>
        <section aria-labelledby="next" className="mt-12">
          <h2 id="next" className="mb-3 text-lg">
            {t('next')}
          </h2>
          <NextStepBlock step={nextStep(quizzes, topics)} quizzes={quizzes} locale={locale} />
        </section>
        <section aria-labelledby="definitions" className="mt-12 text-sm text-soft">
          <h2 id="definitions" className="text-base text-ink">
            {t('definitions')}
          </h2>
          <dl className="mt-2 grid gap-2">
            {(['covered', 'right', 'interval'] as const).map((name) => (
              <div key={name}>
                <dt className="font-semibold text-ink">{t(name)}</dt>
                <dd>{t(`definition.${name}`, { n: MIN_SHARE_N })}</dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
    </>
  )
}
