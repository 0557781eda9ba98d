import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { QuestionOrder } from '@/components/question/question-order-client'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { wordsOf } from '@/lib/i18n/words'
import { listEditedQuestions } from '@/lib/question/queries'
import { shapes } from '@/lib/question/shapes'
import { getAdmin } from '../../../../../reader'
import { AdminPage } from '../../../../admin-page'
import { addAction, moveAction, orderAction } from './actions'

type Props = PageProps<'/[locale]/admin/quizzes/[slug]/questions'>

const readQuestions = cache(listEditedQuestions)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:translate')
  const list = await readQuestions((await params).slug, locale)
  return list ? { title: wordsOf(locale, 'editor')('list.title', { quiz: list.quiz.title }) } : {}
}

export default async function QuestionsPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:translate')
  const { slug } = await params
  const list = await readQuestions(slug, locale)
  if (!list) notFound()
  const t = wordsOf(locale, 'editor')
  const { notice } = await searchParams
  const { quiz, mayAuthor, questions } = list
  const place = { locale, slug }
  const base = `/${locale}/admin/quizzes/${slug}`
  const kindName = (kind: keyof typeof shapes) => t(`kind.${kind}`)
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={t('list.title', { quiz: quiz.title })}
      actions={
        mayAuthor && (
          <Link href={`${base}/settings` as Route} className="inline-flex min-h-11 items-center">
            {t('settings')}
          </Link>
        )
      }
    >
      {mayAuthor && <p className="mt-2 max-w-reading text-sm text-soft">{t('list.lead')}</p>}
      <div className="mt-4 grid gap-4">
        {notice === 'conflict' && <Notice tone="warning">{t('list.conflict')}</Notice>}
        {questions.length === 0 ? (
          <p>{t('list.none')}</p>
        ) : (
          <QuestionOrder
            questions={questions.map(({ id, name, stem, kind, isDraft, isNew }) => ({
              id,
              href: `${base}/questions/${name}`,
              stem,
              kind: kindName(kind),
              state: isNew ? t('list.new') : isDraft ? t('list.draft') : '',
            }))}
            lang={quiz.sourceLocale}
            mayOrder={mayAuthor}
            order={orderAction.bind(null, place)}
            move={moveAction.bind(null, place)}
            words={{
              noStem: t('list.noStem'),
              moveUp: t.raw('list.moveUp'),
              moveDown: t.raw('list.moveDown'),
              drag: t('list.drag'),
              moved: t.raw('list.moved'),
              conflict: t('list.conflict'),
              failed: t('list.failed'),
            }}
          />
        )}
        {mayAuthor && (
          <section aria-labelledby="add-heading" className="mt-6 border-t border-line pt-4">
            <h2 id="add-heading" className="text-lg">
              {t('list.addTitle')}
            </h2>
            <form action={addAction.bind(null, place)} className="mt-3 flex flex-wrap items-end gap-3">
              <SelectField id="kind" label={t('kindLabel')}>
                {(Object.keys(shapes) as (keyof typeof shapes)[]).map((kind) => (
                  <option key={kind} value={kind}>
                    {kindName(kind)}
                  </option>
                ))}
              </SelectField>
              <Button weight="primary">{t('add')}</Button>
            </form>
          </section>
        )}
      </div>
    </AdminPage>
  )
}
