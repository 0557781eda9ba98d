import type { Fraction } from '@/lib/attempt/fraction'
import { wholePercent } from '@/lib/attempt/fraction'

/** A share as whole percent in the manner of a language, rounded down. */
export function formatPercent(share: Fraction, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(wholePercent(share) / 100)
}
