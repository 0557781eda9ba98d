import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'

/**
 * A due date in words: the day of the assignment and, where the reader's clocks are others, when that is for them.
 *
 * @param due the day at whose end it is due, in which zone, and the instant
 * @param zone IANA zone of the reader
 */
export function dueWords(
  due: { dueOn: string | null; zone: string; dueAt: Date | null },
  zone: string,
  locale: UiLocale,
): string {
  const t = wordsOf(locale, 'assignments')
  if (!due.dueOn) return t('noDue')
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(due.dueOn))
  if (due.zone === zone || !due.dueAt) return t('due', { day })
  const time = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(due.dueAt)
  return t('dueElsewhere', { day, zone: due.zone, time })
}
