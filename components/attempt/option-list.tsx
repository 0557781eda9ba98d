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
    <ul className="grid gap-2">
      {options.map(({ id, letter, text, right, picked, feedback }) => {
        const tone = right ? 'border-good bg-good-wash' : picked ? 'border-bad bg-bad-wash' : 'border-line'
        return (
          <li key={id} className={`rounded-control border px-3 py-2.5 ${tone}`}>
            <div className="flex items-start gap-3">
              <Letter letter={letter} />
              <div className="min-w-0 flex-1">
                <InlineMarkdown markdown={text} cacheKey={`${cacheKey} ${id}`} />
              </div>
              {(right || picked) && (
                <span
                  lang={headingLang}
                  className={`flex shrink-0 flex-col items-end gap-x-3 text-sm font-semibold sm:flex-row ${right ? 'text-good' : 'text-bad'}`}
                >
                  {picked && <span>{words.picked}</span>}
                  {right ? (
                    <span className="flex items-center gap-1">
                      <Icon name="check" />
                      {words.right}
                    </span>
                  ) : (
                    <Icon name="cross" className="mt-[0.2em]" />
                  )}
                </span>
              )}
            </div>
            {feedback && (picked || right) && (
              <Markdown markdown={feedback} cacheKey={`${cacheKey} feedback ${id}`} className="mt-1 ps-9 text-sm" />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The key with which an option is chosen and named. */
export function Letter({ letter }: { letter: string }) {
  return (
    <span
      aria-hidden="true"
      className="mt-px flex h-6 min-w-6 shrink-0 items-center justify-center rounded border border-control px-1 text-sm font-semibold text-soft"
    >
      {letter}
    </span>
  )
}
