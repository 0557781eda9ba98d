import type { Fraction } from '@/lib/attempt/fraction'
import { wholePercent } from '@/lib/attempt/fraction'

/** A share from 0 to 1 as the nearest whole percent in the manner of a language. */
export function formatShare(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** A share as whole percent in the manner of a language, rounded down. */
export function formatPercent(share: Fraction, locale: string): string {
  return formatShare(wholePercent(share) / 100, locale)
}
