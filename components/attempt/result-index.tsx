import { isBlank } from '@/lib/attempt/kinds'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Icon } from '../ui/icon'
import { signs } from './verdict-line'

/** Every question of a result by number, with how it went: the way into a long page. */
export function ResultIndex({
  questions,
  locale,
}: {
  questions: readonly (OpenQuestion | RevealedQuestion)[]
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'attempt')
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2 text-sm">
      {questions.map((question) => (
        <li key={question.position}>
          <a
            href={`#question-${question.position}`}
            className="flex min-h-11 items-center justify-center gap-1.5 rounded-control border border-line text-ink tabular-nums no-underline hover:border-accent"
          >
            {question.state === 'revealed' && (
              <Icon name={signs[question.verdict].icon} className={signs[question.verdict].className} />
            )}
            {question.position}
            <span className="sr-only"> {t(`outcome.${outcomeOf(question)}`)}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

/** How a question went, as far as that may be told. */
function outcomeOf(question: OpenQuestion | RevealedQuestion) {
  if (question.state === 'revealed') return question.verdict
  const picks = question.options.flatMap(({ id, picked }) => (picked ? [id] : []))
  return isBlank({ picks, text: question.text }) ? 'blank' : 'open'
}
