import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Icon } from '../ui/icon'

/** How a report stands: a sign and a word. */
export function ReportState({
  status,
  isAnswered,
  locale,
}: {
  status: 'open' | 'resolved'
  isAnswered: boolean
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'reports')
  const isResolved = status === 'resolved'
  return (
    <span className={`inline-flex items-center gap-1.5 ${isResolved ? 'text-good' : ''}`}>
      <Icon name={isResolved ? 'check' : 'blank'} />
      {isResolved ? t('resolved') : isAnswered ? t('answered') : t('open')}
    </span>
  )
}
