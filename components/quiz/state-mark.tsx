import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { QuizState } from '@/lib/quiz/rules'

const marks: Record<QuizState, string> = {
  draft: 'text-soft',
  scheduled: 'text-accent',
  beta: 'text-warn',
  published: 'text-good',
  retired: 'text-soft',
  archived: 'text-soft',
}

/** Where a quiz stands, in a word. */
export function StateMark({ state, locale }: { state: QuizState; locale: UiLocale }) {
  return <span className={marks[state]}>{wordsOf(locale, 'publishing')(`state.${state}`)}</span>
}
