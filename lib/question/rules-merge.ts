import { diff3Merge } from 'node-diff3'

/**
 * What becomes of a save that was made from `base` while `stored` is there. `theirs` is true where the result holds what
 * someone else wrote meanwhile.
 */
export type Merge<Value> = { status: 'merged'; value: Value; theirs: boolean } | { status: 'conflict'; combined: Value }

/**
 * Compare-and-set of one value that cannot be taken apart.
 *
 * @param same whether two values are equal
 */
export function mergeWhole<Value>(
  base: Value,
  stored: Value,
  mine: Value,
  same: (a: Value, b: Value) => boolean = Object.is,
): Merge<Value> {
  if (same(stored, base) || same(stored, mine)) return { status: 'merged', value: mine, theirs: false }
  if (same(mine, base)) return { status: 'merged', value: stored, theirs: true }
  return { status: 'conflict', combined: mine }
}

/**
 * Merges a text by sentences and lines: what two people change in different ones goes together; one sentence that both
 * change, or two that touch, is a conflict, whose combined text holds both, the stored one first.
 *
 * @param locale language of the text, which says where sentences end
 */
export function mergeText(base: string, stored: string, mine: string, locale: string): Merge<string> {
  const whole = mergeWhole(base, stored, mine)
  if (whole.status === 'merged') return whole
  // The merge keeps what it compares in a plain object, where some words name what every object has: it gets numbers.
  const [known, numbers] = [[] as string[], new Map<string, number>()]
  const parts = (text: string) =>
    sentencesOf(text, locale).map((part) => {
      const number = numbers.get(part) ?? known.push(part) - 1
      numbers.set(part, number)
      return number
    })
  const textOf = (part: readonly number[]) => part.map((number) => known[number]).join('')
  const regions = diff3Merge(parts(mine), parts(base), parts(stored), { excludeFalseConflicts: true })
  const isConflict = regions.some(({ conflict }) => conflict)
  const value = regions
    .map(({ ok, conflict }) => (conflict ? beside(textOf(conflict.b), textOf(conflict.a)) : textOf(ok ?? [])))
    .join('')
  return isConflict ? { status: 'conflict', combined: value } : { status: 'merged', value, theirs: true }
}

/** Two versions of one place, one after the other. */
function beside(one: string, other: string): string {
  return one === '' || other === '' || /\s$/.test(one) ? one + other : `${one}\n${other}`
}

/** A text in pieces that put together give it again: lines, and the sentences within them. */
function sentencesOf(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).flatMap((line) =>
    [...segmenter.segment(line)].map(({ segment }) => segment),
  )
}

/** Merges a set of ids: what either side added or took away is added or taken away. Never a conflict. */
export function mergeSet(base: readonly string[], stored: readonly string[], mine: readonly string[]): Merge<string[]> {
  const whole = mergeWhole(base, stored, mine, sameSet)
  if (whole.status === 'merged' && !whole.theirs) return { ...whole, value: [...mine] }
  const value = stored.filter((id) => mine.includes(id) || !base.includes(id))
  return {
    status: 'merged',
    value: [...value, ...mine.filter((id) => !base.includes(id) && !value.includes(id))],
    theirs: true,
  }
}

/**
 * Merges an order of ids: what the other side added comes last, what it took away goes. Two that moved what both have are
 * a conflict.
 */
export function mergeOrder(
  base: readonly string[],
  stored: readonly string[],
  mine: readonly string[],
): Merge<string[]> {
  const whole = mergeWhole(base, stored, mine, sameOrder)
  if (whole.status === 'merged') return { ...whole, value: [...whole.value] }
  const common = (order: readonly string[]) =>
    order.filter((id) => base.includes(id) && stored.includes(id) && mine.includes(id))
  const [before, theirs, ours] = [common(base), common(stored), common(mine)]
  const theyMoved = !sameOrder(before, theirs)
  if (theyMoved && !sameOrder(before, ours) && !sameOrder(theirs, ours))
    return { status: 'conflict', combined: [...mine] }
  const [led, other] = theyMoved ? [stored, mine] : [mine, stored]
  const kept = led.filter((id) => other.includes(id) || !base.includes(id))
  const added = other.filter((id) => !base.includes(id) && !kept.includes(id))
  return { status: 'merged', value: [...kept, ...added], theirs: true }
}

/** The page behind a question, and the day on which its facts were last verified. */
export type SourceLine = { url: string; verifiedOn: string }

/** Merges lists of sources by address; two that changed the day of one address, to different days, are a conflict. */
export function mergeSources(
  base: readonly SourceLine[],
  stored: readonly SourceLine[],
  mine: readonly SourceLine[],
): Merge<SourceLine[]> {
  const dayIn = (list: readonly SourceLine[], url: string) => list.find((line) => line.url === url)?.verifiedOn ?? null
  const urls = [...new Set([...mine, ...stored].map(({ url }) => url))]
  const merges = urls.map((url) => ({ url, merge: mergeWhole(dayIn(base, url), dayIn(stored, url), dayIn(mine, url)) }))
  const lines = merges.flatMap(({ url, merge }) => {
    const verifiedOn = merge.status === 'conflict' ? merge.combined : merge.value
    return verifiedOn === null ? [] : [{ url, verifiedOn }]
  })
  if (merges.some(({ merge }) => merge.status === 'conflict')) return { status: 'conflict', combined: lines }
  return {
    status: 'merged',
    value: lines,
    theirs: merges.some(({ merge }) => merge.status === 'merged' && merge.theirs),
  }
}

/** Whether two lists name the same, in any order. */
export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

/** Whether two lists name the same in the same order. */
export function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
