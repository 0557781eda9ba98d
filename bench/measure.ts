/** What a bench measured. Ratios are taken inside one run on one machine. */
export type Measured = { bench: string; figures: Record<string, number>; notes: string[] }

/** What one contender did in one round. */
export type Round = { perSecond: number; p50: number; p95: number }

/** The value below which a share of the values lies, by nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/**
 * Lets contenders run in turn, A B C, B C A and so on, after a warm-up each: the noise of the machine hits all alike, and
 * none is always first.
 */
export async function takeTurns<Name extends string>(
  contenders: Partial<Record<Name, () => Promise<Round>>>,
  turns: number,
): Promise<Partial<Record<Name, Round[]>>> {
  const all = Object.entries<() => Promise<Round>>(contenders as Record<Name, () => Promise<Round>>)
  for (const [, run] of all) await run()
  const done: Record<string, Round[]> = Object.fromEntries(all.map(([name]) => [name, []]))
  for (let turn = 0; turn < turns; turn++) {
    const first = turn % all.length
    for (const [name, run] of [...all.slice(first), ...all.slice(0, first)]) done[name]?.push(await run())
  }
  return done as Partial<Record<Name, Round[]>>
}

/** The median of one figure over the rounds. */
export const medianOf = (rounds: readonly Round[], figure: keyof Round) => median(rounds.map((each) => each[figure]))

/** The median of the ratios of a figure, each taken within one turn. */
export function ratioOf(ours: readonly Round[], theirs: readonly Round[], figure: keyof Round): number {
  return median(ours.flatMap((each, turn) => (theirs[turn] ? [each[figure] / theirs[turn][figure]] : [])))
}
