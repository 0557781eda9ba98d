import { kinds } from '@/lib/attempt/kinds'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { ReportPage } from '@/lib/report/queries'
import { renderers } from '../attempt/kinds'
import { Markdown } from '../markdown/markdown'
import { Disclosure } from '../ui/disclosure'

/** The question as the person saw it who reported it, with their answer; the key where the reader may see it. */
export function ReportedQuestion({
  report: { question, explanation, letters },
  locale,
}: {
  report: ReportPage
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'attempt')
  const { Given } = renderers[question.kind]
  return (
    <div lang={question.locale}>
      <Markdown markdown={question.stem} cacheKey={`${question.translationId} stem`} className="stem" />
      <div className="mt-4">
        <Given question={question} locale={locale} />
      </div>
      {explanation !== '' && (
        <Disclosure label={t(kinds[question.kind].writes ? 'modelAnswer' : 'explanation')} lang={locale}>
          <Markdown
            markdown={explanation}
            cacheKey={`${question.translationId} explanation`}
            letters={letters}
            className="mt-1"
          />
        </Disclosure>
      )}
    </div>
  )
}
