import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { MailState as State } from '@/lib/mail/schema'
import { Icon, type IconName } from '../ui/icon'

const looks = {
  waiting: { icon: 'blank', className: '' },
  sent: { icon: 'check', className: 'text-good' },
  failed: { icon: 'warning', className: 'text-bad' },
  ended: { icon: 'half', className: 'text-soft' },
} as const satisfies Record<State, { icon: IconName; className: string }>

/** What has become of a mail: a sign and a word. */
export function MailState({ state, locale }: { state: State; locale: UiLocale }) {
  const { icon, className } = looks[state]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${className}`}>
      <Icon name={icon} />
      {wordsOf(locale, 'mail')(`state.${state}`)}
    </span>
  )
}
