import type { Metadata } from 'next'
import { Languages } from '@/components/quiz/languages'
import { QuizStatus } from '@/components/quiz/quiz-status'
import { SiteHeader } from '@/components/shell/site-header'
import { Link } from '@/components/ui/link'
import { wordsOf } from '@/lib/i18n/words'
import { listQuizzes } from '@/lib/quiz/queries'
import { signOutAction } from '../../account-actions'
import { getReader } from '../../reader'

type Props = PageProps<'/[locale]/quizzes'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'quizzes')('title') }
}

export default async function QuizzesPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const t = wordsOf(locale, 'quizzes')
  const quizzes = await listQuizzes(locale)
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-page px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('title')}</h1>
        {quizzes.length === 0 && <p className="mt-6 text-soft">{t('none')}</p>}
        <ul className="mt-8 divide-y divide-line border-y border-line empty:hidden">
          {quizzes.map((quiz) => (
            <li key={quiz.slug} className="relative grid gap-x-8 gap-y-2 py-6 sm:grid-cols-[1fr_auto]">
              <div className="min-w-0">
                <h2 lang={quiz.titleLocale} className="text-lg">
                  <Link href={`/${locale}/quizzes/${quiz.slug}`} className="after:absolute after:inset-0">
                    {quiz.title}
                  </Link>
                </h2>
                <p className="mt-1 text-sm">
                  {quiz.topics.map(({ slug, name, nameLocale }, index) => (
                    <span key={slug} lang={nameLocale}>
                      <span className="inline-block">{name}</span>
                      {index < quiz.topics.length - 1 && '\u00a0· '}
                    </span>
                  ))}
                </p>
                <p className="mt-1 text-sm text-soft">
                  {quiz.state !== 'published' && (
                    <span className="font-semibold text-ink">
                      {wordsOf(locale, 'publishing')(`member.${quiz.state}Tag`)} ·{' '}
                    </span>
                  )}
                  {t('questions', { count: quiz.questions })} · <Languages locales={quiz.locales} />
                </p>
              </div>
              <div className="text-sm sm:text-end">
                <QuizStatus quiz={quiz} locale={locale} />
              </div>
            </li>
          ))}
        </ul>
      </main>
    </>
  )
}
