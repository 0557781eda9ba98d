import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { leadOf } from '@/lib/markdown/lead'
import type { OwnReport } from '@/lib/report/queries'
import { ReportState } from './report-state'

/** What a person has reported, and what became of it. */
export function OwnReports({
  reports,
  zone,
  locale,
}: {
  reports: readonly OwnReport[]
  zone: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'reports')
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: zone })
  return (
    <ul>
      {reports.map(({ reportId, text, createdAt, status, stem, locale: read, reply, isReplyHeld, isEdited }) => (
        <li key={reportId} className="border-t border-line py-4">
          <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
          <p lang={read} className="mt-1 line-clamp-2 text-sm text-soft">
            {leadOf(stem)}
          </p>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
            <span>{day.format(createdAt)}</span>
            <ReportState status={status} isAnswered={reply !== null || isReplyHeld} locale={locale} />
            {isEdited && <span>{t('wasEdited')}</span>}
          </p>
          {reply !== null && (
            <div className="mt-3 border-s-4 border-accent ps-4">
              <p className="text-sm font-semibold">{t('reply')}</p>
              <p className="wrap-anywhere whitespace-pre-wrap">{reply}</p>
            </div>
          )}
          {isReplyHeld && <p className="mt-2 text-sm">{t('replyHeld')}</p>}
        </li>
      ))}
    </ul>
  )
}
