import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'

/** Where a problem in a question is reported. */
export function ReportProblem({
  attemptId,
  position,
  translationId,
  locale,
}: {
  attemptId: string
  position: number
  translationId: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'attempt')
  return (
    <Disclosure label={t('report')} className="mt-2 text-sm">
      <form method="post" action={`/api/attempts/${attemptId}/reports/${position}`} className="mt-1 grid gap-3">
        <input type="hidden" name="uiLocale" value={locale} />
        <input type="hidden" name="translationId" value={translationId} />
        <label htmlFor="report" className="text-soft">
          {t('reportText')}
        </label>
        <textarea
          id="report"
          name="text"
          rows={4}
          required
          maxLength={5000}
          className="block w-full rounded-control border border-control bg-raised px-3 py-2 text-base"
        />
        <Button className="justify-self-start text-sm">{t('reportSend')}</Button>
      </form>
    </Disclosure>
  )
}
