import { getTranslations } from 'next-intl/server'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'

/** Where an open question is answered in one's own words. */
export async function WritingField({ question, lang }: { question: OpenQuestion; lang: string }) {
  const t = await getTranslations('attempt')
  return (
    <>
      <label htmlFor="text" lang={lang} className="text-sm text-soft">
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
export async function WrittenAnswer({ question, lang }: { question: OpenQuestion | RevealedQuestion; lang: string }) {
  const t = await getTranslations('attempt')
  return (
    <div className="rounded-control border border-line px-3 py-2.5">
      <p lang={lang} className="text-sm text-soft">
        {t('picked')}
      </p>
      {question.text ? (
        <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{question.text}</p>
      ) : (
        <p lang={lang} className="mt-1 text-soft">
          {t('nothingWritten')}
        </p>
      )}
    </div>
  )
}
