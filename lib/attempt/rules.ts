import { equal, type Fraction, fraction, one, sum, zero } from './fraction'

export type ScoredKind = 'single' | 'multiple'

/**
 * What one answer earns, from 0 to 1. Blank earns 0. For several right options:
 * max(0, (right picks - wrong picks) / number right), so that ticking everything never beats knowing.
 *
 * @param key ids of the right options, at least one
 * @param picks ids chosen, without repeats
 */
export function award(kind: ScoredKind, key: readonly string[], picks: readonly string[]): Fraction {
  const right = picks.filter((id) => key.includes(id)).length
  const wrong = picks.length - right
  switch (kind) {
    case 'single':
      return right === 1 && wrong === 0 ? one : zero
    case 'multiple':
      return right > wrong ? fraction(right - wrong, key.length) : zero
  }
}

/** How an answer stands, for the words that announce it. */
export type Verdict = 'right' | 'partly' | 'wrong' | 'blank'

/** The verdict on an answer that earned `earned`. */
export function verdictOf(earned: Fraction, picks: readonly string[]): Verdict {
  if (picks.length === 0) return 'blank'
  if (equal(earned, one)) return 'right'
  return equal(earned, zero) ? 'wrong' : 'partly'
}

/** The mean of the awards over every assigned question; null without questions, which is "no score". */
export function scoreOf(awards: readonly Fraction[]): Fraction | null {
  if (awards.length === 0) return null
  const total = sum([...awards])
  return fraction(total.num, total.den * BigInt(awards.length))
}

/** The letter shown for an option by its place in the stored order: 0 gives A, 25 gives Z, 26 gives AA. */
export function letterAt(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letterAt(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/**
 * The order in which options are shown: shuffled, with those pinned to the end kept there in authored order.
 *
 * @param random numbers from 0 up to, not including, 1
 */
export function orderOptions(
  options: readonly { id: string; pinLast: boolean }[],
  shuffle: boolean,
  random: () => number,
): string[] {
  const free = options.filter(({ pinLast }) => !pinLast).map(({ id }) => id)
  const pinned = options.filter(({ pinLast }) => pinLast).map(({ id }) => id)
  if (shuffle)
    for (let i = free.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      const [a, b] = [free[i], free[j]]
      if (a !== undefined && b !== undefined) [free[i], free[j]] = [b, a]
    }
  return [...free, ...pinned]
}

/** Random numbers in [0, 1) that a seed fixes: Mulberry32 (Tommy Ettinger, public domain), seeded by an FNV-1a hash. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
