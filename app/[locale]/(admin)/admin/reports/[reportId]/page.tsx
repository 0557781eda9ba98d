import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { questionPath } from '@/components/quiz/question-path'
import { HandleReport, nameOfEdit } from '@/components/report/handle-report'
import { ReportState } from '@/components/report/report-state'
import { ReportedQuestion } from '@/components/report/reported-question'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { dateFormat } from '@/lib/i18n/format'
import { nameOfLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getReport } from '@/lib/report/queries'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'
import { handleReportAction, reopenReportAction } from '../actions'

type Props = PageProps<'/[locale]/admin/reports/[reportId]'>

const notices = {
  replied: 'done',
  resolved: 'done',
  reopened: 'done',
  empty: 'error',
  changed: 'warning',
  'no-such-edit': 'error',
  invalid: 'error',
} as const
const isNotice = (text: unknown): text is keyof typeof notices =>
  typeof text === 'string' && Object.hasOwn(notices, text)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'report:handle')
  return { title: wordsOf(locale, 'reports')('one') }
}

export default async function ReportPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'report:handle')
  const reportId = z.uuid().safeParse((await params).reportId)
  const report = reportId.success ? await getReport(reportId.data, locale) : null
  if (!report) notFound()
  const t = wordsOf(locale, 'reports')
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: viewer.zone })
  const { notice } = await searchParams
  const { quiz, question, edit } = report
  const named = t('questionOf', { name: report.externalId, number: report.version, revision: report.revision })
  const path = (slug: string) =>
    questionPath(locale, slug, { id: report.questionId, externalId: report.externalId }, question.locale) as Route
  const facts: { name: string; value: string; lang?: string; href?: Route }[] = [
    { name: t('person'), value: report.personName ?? t('erased') },
    { name: t('reported'), value: at.format(report.createdAt) },
    { name: t('language'), value: nameOfLocale(question.locale), lang: question.locale },
    quiz
      ? {
          name: t('quiz'),
          value: quiz.title,
          lang: quiz.titleLocale,
          href: `/${locale}/admin/quizzes/${quiz.slug}` as Route,
        }
      : { name: t('quiz'), value: t('noQuiz') },
    { name: t('question'), value: named, ...(quiz && { href: path(quiz.slug) }) },
  ]
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('one')}>
      <div className="max-w-reading">
        <p className="mt-1">
          <Link href={`/${locale}/admin/reports`} className="inline-flex min-h-11 items-center gap-1">
            <Icon name="left" />
            {t('title')}
          </Link>
        </p>
        {isNotice(notice) && (
          <div className="mt-2">
            <Notice tone={notices[notice]}>{t(`notice.${notice}`)}</Notice>
          </div>
        )}
        <blockquote
          lang={question.locale}
          className="mt-4 border-s-4 border-control ps-4 text-lg wrap-anywhere whitespace-pre-wrap"
        >
          {report.text}
        </blockquote>
        <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
          {facts.map(({ name, value, lang, href }) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd lang={lang} className="wrap-anywhere">
                {href ? <Link href={href}>{value}</Link> : value}
              </dd>
            </div>
          ))}
          <dt className="text-soft">{t('state')}</dt>
          <dd>
            <ReportState status={report.status} isAnswered={report.reply !== null} locale={locale} />
            {report.handledBy && report.resolvedAt && (
              <span className="text-soft">
                {' · '}
                {t('resolvedBy', { name: report.handledBy, at: at.format(report.resolvedAt) })}
              </span>
            )}
          </dd>
          {edit && (
            <>
              <dt className="text-soft">{t('edit')}</dt>
              <dd>{nameOfEdit(edit, viewer.zone, locale)}</dd>
            </>
          )}
        </dl>
        <section aria-labelledby="as-seen" className="mt-10">
          <h2 id="as-seen" className="text-lg">
            {t('asSeen')}
          </h2>
          <div className="mt-3">
            <ReportedQuestion report={report} locale={locale} />
          </div>
        </section>
        <section aria-labelledby="handle" className="mt-10 border-t border-line pt-8">
          <h2 id="handle" className="text-lg">
            {t('handle')}
          </h2>
          <div className="mt-4">
            <HandleReport
              action={handleReportAction.bind(null, locale, report.reportId)}
              report={report}
              zone={viewer.zone}
              locale={locale}
            />
          </div>
          {report.status === 'resolved' && (
            <form action={reopenReportAction.bind(null, locale, report.reportId)} className="mt-4">
              <Button weight="quiet" className="-ms-5">
                {t('reopen')}
              </Button>
            </form>
          )}
        </section>
      </div>
    </AdminPage>
  )
}
