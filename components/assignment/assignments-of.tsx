import type { Route } from 'next'
import type { PersonAssignment } from '@/lib/assignment/standing'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Disclosure } from '../ui/disclosure'
import { Link } from '../ui/link'
import { AssignmentStateMark } from './assignment-state'
import { dueWords } from './due-date'

/** What someone has been assigned: to do, soonest first, and what is done out of the way. */
export function AssignmentsOf({
  assignments,
  zone,
  locale,
  leadTo = ({ leadsTo }) => (leadsTo ? `/${locale}/quizzes/${leadsTo}` : null),
}: {
  assignments: readonly PersonAssignment[]
  zone: string
  locale: UiLocale
  /** Where an assignment leads; to the quiz, unless said otherwise. */
  leadTo?: (assignment: PersonAssignment) => string | null
}) {
  const t = wordsOf(locale, 'assignments')
  const open = assignments.filter(({ doneAt, renewsSoon }) => !doneAt || renewsSoon)
  const done = assignments.filter((assignment) => !open.includes(assignment))
  const line = (assignment: PersonAssignment) => {
    const { id, title, titleLocale, state, parts, renewsSoon } = assignment
    const href = leadTo(assignment)
    return (
      <li key={id} className="border-t border-line py-3">
        {href ? (
          <Link href={href as Route} lang={titleLocale} className="font-semibold wrap-anywhere">
            {title}
          </Link>
        ) : (
          <span lang={titleLocale} className="font-semibold wrap-anywhere">
            {title}
          </span>
        )}
        <p className="flex flex-wrap gap-x-3 text-sm tabular-nums">
          {state !== 'open' && !renewsSoon && <AssignmentStateMark state={state} locale={locale} />}
          <span className="text-soft">
            {[
              renewsSoon && t('again'),
              (!assignment.doneAt || renewsSoon) && dueWords(assignment, zone, locale),
              parts.all > 1 && t('partsDone', { done: parts.done, all: parts.all }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      </li>
    )
  }
  return (
    <>
      {open.length > 0 ? <ul>{open.map(line)}</ul> : <p className="text-soft">{t('allDone')}</p>}
      {done.length > 0 && (
        <Disclosure label={t('doneOnes', { n: done.length })} className="mt-1">
          <ul>{done.map(line)}</ul>
        </Disclosure>
      )}
    </>
  )
}
