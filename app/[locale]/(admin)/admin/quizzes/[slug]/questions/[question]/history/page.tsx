import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { WordDiff } from '@/components/question/word-diff'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { letterAt } from '@/lib/attempt/rules'
import { dateFormat } from '@/lib/i18n/format'
import { directionOf, nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getQuestionHistory, type HistoryEntry } from '@/lib/question/queries'
import { wordDiff } from '@/lib/question/rules-diff'
import { getAdmin } from '../../../../../../../reader'
import { AdminPage } from '../../../../../../admin-page'

type Props = PageProps<'/[locale]/admin/quizzes/[slug]/questions/[question]/history'>

const readHistory = cache(getQuestionHistory)
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:translate')
  const { slug, question } = await params
  const history = await readHistory(slug, question, one((await searchParams).language), locale)
  return history ? { title: wordsOf(locale, 'editor')('diff.title', { name: history.name }) } : {}
}

/** What differs between two versions or revisions of a question in one language; which, its address says. */
export default async function HistoryPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:translate')
  const { slug, question } = await params
  const query = await searchParams
  const history = await readHistory(slug, question, one(query.language), locale)
  if (!history) notFound()
  const t = wordsOf(locale, 'editor')
  const { entries } = history
  const to = entries.find(({ id }) => id === one(query.to)) ?? entries[0]
  const older = to ? entries[entries.indexOf(to) + 1] : undefined
  const from = entries.find(({ id }) => id === one(query.from)) ?? older ?? to
  const day = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: viewer.zone })
  const nameOf = ({ number, revision, isDraft, by, at }: HistoryEntry) =>
    [t('diff.entry', { number, revision }), isDraft ? t('diff.draft') : day.format(new Date(at)), by]
      .filter(Boolean)
      .join(' · ')
  const changes = from && to ? changesOf(from, to, history.locale, locale) : []
  const options = entries.map((entry) => (
    <option key={entry.id} value={entry.id}>
      {nameOf(entry)}
    </option>
  ))
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={t('diff.title', { name: history.name })}
      actions={
        <Link
          href={`/${locale}/admin/quizzes/${slug}/questions/${question}` as Route}
          className="inline-flex min-h-11 items-center"
        >
          {t('diff.backTo')}
        </Link>
      }
    >
      <p className="mt-1 text-soft">{history.quiz.title}</p>
      <form className="mt-4 grid grid-cols-1 items-end gap-4 sm:grid-cols-3">
        <SelectField id="language" label={t('diff.language')} defaultValue={history.locale}>
          {history.locales.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {nameOfLocale(tag)}
            </option>
          ))}
        </SelectField>
        <SelectField key={`from ${from?.id}`} id="from" label={t('diff.from')} defaultValue={from?.id}>
          {options}
        </SelectField>
        <SelectField key={`to ${to?.id}`} id="to" label={t('diff.to')} defaultValue={to?.id}>
          {options}
        </SelectField>
        <div>
          <Button weight="primary">{t('diff.compare')}</Button>
        </div>
      </form>
      <section
        id="changes"
        aria-label={t('diff.title', { name: history.name })}
        className="mt-8 grid max-w-reading grid-cols-1 gap-6"
      >
        {entries.length < 2 && <p>{t('diff.only')}</p>}
        {entries.length > 1 && changes.length === 0 && <p>{t('diff.same')}</p>}
        {changes.map(({ name, parts, lang }) => (
          <div key={name}>
            <h2 className="text-sm font-semibold text-soft">{name}</h2>
            <div className="mt-1">
              <WordDiff parts={parts} lang={lang} dir={directionOf(lang)} />
            </div>
          </div>
        ))}
      </section>
    </AdminPage>
  )
}

/** Every part that differs, in the order of the page: first how the question is built, then its words. */
function changesOf(from: HistoryEntry, to: HistoryEntry, lang: string, uiLocale: UiLocale) {
  const t = wordsOf(uiLocale, 'editor')
  const optionIds = [...new Set([...to.options, ...from.options].map(({ id }) => id))]
  const letterOf = (id: string) => {
    const index = [to, from].map(({ options }) => options.findIndex((option) => option.id === id)).find((at) => at >= 0)
    return t('option', { letter: letterAt(index ?? 0) })
  }
  const listOf = ({ options, fields }: HistoryEntry) =>
    options
      .map(({ id, isRight, pinLast }) =>
        [fields[`option:${id}`] ?? '', isRight && `(${t('diff.right')})`, pinLast && `(${t('diff.last')})`]
          .filter(Boolean)
          .join(' '),
      )
      .join('\n')
  const isRebuilt = JSON.stringify(from.options) !== JSON.stringify(to.options)
  const text = (field: string, name: string) => ({
    name,
    before: from.fields[field] ?? '',
    after: to.fields[field] ?? '',
    lang,
  })
  const parts = [
    { name: t('kindLabel'), before: t(`kind.${from.kind}`), after: t(`kind.${to.kind}`), lang: uiLocale as string },
    {
      name: t('scoringLabel'),
      before: t(`scoring.${from.scoring}`),
      after: t(`scoring.${to.scoring}`),
      lang: uiLocale as string,
    },
    text('stem', t('stem')),
    ...(isRebuilt ? [{ name: t('diff.options'), before: listOf(from), after: listOf(to), lang }] : []),
    ...optionIds.flatMap((id) => [
      ...(isRebuilt ? [] : [text(`option:${id}`, letterOf(id))]),
      text(`feedback:${id}`, t('feedback', { option: letterOf(id) })),
    ]),
    text('explanation', t('explanation')),
    {
      name: t('sources'),
      before: from.sources.map(({ url, verifiedOn }) => `${url} ${verifiedOn}`).join('\n'),
      after: to.sources.map(({ url, verifiedOn }) => `${url} ${verifiedOn}`).join('\n'),
      lang: uiLocale as string,
    },
  ]
  return parts
    .filter(({ before, after }) => before !== after)
    .map(({ before, after, ...part }) => ({ ...part, parts: wordDiff(before, after, part.lang) }))
}
