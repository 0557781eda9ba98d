/** An exact share, num / den with den > 0. */
export type Fraction = { num: bigint; den: bigint }

export const zero: Fraction = { num: 0n, den: 1n }
export const one: Fraction = { num: 1n, den: 1n }

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}

/** A fraction in lowest terms. */
export function fraction(num: number | bigint, den: number | bigint): Fraction {
  const [n, d] = [BigInt(num), BigInt(den)]
  if (d <= 0n) throw new RangeError(`The denominator ${d} is not positive.`)
  const divisor = gcd(n, d)
  return { num: n / divisor, den: d / divisor }
}

/** The exact sum. */
export function sum(parts: Fraction[]): Fraction {
  return parts.reduce((a, b) => fraction(a.num * b.den + b.num * a.den, a.den * b.den), zero)
}

/** Whether a is at least b, compared exactly. */
export function atLeast(a: Fraction, b: Fraction): boolean {
  return a.num * b.den >= b.num * a.den
}

/** Whether two fractions are one value. */
export function equal(a: Fraction, b: Fraction): boolean {
  return a.num * b.den === b.num * a.den
}

/** Whole percent for display, rounded down, so that 69.99 % never reads as a pass at 70 %. */
export function wholePercent({ num, den }: Fraction): number {
  return Number((num * 100n) / den)
}
