import { wholePercent, zero } from '@/lib/attempt/fraction'
import type { RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Icon, type IconName } from '../ui/icon'

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
  const t = wordsOf(locale, 'attempt')
  const { icon, className } = signs[question.verdict]
  const letters = (wanted: (option: RevealedQuestion['options'][number]) => boolean) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(
      question.options.filter(wanted).map(({ letter }) => letter),
    )
  const key = letters(({ right }) => right)
  const count = question.options.filter(({ right }) => right).length
  return (
    <p lang={locale} className={`flex items-start gap-2 font-semibold ${size} ${className}`}>
      <Icon name={icon} className="h-[1lh]" />
      <span>
        {question.verdict === 'partly'
          ? t('verdict.partly', { percent: wholePercent(question.award ?? zero), key })
          : t(`verdict.${question.verdict}`, { key, count, picks: letters(({ picked }) => picked) })}
      </span>
    </p>
  )
}
