import type { RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { Icon, type IconName } from '../ui/icon'
import { renderers } from './kinds'

/** The sign and the colour of each verdict. */
export const signs = {
  right: { icon: 'check', className: 'text-good' },
  partly: { icon: 'half', className: 'text-warn' },
  wrong: { icon: 'cross', className: 'text-bad' },
  blank: { icon: 'blank', className: 'text-soft' },
  unscored: { icon: 'info', className: 'text-ink' },
} as const satisfies Record<RevealedQuestion['verdict'], { icon: IconName; className: string }>

/** How the answer stands, and the key, in one sentence: never in colour alone. */
export function VerdictLine({
  question,
  locale,
  className: size = 'text-lg',
}: {
  question: RevealedQuestion
  locale: UiLocale
  className?: string
}) {
  const { icon, className } = signs[question.verdict]
  return (
    <p lang={locale} className={`flex items-start gap-2 font-semibold ${size} ${className}`}>
      <Icon name={icon} className="h-[1lh]" />
      <span className="min-w-0 wrap-anywhere">{renderers[question.kind].verdict(question, locale)}</span>
    </p>
  )
}
