import { localIn } from '@/lib/i18n/calendar'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { AdminQuiz } from '@/lib/quiz/queries/get-admin-quiz'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'

/** What can be done with the state of a quiz now, the likeliest first. */
export function StateActions({
  quiz: { actions, items, publishAt, mayDelete, state, questions },
  zone,
  locale,
  action,
}: {
  quiz: AdminQuiz
  /** In which the time of publishing is set. */
  zone: string
  locale: UiLocale
  action: (form: FormData) => Promise<void>
}) {
  const t = wordsOf(locale, 'publishing')
  const isBlocked = items.some(({ severity }) => severity === 'block')
  // Once members see everything there is nothing to publish.
  const awaits = questions.some((question) => question.state === 'new' || question.state === 'changed')
  const others = (['unschedule', 'withdraw', 'retire', 'restore', 'archive'] as const).filter((name) =>
    actions.includes(name),
  )
  return (
    <>
      <form action={action} className="mt-4 flex flex-wrap gap-3">
        {actions.includes('publish') && (state !== 'published' || awaits) && (
          <Button
            weight="primary"
            name="action"
            value="publish"
            aria-describedby={isBlocked ? 'blocked' : undefined}
            disabled={isBlocked}
          >
            {t(state === 'published' ? 'action.publishChanges' : 'action.publish')}
          </Button>
        )}
        {actions.includes('beta') && (state !== 'beta' || awaits) && (
          <Button name="action" value="beta" disabled={isBlocked}>
            {t(state === 'beta' ? 'action.publishChanges' : 'action.beta')}
          </Button>
        )}
        {others.map((name) => (
          <Button key={name} name="action" value={name} weight={name === 'archive' ? 'quiet' : 'secondary'}>
            {t(`action.${name}`)}
          </Button>
        ))}
      </form>
      {isBlocked && actions.includes('publish') && (state !== 'published' || awaits) && (
        <p id="blocked" className="mt-2 text-sm text-soft">
          {t('blockedHint')}
        </p>
      )}
      {actions.includes('schedule') && (
        <Disclosure label={t(publishAt ? 'reschedule' : 'action.schedule')} className="mt-2 text-sm">
          <form action={action} className="flex flex-wrap items-end gap-3">
            <div>
              <label htmlFor="at" className="font-semibold">
                {t('scheduleAt')}
              </label>
              <p id="at-hint" className="text-soft">
                {t('scheduleHint', { zone })}
              </p>
              <input
                id="at"
                name="at"
                type="datetime-local"
                required
                aria-describedby="at-hint"
                defaultValue={publishAt ? localIn(zone, new Date(publishAt)) : undefined}
                className="mt-1 block min-h-11 rounded-control border border-control bg-raised px-3 text-base"
              />
            </div>
            <Button name="action" value="schedule">
              {t('action.schedule')}
            </Button>
          </form>
        </Disclosure>
      )}
      {mayDelete && (
        <Disclosure label={t('action.delete')} className="text-sm">
          <form action={action}>
            <p className="mb-2 text-soft">{t('deleteHint')}</p>
            <Button name="action" value="delete">
              {t('deleteForGood')}
            </Button>
          </form>
        </Disclosure>
      )}
    </>
  )
}
