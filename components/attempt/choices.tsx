import { kinds } from '@/lib/attempt/kinds'
import type { OpenQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Letter, OptionText } from './option-list'

/** The options of an open question as native radios or checkboxes, each the full width, with its letter. */
export function Choices({ question, locale }: { question: OpenQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  const { picksSeveral } = kinds[question.kind]
  return (
    <>
      <p id="choices-hint" lang={locale} className="mb-3 text-sm text-soft">
        {picksSeveral ? t('chooseSeveral') : t('chooseOne')}
      </p>
      <div className="grid grid-cols-1 gap-2">
        {question.options.map(({ id, letter, picked }) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-control bg-raised px-3 py-2.5 hover:border-accent has-checked:border-accent has-checked:bg-accent-wash has-checked:shadow-[inset_0_0_0_1px_var(--color-accent)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type={picksSeveral ? 'checkbox' : 'radio'}
              name="pick"
              value={id}
              defaultChecked={picked}
              data-letter={letter}
              className="mt-[calc((1lh-1.125rem)/2)] size-4.5 shrink-0 outline-none"
            />
            <Letter letter={letter} />
            <OptionText question={question} id={id} />
          </label>
        ))}
      </div>
    </>
  )
}
