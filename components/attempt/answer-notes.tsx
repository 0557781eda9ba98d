import type { OpenQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Icon } from '../ui/icon'

/** What a person may add to an answer: how sure they are, and that they want to come back to it. */
export function AnswerNotes({ question, locale }: { question: OpenQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  const label = 'flex min-h-11 cursor-pointer items-center gap-2'
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 text-sm">
      <fieldset className="flex flex-wrap items-center gap-x-4">
        <legend className="float-start me-4 flex min-h-11 items-center text-soft">{t('sureLabel')}</legend>
        {(['sure', 'unsure'] as const).map((confidence) => (
          <label key={confidence} className={label}>
            <input
              type="radio"
              name="confidence"
              value={confidence}
              defaultChecked={question.confidence === confidence}
              className="size-4"
            />
            {t(confidence)}
          </label>
        ))}
      </fieldset>
      <label className={label}>
        <input type="checkbox" name="flagged" defaultChecked={question.flagged} className="size-4" />
        <Icon name="flag" className="text-soft" />
        {t('flag')}
      </label>
    </div>
  )
}
