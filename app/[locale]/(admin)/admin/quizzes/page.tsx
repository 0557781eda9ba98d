import type { Metadata, Route } from 'next'
import { ListSearch } from '@/components/list/list-search'
import { SortHeading } from '@/components/list/sort-heading'
import { TurnPages } from '@/components/list/turn-pages'
import { Languages } from '@/components/quiz/languages'
import { StateMark } from '@/components/quiz/state-mark'
import { Button, buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { ScrollFrame } from '@/components/ui/scroll-frame'
import { mayDo } from '@/lib/access/rights'
import { dateFormat } from '@/lib/i18n/format'
import { nameOfLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { adminQuizList, listAdminQuizzes, listQuizFilters } from '@/lib/quiz/queries/list-admin-quizzes'
import { quizStates } from '@/lib/quiz/rules'
import { getAdmin } from '../../../reader'
import { AdminPage } from '../../admin-page'
import { changeStatesAction } from './actions'

type Props = PageProps<'/[locale]/admin/quizzes'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:translate')
  return { title: wordsOf(locale, 'admin')('pages.quizzes') }
}

export default async function QuizzesPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:translate')
  const query = await searchParams
  const address = parseListAddress(adminQuizList, query)
  const [{ quizzes, total }, { topics, locales }] = await Promise.all([
    listAdminQuizzes(address, locale),
    listQuizFilters(locale),
  ])
  const [t, list] = [wordsOf(locale, 'publishing'), wordsOf(locale, 'list')]
  const mayAuthor = mayDo(viewer.role, 'quiz:author')
  const path = `/${locale}/admin/quizzes` as const
  const day = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: viewer.zone })
  const search = listAddress(adminQuizList, address)
  const [done, kept] = [Number(query.done), Number(query.kept)]
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={wordsOf(locale, 'admin')('pages.quizzes')}
      search={search}
      actions={
        mayAuthor && (
          <Link href={`/${locale}/admin/quizzes/import`} className={buttonClass('primary')}>
            {t('toImport')}
          </Link>
        )
      }
    >
      {(done > 0 || kept > 0) && (
        <div className="mt-4">
          <Notice tone={kept > 0 ? 'warning' : 'done'}>{t('bulkDone', { done: done || 0, kept: kept || 0 })}</Notice>
        </div>
      )}
      <div className="mt-6">
        <ListSearch
          path={path}
          address={address}
          label={t('search')}
          locale={locale}
          filters={[
            {
              name: 'state',
              label: t('stateLabel'),
              choices: quizStates.map((value) => ({ value, label: t(`state.${value}`) })),
            },
            {
              name: 'topic',
              label: t('topicLabel'),
              choices: topics.map(({ slug, name, nameLocale }) => ({ value: slug, label: name, lang: nameLocale })),
            },
            {
              name: 'language',
              label: t('languageLabel'),
              choices: locales.map((tag) => ({ value: tag, label: nameOfLocale(tag), lang: tag })),
            },
          ]}
        />
      </div>
      {quizzes.length === 0 ? (
        <p className="mt-8 text-soft">{list('count', { total: 0 })}</p>
      ) : (
        <form action={changeStatesAction.bind(null, locale, search)} className="mt-6">
          <ScrollFrame label={wordsOf(locale, 'admin')('pages.quizzes')}>
            <table className="w-full text-sm tabular-nums">
              <thead className="text-soft">
                <tr>
                  {mayAuthor && (
                    <th scope="col" className="w-10">
                      <span className="sr-only">{t('choose')}</span>
                    </th>
                  )}
                  {(['title', 'state', 'questions'] as const).map((by) => (
                    <SortHeading
                      key={by}
                      path={path}
                      shape={adminQuizList}
                      address={address}
                      by={by}
                      className="whitespace-nowrap"
                    >
                      {t(`column.${by}`)}
                    </SortHeading>
                  ))}
                  <th scope="col" className="py-1 pe-4 text-start font-normal">
                    {t('languageLabel')}
                  </th>
                  <SortHeading path={path} shape={adminQuizList} address={address} by="published">
                    {t('column.published')}
                  </SortHeading>
                </tr>
              </thead>
              <tbody>
                {quizzes.map((quiz) => {
                  const time = quiz.publishAt ?? quiz.publishedAt
                  return (
                    <tr key={quiz.slug} className="border-t border-line">
                      {mayAuthor && (
                        <td>
                          <label className="flex min-h-11 min-w-11 cursor-pointer items-center">
                            <input type="checkbox" name="slug" value={quiz.slug} className="size-4.5" />
                            <span className="sr-only">{quiz.title}</span>
                          </label>
                        </td>
                      )}
                      <th scope="row" className="min-w-48 py-2 pe-4 text-start font-normal">
                        <Link href={`/${locale}/admin/quizzes/${quiz.slug}`} lang={quiz.titleLocale}>
                          {quiz.title}
                        </Link>
                        <span className="block text-xs text-soft" translate="no">
                          {quiz.slug}
                        </span>
                      </th>
                      <td className="py-2 pe-4 whitespace-nowrap">
                        <StateMark state={quiz.state} locale={locale} />
                        {quiz.changed > 0 && quiz.state !== 'draft' && (
                          <span className="block text-xs text-soft">{t('changedCount', { count: quiz.changed })}</span>
                        )}
                      </td>
                      <td className="py-2 pe-4">{quiz.questions}</td>
                      <td className="py-2 pe-4">
                        <Languages locales={quiz.locales} />
                      </td>
                      <td className="py-2 whitespace-nowrap text-soft">{time ? day.format(new Date(time)) : ''}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </ScrollFrame>
          {mayAuthor && (
            <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
              <p className="text-sm text-soft">{t('withChosen')}</p>
              {(['retire', 'archive', 'restore'] as const).map((action) => (
                <Button key={action} name="action" value={action}>
                  {t(`action.${action}`)}
                </Button>
              ))}
            </div>
          )}
        </form>
      )}
      <div className="mt-6">
        <TurnPages path={path} shape={adminQuizList} address={address} total={total} locale={locale} />
      </div>
      {!address.filters.state && (
        <p className="mt-2 text-sm text-soft">
          <Link href={`${path}?state=archived` as Route}>{t('showArchived')}</Link>
        </p>
      )}
    </AdminPage>
  )
}
