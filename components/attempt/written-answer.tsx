import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'

/** Where an open question is answered in one's own words. */
export function WritingField({ question, locale }: { question: OpenQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  return (
    <>
      <label htmlFor="text" lang={locale} className="text-sm text-soft">
        {t('writeHint')}
      </label>
      <textarea
        id="text"
        name="text"
        rows={6}
        maxLength={20_000}
        defaultValue={question.text ?? ''}
        lang={question.locale}
        className="mt-2 block field-sizing-content min-h-40 w-full rounded-control border border-control bg-raised px-3 py-2.5"
      />
    </>
  )
}

/** What was written. */
export function WrittenAnswer({ question, locale }: { question: OpenQuestion | RevealedQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  return (
    <div className="rounded-control border border-line px-3 py-2.5">
      <p lang={locale} className="text-sm text-soft">
        {t('picked')}
      </p>
      {question.text ? (
        <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{question.text}</p>
      ) : (
        <p lang={locale} className="mt-1 text-soft">
          {t('nothingWritten')}
        </p>
      )}
    </div>
  )
}
