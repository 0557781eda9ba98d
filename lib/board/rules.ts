/** How many people one page of a board shows. */
export const PAGE_SIZE = 25

/** How many people above and below their own place someone is shown. */
export const NEIGHBOURS = 2

/** What stands for everyone where a board names a team, a topic or a quiz. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000'

/** So many points wide are the wide buckets of a board; the database holds them to it. */
export const WIDE_BUCKET = 100

/** Where the wide bucket above that of some points begins. */
export function nextWideBucket(points: number): number {
  return (Math.floor(points / WIDE_BUCKET) + 1) * WIDE_BUCKET
}

/**
 * The ranks of people who stand one after the other, 1-2-2-4: a rank is one more than the number of people with more
 * points.
 *
 * @param points of the people, highest first
 * @param above how many people have more points than the first of them
 * @param people how many people of the board have so many points, for all points here
 */
export function ranksOf(points: readonly number[], above: number, people: ReadonlyMap<number, number>): number[] {
  let better = above
  return points.map((own, index) => {
    const previous = points[index - 1]
    if (previous !== undefined && previous !== own) better += people.get(previous) ?? 0
    return better + 1
  })
}
