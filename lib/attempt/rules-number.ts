import { atLeast, type Fraction, fraction, sum } from './fraction'
import type { NumericAnswer } from './schema'

/** More figures than anybody types: longer text is no number. */
const MOST_CHARACTERS = 100

/** A decimal such as `-0.25`, exactly. */
export function decimal(text: string): Fraction {
  const [whole = '0', part = ''] = text.split('.')
  return fraction(BigInt(whole + part), 10n ** BigInt(part.length))
}

/** A fraction as a decimal; its denominator must be a product of twos and fives, as those of decimals are. */
export function decimalText({ num, den }: Fraction): string {
  let places = 0
  while (10n ** BigInt(places) % den !== 0n) places++
  const digits = String((num < 0n ? -num : num) * (10n ** BigInt(places) / den)).padStart(places + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)]
  return `${num < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`
}

const MINUS = /[-\u2010-\u2013\u2212]/
const SIGNED = new RegExp(`^(${MINUS.source}|\\+)? ?([\\d.,'’ ]*\\d[.,]?)(?:e([+-]?\\d{1,2}))?(.*)$`, 'iu')

/**
 * What a text may mean as a number, exactly: figures of any width with either decimal mark, any thousands mark and any
 * minus sign, and its unit behind it if there is one. `1,500` has two readings, of which the one that is right counts.
 *
 * @param unit the unit shown beside the field, which may be left out
 * @returns none when it is no number
 */
export function readNumbers(text: string, unit: string | null): Fraction[] {
  const folded = text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
  if (folded.length > MOST_CHARACTERS) return []
  const match = SIGNED.exec(folded)
  if (!match) return []
  const [, sign = '', body = '', exponent = '0', rest = ''] = match
  if (rest.trim() !== '' && rest.trim() !== unit?.normalize('NFKC').replace(/\s+/gu, ' ').trim()) return []
  const power = 10n ** BigInt(Math.abs(Number(exponent)))
  return plainReadings(body).map((plain) => {
    const { num, den } = decimal(plain)
    const signed = sign !== '' && sign !== '+' ? -num : num
    return Number(exponent) < 0 ? fraction(signed, den * power) : fraction(signed * power, den)
  })
}

/** The ways to read figures and marks, each as a plain decimal. */
function plainReadings(body: string): string[] {
  const readings = ['.', ','].flatMap((mark) => {
    const thousands = mark === '.' ? ',' : '.'
    const [whole = '', part = '', ...more] = body.split(mark)
    if (more.length > 0 || !/^\d*$/.test(part)) return []
    if (/^\d*$/.test(whole)) return [`${whole || '0'}.${part}`]
    const groups = whole.replaceAll('’', "'")
    return [thousands, ' ', "'"].some((between) => isGrouped(groups.split(between)))
      ? [`${groups.replace(/\D/g, '')}.${part}`]
      : []
  })
  return readings.filter((reading, index) => readings.findIndex((other) => sameDecimal(other, reading)) === index)
}

/** Figures in groups of three, as they are written with thousands marks. */
function isGrouped([first = '', ...more]: string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && more.length > 0 && more.every((group) => /^\d{3}$/.test(group))
}

const sameDecimal = (a: string, b: string) => {
  const [x, y] = [decimal(a), decimal(b)]
  return x.num === y.num && x.den === y.den
}

/** The least and the greatest number that count as right, exactly. */
export function rangeOf({ value, tolerance }: NumericAnswer): { least: Fraction; greatest: Fraction } {
  const right = decimal(value)
  const { num, den } = decimal(tolerance.replace('%', ''))
  const size = right.num < 0n ? -right.num : right.num
  const span = tolerance.endsWith('%') ? fraction(size * num, right.den * den * 100n) : fraction(num, den)
  return { least: sum([right, fraction(-span.num, span.den)]), greatest: sum([right, span]) }
}

/** Whether a text is a number within the tolerance. */
export function isRightNumber(answer: NumericAnswer, text: string): boolean {
  const { least, greatest } = rangeOf(answer)
  return readNumbers(text, answer.unit).some((number) => atLeast(number, least) && atLeast(greatest, number))
}
