import type { AssignedPerson, AssignmentPage } from '@/lib/assignment/queries'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { formatPercent } from '../attempt/percent'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'
import { TextField } from '../ui/field'
import { AssignmentStateMark } from './assignment-state'

/** Who has an assignment: how far each is, and what each may have beyond it. */
export function AssignedPeople({
  assignment,
  people,
  allow,
  zone,
  locale,
}: {
  assignment: AssignmentPage
  people: readonly AssignedPerson[]
  allow: (personId: string) => (form: FormData) => Promise<void>
  /** Of the reader. */
  zone: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'assignments')
  const time = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <ul>
      {people.map(({ personId, name, state, doneAt, renewsAt, parts, score, passed, extendedTo, extra }) => (
        <li key={personId} className="border-t border-line py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="text-sm tabular-nums">
              <AssignmentStateMark state={state} locale={locale} />
              {score && <span className="ms-3">{formatPercent(score, locale)}</span>}
              {passed !== null && <span className="ms-3 text-soft">{t(passed ? 'passed' : 'notPassed')}</span>}
            </span>
          </div>
          <p className="text-sm text-soft tabular-nums">
            {[
              doneAt && t('doneOn', { time: time.format(doneAt) }),
              parts.all > 1 && t('partsDone', { done: parts.done, all: parts.all }),
              extendedTo && t('extendedTo', { day: day.format(new Date(extendedTo)) }),
              renewsAt && t('renewsOn', { time: time.format(renewsAt) }),
              (extra.time > 0 || extra.attempts > 0) && t('hasExtra', extra),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Disclosure label={t('allow')} className="text-sm">
            <form action={allow(personId)} className="mt-1 mb-3 grid max-w-md gap-4">
              <TextField
                id={`dueOn-${personId}`}
                name="dueOn"
                type="date"
                label={t('otherDay')}
                hint={t('otherDayHint', { zone: assignment.terms.zone })}
                defaultValue={extendedTo ?? ''}
              />
              {assignment.quiz && (
                <div className="grid grid-cols-2 items-end gap-4">
                  {(['time', 'attempts'] as const).map((name) => (
                    <TextField
                      key={name}
                      id={`${name}-${personId}`}
                      name={name}
                      type="number"
                      min={0}
                      max={1000}
                      label={t(`extra.${name}`)}
                      defaultValue={String(extra[name])}
                    />
                  ))}
                </div>
              )}
              <div>
                <Button>{t('save')}</Button>
              </div>
            </form>
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}
