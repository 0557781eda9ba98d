import type { PageFile } from '../schema'
import type { Traits } from './traits'

export interface PairedPage {
  page: PageFile
  locale: string
  traits: Traits[]
}

/**
 * Pairs the questions of two pages by what they contain, and only where that says nothing by their order. Returns for
 * each question of the first page the index of its partner, or -1.
 */
export function pairQuestions(one: PairedPage, two: PairedPage): number[] {
  const pairs: number[] = new Array(one.traits.length).fill(-1)
  const taken = new Set<number>()
  const candidates = scorePairs(one, two)
  candidates.sort((a, b) => b.score - a.score || a.i - b.i || a.j - b.j)
  for (const { i, j, content } of candidates) {
    if (content < 0.16 || pairs[i] !== -1 || taken.has(j)) continue
    pairs[i] = j
    taken.add(j)
  }
  pairByOrder(one, two, pairs, taken)
  return pairs
}

interface Candidate {
  i: number
  j: number
  content: number
  score: number
}

function scorePairs(one: PairedPage, two: PairedPage): Candidate[] {
  const frequency = new Map<string, number>()
  for (const traits of [...one.traits, ...two.traits]) {
    for (const token of traits.tokens) frequency.set(token, (frequency.get(token) ?? 0) + 1)
  }
  const total = one.traits.length + two.traits.length
  const weight = (token: string) => Math.log(1 + total / (2 * Math.max(1, (frequency.get(token) ?? 1) - 1)))
  const holders = new Map<string, number[]>()
  two.traits.forEach((traits, j) => {
    for (const token of traits.tokens) {
      const list = holders.get(token)
      if (list === undefined) holders.set(token, [j])
      else list.push(j)
    }
  })
  const sums = (traits: Traits) => {
    let sum = 0
    for (const token of traits.tokens) if ((frequency.get(token) ?? 0) > 1) sum += weight(token)
    return sum
  }
  const secondSums = two.traits.map(sums)
  const candidates: Candidate[] = []
  one.traits.forEach((traits, i) => {
    const shared = new Map<number, number>()
    for (const token of traits.tokens) {
      const list = holders.get(token)
      // a token that half of all questions share tells nothing
      if (list === undefined || (list.length > 40 && list.length > two.traits.length / 3)) continue
      for (const j of list) shared.set(j, (shared.get(j) ?? 0) + weight(token))
    }
    const own = sums(traits)
    for (const [j, common] of shared) {
      const content =
        common / Math.max(1, Math.min(own, secondSums[j] ?? 0) * 0.6 + Math.max(own, secondSums[j] ?? 0) * 0.4)
      const first = one.page.questions[i]
      const second = two.page.questions[j]
      if (first === undefined || second === undefined) continue
      let score = content
      if (first.options.length === second.options.length) score += 0.08
      if (keyOf(first.options) === keyOf(second.options)) score += 0.05
      score += 0.08 * (1 - Math.abs(i / one.traits.length - j / two.traits.length))
      candidates.push({ i, j, content, score })
    }
  })
  return candidates
}

/** Pairs what content left over, between partners that are certain, where the number of questions is the same. */
function pairByOrder(one: PairedPage, two: PairedPage, pairs: number[], taken: Set<number>): void {
  const free = (j: number) => j >= 0 && j < two.traits.length && !taken.has(j)
  let i = 0
  while (i < pairs.length) {
    if (pairs[i] !== -1) {
      i++
      continue
    }
    let end = i
    while (end < pairs.length && pairs[end] === -1) end++
    const from = i === 0 ? 0 : (pairs[i - 1] ?? -1) + 1
    const slots: number[] = []
    for (let j = from; free(j); j++) slots.push(j)
    const open = end - i
    if (slots.length === open) {
      for (let k = 0; k < open; k++) link(i + k, slots[k])
    } else {
      // fewer on one side: take those that agree in options and key, in order
      let at = 0
      for (let k = i; k < end && at < slots.length; k++) {
        const first = one.page.questions[k]
        for (let s = at; s < slots.length; s++) {
          const second = two.page.questions[slots[s] ?? -1]
          if (first === undefined || second === undefined) continue
          if (
            first.kind === second.kind &&
            first.options.length === second.options.length &&
            keyOf(first.options) === keyOf(second.options)
          ) {
            link(k, slots[s])
            at = s + 1
            break
          }
        }
      }
    }
    i = end
  }

  function link(first: number, second: number | undefined): void {
    if (second === undefined) return
    pairs[first] = second
    taken.add(second)
  }
}

/** The letters of the right options. */
export function keyOf(options: readonly { label: string; correct: boolean }[]): string {
  return options
    .filter((option) => option.correct)
    .map((option) => option.label)
    .join('')
}

/**
 * Says which option of the first question each option of the second one is, by what translation leaves alone. Without
 * clear evidence for another order it is the order of the page.
 */
export function matchOptions(first: readonly Set<string>[], second: readonly Set<string>[]): number[] {
  const identity = second.map((_, i) => i)
  const n = first.length
  if (n !== second.length || n < 2 || n > 12) return identity
  const count = new Map<string, number>()
  for (const tokens of [...first, ...second]) for (const token of tokens) count.set(token, (count.get(token) ?? 0) + 1)
  const weight = (token: string) => {
    const held = count.get(token) ?? 0
    return held < 2 || held >= 2 * n
      ? 0
      : (token.startsWith('~') ? 0.5 : 1) * (token.startsWith('=') ? 2 : 1) * (2 / held)
  }
  const similar = second.map((tokens) =>
    first.map((others) => {
      let common = 0
      let all = 0
      for (const token of tokens) {
        all += weight(token)
        if (others.has(token)) common += weight(token)
      }
      for (const token of others) if (!tokens.has(token)) all += weight(token)
      return all === 0 ? 0 : common / all
    }),
  )
  const cells = similar.flatMap((row, i) => row.map((score, j) => ({ i, j, score: score + (i === j ? 0.01 : 0) })))
  cells.sort((a, b) => b.score - a.score || a.i - b.i)
  const map: number[] = new Array(n).fill(-1)
  const used = new Set<number>()
  for (const { i, j, score } of cells) {
    if (map[i] !== -1 || used.has(j) || score < 0.3) continue
    map[i] = j
    used.add(j)
  }
  // the rest keep their place where they can, else take what is left in order
  for (let i = 0; i < n; i++) {
    if (map[i] === -1 && !used.has(i)) {
      map[i] = i
      used.add(i)
    }
  }
  const left = identity.filter((j) => !used.has(j))
  for (let i = 0; i < n; i++) if (map[i] === -1) map[i] = left.shift() ?? i
  const total = (order: readonly number[]) => order.reduce((sum, j, i) => sum + (similar[i]?.[j] ?? 0), 0)
  return total(map) - total(identity) >= 0.7 ? map : identity
}
