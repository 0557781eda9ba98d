const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A length of time in the words of a language, such as "1 hour, 30 minutes". */
export function formatDuration(seconds: number, locale: string): string {
  let rest = seconds
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count > 0 ? [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)] : []
  })
  return new Intl.ListFormat(locale, { style: 'narrow', type: 'unit' }).format(parts)
}
