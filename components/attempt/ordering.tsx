import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Markdown } from '../markdown/markdown'
import { Icon } from '../ui/icon'
import { Letter, OptionText } from './option-list'

/** The options of an open question to be put in order, each with a native list of the places it can take. */
export function PlaceFields({ question, locale }: { question: OpenQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  return (
    <>
      <p id="choices-hint" lang={locale} className="mb-3 text-sm text-soft">
        {t('orderHint')}
      </p>
      <div className="grid grid-cols-1 gap-2">
        {question.options.map(({ id, letter, place }) => (
          <label
            key={id}
            className="flex min-h-12 items-start gap-3 rounded-control border border-control bg-raised px-3 py-1.5 has-focus-visible:border-accent"
          >
            <select
              name={`place:${id}`}
              defaultValue={place ?? ''}
              data-option={id}
              data-letter={letter}
              className="min-h-9 w-16 shrink-0 rounded-control border border-control bg-page ps-2 text-base tabular-nums"
            >
              <option value="">–</option>
              {question.options.map((_, index) => (
                <option key={question.options[index]?.id} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </select>
            <span className="flex min-w-0 flex-1 items-start gap-3 py-1">
              <Letter letter={letter} />
              <OptionText question={question} id={id} />
            </span>
          </label>
        ))}
      </div>
    </>
  )
}

/** An order that is over: as it was given and, once the key may be seen, in the right one, with what each was given. */
export function OrderGiven({ question, locale }: { question: OpenQuestion | RevealedQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  const isRevealed = question.state === 'revealed'
  const rows = (
    isRevealed
      ? question.options
      : question.options.map((option) => ({ ...option, right: false, rightPlace: null, feedback: null }))
  )
    .map((option) => ({ ...option, at: isRevealed ? option.rightPlace : option.place }))
    .sort((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY))
  return (
    <ol className="grid grid-cols-1 gap-2">
      {rows.map(({ id, letter, right, place, at, feedback }) => (
        <li
          key={id}
          className={`grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-control border px-3 py-2.5 ${right ? 'border-good bg-good-wash' : 'border-line'}`}
        >
          <span className="min-w-4 text-end font-semibold tabular-nums">{at ?? '–'}</span>
          <Letter letter={letter} />
          <OptionText question={question} id={id} />
          {isRevealed && (
            <p
              lang={locale}
              className={`col-start-3 flex gap-1 text-sm font-semibold ${right ? 'text-good' : 'text-bad'}`}
            >
              <Icon name={right ? 'check' : 'cross'} className="h-[1lh]" />
              {place === null ? t('placeless') : t('yourPlace', { place })}
            </p>
          )}
          {feedback && !right && (
            <div className="col-start-3 min-w-0">
              <Markdown markdown={feedback} cacheKey={`${question.translationId} feedback ${id}`} className="text-sm" />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
