import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { AcceptedFindings, Checklist } from '@/components/quiz/checklist'
import { QuestionTable } from '@/components/quiz/question-table'
import { StateActions } from '@/components/quiz/state-actions'
import { StateMark } from '@/components/quiz/state-mark'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { mayDo } from '@/lib/access/rights'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getAdminQuiz } from '@/lib/quiz/queries/get-admin-quiz'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'
import { changeQuizAction, findingAction, questionAction } from './actions'

type Props = PageProps<'/[locale]/admin/quizzes/[slug]'>

/** Read once for the title and the page. */
const quizOf = cache((slug: string, locale: UiLocale) => getAdminQuiz(slug, locale))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:translate')
  const quiz = await quizOf((await params).slug, locale)
  return quiz ? { title: quiz.title } : {}
}

const notices = {
  published: 'done',
  beta: 'done',
  changed: 'done',
  blocked: 'error',
  'not-now': 'warning',
  'too-early': 'error',
  'in-use': 'warning',
  'no-reason': 'error',
  imported: 'done',
  unwritable: 'error',
} as const

export default async function AdminQuizPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:translate')
  const quiz = await quizOf((await params).slug, locale)
  if (!quiz) notFound()
  const t = wordsOf(locale, 'publishing')
  const mayAuthor = mayDo(viewer.role, 'quiz:author')
  const asked = (await searchParams).notice
  const notice = (Object.keys(notices) as (keyof typeof notices)[]).find((name) => name === asked)
  const base = `/${locale}/admin/quizzes/${quiz.slug}`
  const moment = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: viewer.zone })
  const ways: { href: string; words: string }[] = [
    { href: `${base}/questions`, words: t('toQuestions') },
    { href: `${base}/settings`, words: t('toSettings') },
    ...(mayAuthor
      ? [
          { href: `${base}/preview/1`, words: t('toPreview') },
          { href: `/api/quizzes/${quiz.slug}/export`, words: t('toExport') },
        ]
      : []),
  ]
  return (
    <AdminPage viewer={viewer} locale={locale} title={<span lang={quiz.titleLocale}>{quiz.title}</span>}>
      <p className="mt-1 text-sm text-soft" translate="no">
        {quiz.slug}
      </p>
      <nav aria-label={t('ways')} className="mt-2 flex flex-wrap gap-x-5">
        {ways.map(({ href, words }) =>
          href.startsWith('/api/') ? (
            <a key={href} href={href} className="inline-flex min-h-11 items-center" download>
              {words}
            </a>
          ) : (
            <Link key={href} href={href as Route} className="inline-flex min-h-11 items-center">
              {words}
            </Link>
          ),
        )}
      </nav>
      {notice && (
        <div className="mt-4">
          <Notice tone={notices[notice]}>{t(`notice.${notice}`)}</Notice>
        </div>
      )}
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
        <section aria-labelledby="state">
          <h2 id="state" className="text-lg">
            {t('stateLabel')}
          </h2>
          <p className="mt-2 font-semibold">
            <StateMark state={quiz.state} locale={locale} />
          </p>
          <p className="mt-1 text-sm text-soft">{t(`about.${quiz.state}`)}</p>
          {quiz.publishAt &&
            (quiz.wasHeldBack ? (
              <div className="mt-3">
                <Notice tone="error">{t('heldBack', { time: moment.format(new Date(quiz.publishAt)) })}</Notice>
              </div>
            ) : (
              <p className="mt-2 text-sm">{t('publishesAt', { time: moment.format(new Date(quiz.publishAt)) })}</p>
            ))}
          {quiz.publishedAt && (
            <p className="mt-1 text-sm text-soft">
              {t('publishedAt', { time: moment.format(new Date(quiz.publishedAt)) })}
            </p>
          )}
          {quiz.running > 0 && <p className="mt-1 text-sm text-soft">{t('running', { count: quiz.running })}</p>}
          {mayAuthor && (
            <StateActions
              quiz={quiz}
              zone={viewer.zone}
              locale={locale}
              action={changeQuizAction.bind(null, locale, quiz.slug)}
            />
          )}
        </section>
        <section aria-labelledby="checklist">
          <h2 id="checklist" className="text-lg">
            {t('checklist')}
          </h2>
          <Checklist
            quiz={quiz}
            locale={locale}
            accept={mayAuthor ? findingAction.bind(null, locale, quiz.slug) : null}
          />
          <AcceptedFindings
            quiz={quiz}
            locale={locale}
            accept={mayAuthor ? findingAction.bind(null, locale, quiz.slug) : null}
          />
        </section>
      </div>
      <section aria-labelledby="questions" className="mt-10">
        <h2 id="questions" className="text-lg">
          {t('questionsHeading', { count: quiz.questions.length })}
        </h2>
        <QuestionTable
          quiz={quiz}
          locale={locale}
          act={mayAuthor ? questionAction.bind(null, locale, quiz.slug) : null}
        />
      </section>
    </AdminPage>
  )
}
