import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { MembershipRole } from '@/lib/person/schema'

/** What can be done with someone's place in a team: to make them its manager or a member, and to take them out. */
export function PlaceInTeam({
  action,
  hidden,
  role,
  canChange,
  what,
  locale,
}: {
  action: (form: FormData) => Promise<void>
  /** What tells the form whom or which team it is about. */
  hidden: Record<string, string>
  role: MembershipRole
  /** Nobody gets another place in an archived team. */
  canChange: boolean
  /** The team or the person in this line, for those who do not see the line. */
  what: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'people')
  const other = role === 'manager' ? 'member' : 'manager'
  const button = (value: string, words: string) => (
    <button
      type="submit"
      name="role"
      value={value}
      className="min-h-11 text-accent underline underline-offset-4 hover:text-accent-strong"
    >
      {words}
      <span className="sr-only"> ({what})</span>
    </button>
  )
  return (
    <form action={action} className="flex flex-wrap gap-x-4 text-sm">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {canChange && button(other, t(`makeRole.${other}`))}
      {button('none', t('takeOut'))}
    </form>
  )
}
