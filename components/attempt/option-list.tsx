import type { RevealedOption } from '@/lib/attempt/view'
import { InlineMarkdown, Markdown } from '../markdown/markdown'
import { Icon } from '../ui/icon'

type Words = { right: string; picked: string }

/** The options of a settled question: which are right and which were chosen, in words. */
export function OptionList({
  options,
  cacheKey,
  words,
  headingLang,
}: {
  options: readonly RevealedOption[]
  cacheKey: string
  words: Words
  /** Language of `words`, where it is not that of the question. */
  headingLang: string
}) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {options.map(({ id, letter, text, right, picked, feedback }) => {
        const tone = right ? 'border-good bg-good-wash' : picked ? 'border-bad bg-bad-wash' : 'border-line'
        return (
          <li key={id} className={`rounded-control border px-3 py-2.5 ${tone}`}>
            <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
              <Letter letter={letter} />
              <InlineMarkdown markdown={text} cacheKey={`${cacheKey} ${id}`} className="min-w-0" />
              {(right || picked) && (
                <p
                  lang={headingLang}
                  className={`col-start-2 flex flex-wrap gap-x-4 text-sm font-semibold ${right ? 'text-good' : 'text-bad'}`}
                >
                  <span className="flex gap-1">
                    <Icon name={right ? 'check' : 'cross'} className="h-[1lh]" />
                    {right ? words.right : words.picked}
                  </span>
                  {right && picked && <span>{words.picked}</span>}
                </p>
              )}
              {feedback && (picked || right) && (
                <div className="col-start-2 min-w-0">
                  <Markdown markdown={feedback} cacheKey={`${cacheKey} feedback ${id}`} className="text-sm" />
                </div>
              )}
            </div>
          </li>
        )
      })}
    </ul>
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
