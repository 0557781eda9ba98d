import { dateFormat } from '@/lib/i18n/format'
import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { ListAddress } from '@/lib/list/schema'
import { leadOf } from '@/lib/markdown/lead'
import type { ReportLine } from '@/lib/report/queries'
import { reportShape } from '@/lib/report/schema'
import { SortHeading } from '../list/sort-heading'
import { Link } from '../ui/link'
import { ReportState } from './report-state'

/** Reports as rows of a form, of which several can be chosen. On a narrow screen what stands beside the words moves below them. */
export function ReportTable({
  path,
  address,
  reports,
  zone,
  locale,
}: {
  path: `/${string}`
  address: ListAddress<typeof reportShape>
  reports: readonly ReportLine[]
  zone: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'reports')
  const day = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const heading = { path, shape: reportShape, address }
  const aside = 'hidden py-3 pe-4 align-top md:table-cell'
  return (
    <table className="w-full border-b border-line text-sm">
      <thead>
        <tr>
          <td className="w-8" />
          <th scope="col" className="py-1 pe-4 text-start font-normal text-soft">
            {t('report')}
          </th>
          <SortHeading {...heading} by="person" className="hidden md:table-cell">
            {t('person')}
          </SortHeading>
          <SortHeading {...heading} by="language" className="hidden md:table-cell">
            {t('language')}
          </SortHeading>
          <SortHeading {...heading} by="reported" className="hidden md:table-cell">
            {t('reported')}
          </SortHeading>
          <SortHeading {...heading} by="state">
            {t('state')}
          </SortHeading>
        </tr>
      </thead>
      <tbody>
        {reports.map(({ reportId, text, stem, quiz, ...report }) => (
          <tr key={reportId} className="border-t border-line">
            <td className="align-top">
              {report.status === 'open' && (
                <label className="inline-flex min-h-11 items-center pe-3">
                  <input type="checkbox" name="report" value={reportId} className="size-4.5" />
                  <span className="sr-only">{t('choose', { text: text.slice(0, 80) })}</span>
                </label>
              )}
            </td>
            <td className="min-w-0 py-3 pe-4 align-top wrap-anywhere">
              <Link
                href={`/${locale}/admin/reports/${reportId}`}
                lang={report.locale}
                className="line-clamp-3 text-base"
              >
                {text}
              </Link>
              <p lang={report.locale} className="mt-1 line-clamp-2 text-soft">
                {leadOf(stem)}
              </p>
              <p className="mt-1 text-soft">
                {quiz && <span lang={quiz.titleLocale}>{quiz.title}</span>}
                {quiz && ' · '}
                {t('version', { number: report.version })}
                <span className="md:hidden">
                  {' · '}
                  <span lang={report.locale}>{nameOfLocale(report.locale)}</span>
                  {' · '}
                  {report.personName ?? t('erased')}
                  {' · '}
                  {day.format(report.createdAt)}
                </span>
              </p>
            </td>
            <td className={aside}>{report.personName ?? t('erased')}</td>
            <td className={aside} lang={report.locale}>
              {nameOfLocale(report.locale)}
            </td>
            <td className={`${aside} whitespace-nowrap tabular-nums`}>{day.format(report.createdAt)}</td>
            <td className="py-3 align-top whitespace-nowrap">
              <ReportState {...report} locale={locale} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
