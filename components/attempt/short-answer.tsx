import { SHORT_TEXT } from '@/lib/attempt/schema'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { acceptedWords } from './verdict-words'
import { WrittenAnswer } from './written-answer'

/** Where a number is written, with its unit beside it. */
export function NumberField({ question, locale }: { question: OpenQuestion; locale: UiLocale }) {
  return <ShortField question={question} locale={locale} hint="numberHint" className="w-48" />
}

/** Where a few words are written. */
export function TextAnswerField({ question, locale }: { question: OpenQuestion; locale: UiLocale }) {
  return <ShortField question={question} locale={locale} hint="shortHint" className="w-full" />
}

function ShortField({
  question,
  locale,
  hint,
  className,
}: {
  question: OpenQuestion
  locale: UiLocale
  hint: 'numberHint' | 'shortHint'
  className: string
}) {
  const t = wordsOf(locale, 'attempt')
  const { unit } = question
  return (
    <>
      <label htmlFor="text" lang={locale} className="text-sm text-soft">
        {t(hint)}
      </label>
      <div className="mt-2 flex items-center gap-3">
        <input
          id="text"
          name="text"
          maxLength={SHORT_TEXT}
          defaultValue={question.text ?? ''}
          lang={question.locale}
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={unit ? 'unit' : undefined}
          className={`min-h-12 min-w-0 rounded-control border border-control bg-raised px-3 py-2.5 ${className}`}
        />
        {unit && <span id="unit">{unit}</span>}
      </div>
    </>
  )
}

/** What was written and, once it may be seen, what is accepted. */
export function ShortAnswer({ question, locale }: { question: OpenQuestion | RevealedQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  const accepted = question.state === 'revealed' ? acceptedWords(question, locale) : []
  return (
    <div className="grid grid-cols-1 gap-2">
      <WrittenAnswer question={question} locale={locale} />
      {accepted.length > 0 && (
        <div className="rounded-control border border-good bg-good-wash px-3 py-2.5">
          <p lang={locale} className="text-sm text-soft">
            {t('accepted')}
          </p>
          <ul className="mt-1 grid grid-cols-1 gap-1">
            {accepted.map(({ text, lang }) => (
              <li key={`${lang} ${text}`} lang={lang} className="wrap-anywhere not-first:text-sm not-first:text-soft">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
