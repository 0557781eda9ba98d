import { type Fraction, fraction, sum } from './fraction'
import type { Choice, Reveal } from './schema'

/**
 * The mean of the awards over every assigned question that is scored; null without such questions, which is "no score".
 *
 * @param awards null for a question that is never scored
 */
export function scoreOf(awards: readonly (Fraction | null)[]): Fraction | null {
  const scored = awards.filter((award) => award !== null)
  if (scored.length === 0) return null
  const total = sum(scored)
  return fraction(total.num, total.den * BigInt(scored.length))
}

/**
 * Whether two answers say the same.
 *
 * @param inOrder whether the order of the picks is part of what they say
 */
export function isSameChoice(a: Said, b: Said, inOrder: boolean): boolean {
  return (
    a.picks.length === b.picks.length &&
    a.picks.every((id, index) => (inOrder ? id === b.picks[index] : b.picks.includes(id))) &&
    a.text === b.text &&
    a.confidence === b.confidence &&
    a.flagged === b.flagged
  )
}
type Said = Pick<Choice, 'picks' | 'text' | 'confidence' | 'flagged'>

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
  return [...(shuffle ? shuffled(free, random) : free), ...pinned]
}

/** A fair order of chance (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const [a, b] = [order[i], order[j]]
    if (a !== undefined && b !== undefined) [order[i], order[j]] = [b, a]
  }
  return order
}

/**
 * The questions that one attempt asks, in the order of the quiz: all that are in no pool, and as many of each pool as it
 * draws, or all when it holds fewer.
 *
 * @param items in the order of the quiz
 * @param pools in an order that never changes, since each takes its numbers from the same source
 * @param random numbers from 0 up to, not including, 1
 */
export function drawItems<Item extends { poolId: string | null }>(
  items: readonly Item[],
  pools: readonly { id: string; draw: number }[],
  random: () => number,
): Item[] {
  const drawn = new Set(
    pools.flatMap(({ id, draw }) =>
      shuffled(
        items.filter(({ poolId }) => poolId === id),
        random,
      ).slice(0, draw),
    ),
  )
  return items.filter((item) => item.poolId === null || drawn.has(item))
}

/** The time limit of one person in whole seconds: that of the quiz and the person's extra time, rounded up. */
export function secondsFor(seconds: number, extraPercent: number): number {
  return Math.ceil((seconds * (100 + extraPercent)) / 100)
}

/**
 * Whether another whole attempt may start now.
 *
 * @param started how many whole attempts the person has started; what counts is the start
 * @param lastEndedAt when the newest of them ended
 * @returns `until`: from when on it may
 */
export function mayStart({
  limit,
  started,
  waitSeconds,
  lastEndedAt,
  now,
}: {
  limit: number | null
  started: number
  waitSeconds: number | null
  lastEndedAt: Date | null
  now: Date
}): { status: 'ok' } | { status: 'limit' } | { status: 'wait'; until: Date } {
  if (limit !== null && started >= limit) return { status: 'limit' }
  if (!lastEndedAt || !waitSeconds) return { status: 'ok' }
  const until = new Date(lastEndedAt.getTime() + waitSeconds * 1000)
  return now < until ? { status: 'wait', until } : { status: 'ok' }
}

/**
 * What a quiz lets one person start: how many whole attempts (null for any number), how many they have started, and
 * whether another may start now.
 *
 * @param attempts all of the person's attempts at the quiz, newest first
 */
export function startsOf(
  quiz: { attemptLimit: number | null; waitSeconds: number | null },
  extraAttempts: number,
  attempts: readonly { purpose: string; endedAt: Date | null }[],
  now: Date,
) {
  const whole = attempts.filter(({ purpose }) => purpose === 'full')
  const allowed = quiz.attemptLimit === null ? null : quiz.attemptLimit + extraAttempts
  const may = mayStart({
    limit: allowed,
    started: whole.length,
    waitSeconds: quiz.waitSeconds,
    lastEndedAt: whole[0]?.endedAt ?? null,
    now,
  })
  return { allowed, started: whole.length, may }
}

/**
 * From when on the keys of an attempt that has ended may be seen; null for never.
 *
 * @param revealAt the date of the quiz, for `date`
 */
export function revealsAt(reveal: Reveal, revealAt: Date | null, endedAt: Date): Date | null {
  switch (reveal) {
    case 'each':
    case 'end':
      return endedAt
    case 'date':
      return revealAt && revealAt > endedAt ? revealAt : endedAt
    case 'never':
      return null
  }
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
