import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { InlineMarkdown, Markdown } from '../markdown/markdown'
import { Icon } from '../ui/icon'

type Question = OpenQuestion | RevealedQuestion

/** The options of a question that is over: which were chosen and, once the key may be seen, which are right, in words. */
export function OptionList({ question, locale }: { question: Question; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  const { translationId } = question
  const options =
    question.state === 'revealed'
      ? question.options
      : question.options.map((option) => ({ ...option, right: null, feedback: null }))
  return (
    <ul className="grid grid-cols-1 gap-2">
      {options.map(({ id, letter, right, picked, feedback }) => {
        const tone = right
          ? 'border-good bg-good-wash'
          : !picked
            ? 'border-line'
            : right === null
              ? 'border-accent bg-accent-wash'
              : 'border-bad bg-bad-wash'
        return (
          <li key={id} className={`rounded-control border px-3 py-2.5 ${tone}`}>
            <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
              <Letter letter={letter} />
              <OptionText question={question} id={id} />
              {(right || picked) && (
                <p
                  lang={locale}
                  className={`col-start-2 flex flex-wrap gap-x-4 text-sm font-semibold ${right ? 'text-good' : right === null ? 'text-accent' : 'text-bad'}`}
                >
                  <span className="flex gap-1">
                    {right !== null && <Icon name={right ? 'check' : 'cross'} className="h-[1lh]" />}
                    {right ? t('right') : t('picked')}
                  </span>
                  {right && picked && <span>{t('picked')}</span>}
                </p>
              )}
              {feedback && (picked || right) && (
                <div className="col-start-2 min-w-0">
                  <Markdown markdown={feedback} cacheKey={`${translationId} feedback ${id}`} className="text-sm" />
                </div>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The text of an option, with the same in the second language beside it. */
export function OptionText({ question, id }: { question: Question; id: string }) {
  const { beside, translationId } = question
  const text = question.options.find((option) => option.id === id)?.text ?? ''
  const own = <InlineMarkdown markdown={text} cacheKey={`${translationId} ${id}`} className="min-w-0 flex-1" />
  if (!beside) return own
  return (
    <span className="grid min-w-0 flex-1 gap-x-6 gap-y-1 sm:grid-cols-2">
      {own}
      <span lang={beside.locale} className="min-w-0 text-soft">
        <InlineMarkdown
          markdown={beside.options[id] ?? ''}
          cacheKey={`${translationId} ${beside.locale} ${beside.options[id]}`}
        />
      </span>
    </span>
  )
}

/** The key with which an option is chosen and named. */
export function Letter({ letter }: { letter: string }) {
  return (
    <span aria-hidden="true" className="flex h-[1lh] shrink-0 items-center">
      <span className="flex h-6 min-w-6 items-center justify-center rounded border border-control px-1 text-sm font-semibold text-soft">
        {letter}
      </span>
    </span>
  )
}
