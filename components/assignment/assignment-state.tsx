import type { AssignmentState } from '@/lib/assignment/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Icon } from '../ui/icon'

const looks = {
  done: ['text-good', 'check'],
  late: ['text-warn', 'check'],
  overdue: ['text-bad', 'warning'],
  open: ['text-soft', null],
} as const

/** How far someone is with an assignment, in words. */
export function AssignmentStateMark({ state, locale }: { state: AssignmentState; locale: UiLocale }) {
  const [look, icon] = looks[state]
  return (
    <span className={`inline-flex gap-1 align-bottom ${look}`}>
      {icon && <Icon name={icon} className="h-[1lh]" />}
      {wordsOf(locale, 'assignments')(`state.${state}`)}
    </span>
  )
}
