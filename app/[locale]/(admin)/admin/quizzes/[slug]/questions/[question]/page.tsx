import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { editorWords } from '@/components/question/editor-words'
import { QuestionEditor } from '@/components/question/question-editor-client'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { directionOf, nameOfLocale, uiLocales } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { type EditedQuestion, getEditedQuestion } from '@/lib/question/queries'
import { getAdmin } from '../../../../../../reader'
import { AdminPage } from '../../../../../admin-page'
import { discardAction, previewAction } from './actions'

type Props = PageProps<'/[locale]/admin/quizzes/[slug]/questions/[question]'>

const readQuestion = cache(getEditedQuestion)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:translate')
  const { slug, question: name } = await params
  const question = await readQuestion(slug, name, locale)
  if (!question) return {}
  return { title: `${wordsOf(locale, 'editor')('title', placeOf(question))} · ${question.quiz.title}` }
}

const placeOf = ({ place: { position, count } }: EditedQuestion) => ({ position, count })

/** Languages that are offered to write in, besides those that a quiz has. */
const OFFERED = [...uiLocales, 'de', 'fr', 'it', 'ko', 'pt-BR', 'ru', 'zh-Hant']

export default async function QuestionPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:translate')
  const { slug, question: name } = await params
  const question = await readQuestion(slug, name, locale)
  if (!question) notFound()
  const t = wordsOf(locale, 'editor')
  const { quiz, place, version, published } = question
  const base = `/${locale}/admin/quizzes/${slug}/questions` as const
  const path = `${base}/${question.name}`
  const { notice } = await searchParams
  const localeOf = (tag: string) => ({ tag, name: nameOfLocale(tag), dir: directionOf(tag) })
  const own = question.words.map((words) => words.locale)
  const locales = [...new Set([...quiz.locales, ...own])].map(localeOf)
  const discard = discardAction.bind(null, locale, path)
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      width="wide"
      title={t('title', placeOf(question))}
      actions={
        <nav aria-label={t('questions')} className="flex flex-wrap gap-x-5">
          {place.previous && <Step href={`${base}/${place.previous}`}>{t('previous')}</Step>}
          {place.next && <Step href={`${base}/${place.next}`}>{t('next')}</Step>}
          <Step href={base}>{t('back')}</Step>
          <Step href={`${path}/history`}>{t('history')}</Step>
        </nav>
      }
    >
      <p className="mt-1 text-soft">{quiz.title}</p>
      <div className="mt-4 grid max-w-reading gap-3">
        {notice === 'discarded' && <Notice tone="done">{t('discarded')}</Notice>}
        {notice === 'nothing' && <Notice tone="info">{t('discardNothing')}</Notice>}
        {question.isArchived && <Notice tone="warning">{t('archived')}</Notice>}
        <noscript>
          <Notice tone="warning">{t('needsScript')}</Notice>
        </noscript>
        <p className="text-sm text-soft">
          {!published
            ? t('stateNew')
            : version.isDraft
              ? t('stateDraft', { number: version.number, published: published.number })
              : t('statePublished', { number: version.number, next: version.number + 1 })}{' '}
          {published &&
            published.answers > 0 &&
            t('stateAnswers', { number: published.number, count: published.answers })}
        </p>
        <div className="flex flex-wrap gap-3 empty:hidden">
          {published && version.isDraft && question.mayAuthor && (
            <form action={discard}>
              <input type="hidden" name="questionId" value={question.id} />
              <Button className="text-sm">{t('discardVersion', { number: version.number })}</Button>
            </form>
          )}
          {!version.isDraft &&
            question.words
              .filter((words) => words.isDraft && (question.mayAuthor || words.locale !== quiz.sourceLocale))
              .map((words) => (
                <form key={words.locale} action={discard}>
                  <input type="hidden" name="questionId" value={question.id} />
                  <input type="hidden" name="locale" value={words.locale} />
                  <Button className="text-sm">{t('discardWords', { language: nameOfLocale(words.locale) })}</Button>
                </form>
              ))}
        </div>
      </div>
      <QuestionEditor
        key={`${question.id} ${notice ?? ''}`}
        question={question}
        locales={locales}
        offered={OFFERED.map(localeOf)}
        words={editorWords(locale)}
        uiLocale={locale}
        zone={viewer.zone}
        preview={previewAction.bind(null, locale)}
      />
    </AdminPage>
  )
}

function Step({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href as Route} className="inline-flex min-h-11 items-center">
      {children}
    </Link>
  )
}
