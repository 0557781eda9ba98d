import { selfAssessment } from '@/lib/attempt/schema'
import type { RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Button } from '../ui/button'

/** Where a person judges their own answer to an open question. */
export function SelfAssessment({
  attemptId,
  question,
  locale,
  from,
}: {
  attemptId: string
  question: RevealedQuestion
  locale: UiLocale
  /** Where to return to. */
  from: 'question' | 'result'
}) {
  const t = wordsOf(locale, 'attempt')
  return (
    <form
      method="post"
      action={`/api/attempts/${attemptId}/assessments/${question.position}`}
      lang={locale}
      className="mt-4 border-y border-line py-2 print:hidden"
    >
      <input type="hidden" name="uiLocale" value={locale} />
      <input type="hidden" name="from" value={from} />
      <fieldset className="flex flex-wrap items-center gap-x-4 text-sm">
        <legend className="float-start flex min-h-11 basis-full items-center font-semibold">{t('assess')}</legend>
        {selfAssessment.options.map((value) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="assessment"
              value={value}
              required
              defaultChecked={question.selfAssessment === value}
              className="size-4"
            />
            {t(`assessment.${value}`)}
          </label>
        ))}
        <Button className="text-sm">{t('assessSave')}</Button>
      </fieldset>
    </form>
  )
}
