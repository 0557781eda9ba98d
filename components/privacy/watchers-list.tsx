import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { Watchers } from '@/lib/privacy/queries'

/** Who can see what of someone. */
export function WatchersList({
  watchers: { teams, admins },
  isOnBoards,
  locale,
}: {
  watchers: Watchers
  isOnBoards: boolean
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'privacy')
  const list = new Intl.ListFormat(locale)
  const entries = [
    { who: t('you'), what: t('youSee') },
    ...teams
      .filter(({ managers }) => managers.length > 0)
      .map(({ name, managers }) => ({
        who: t('managers', { team: name, names: list.format(managers) }),
        what: t('managersSee'),
      })),
    { who: t('admins', { names: list.format(admins) }), what: t('adminsSee') },
    { who: t('everyone'), what: t(isOnBoards ? 'everyoneSees' : 'everyoneSeesNothing') },
  ]
  return (
    <dl>
      {entries.map(({ who, what }) => (
        <div key={who} className="border-t border-line py-3">
          <dt className="font-semibold wrap-anywhere">{who}</dt>
          <dd className="mt-0.5 text-soft">{what}</dd>
        </div>
      ))}
    </dl>
  )
}
