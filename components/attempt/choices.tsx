import type { OpenQuestion } from '@/lib/attempt/view'
import { InlineMarkdown } from '../markdown/markdown'
import { Letter } from './option-list'

/** The options of an open question as native radios or checkboxes, each the full width, with its letter. */
export function Choices({ question, hint, hintLang }: { question: OpenQuestion; hint: string; hintLang: string }) {
  return (
    <>
      <p id="choices-hint" lang={hintLang} className="mb-3 text-sm text-soft">
        {hint}
      </p>
      <div className="grid grid-cols-1 gap-2">
        {question.options.map(({ id, letter, text, picked }) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-control bg-raised px-3 py-2.5 hover:border-accent has-checked:border-accent has-checked:bg-accent-wash has-checked:shadow-[inset_0_0_0_1px_var(--color-accent)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type={question.kind === 'multiple' ? 'checkbox' : 'radio'}
              name="pick"
              value={id}
              defaultChecked={picked}
              data-letter={letter}
              className="mt-[calc((1lh-1.125rem)/2)] size-4.5 shrink-0 outline-none"
            />
            <Letter letter={letter} />
            <InlineMarkdown markdown={text} cacheKey={`${question.translationId} ${id}`} className="min-w-0 flex-1" />
          </label>
        ))}
      </div>
    </>
  )
}
