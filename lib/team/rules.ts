import { type Interval, MIN_SHARE_N, wilson } from '../progress/rules'

/** Fewest people of a group whose figures someone outside it may see. */
export const MIN_GROUP = 5

/** What is known of a topic, by one person or by all. */
export type Figures = { questions: number; answered: number; right: number }

/** How far someone is with what they have been assigned. */
export type AssignmentCounts = { all: number; done: number; late: number; overdue: number }

/** A topic as a team knows it. */
export type TopicOfTeam = { slug: string; name: string; nameLocale: string } & Figures & { interval: Interval | null }

/** A member as their manager sees them. */
export type MemberRow = {
  personId: string
  name: string
  /** By the slug of the topic. */
  topics: ReadonlyMap<string, Figures>
  /** Published quizzes that they have finished at least once. */
  quizzes: number
  assignments: AssignmentCounts
  /** Has started at least one quiz. */
  hasBegun: boolean
}

/** The share right from five answers on; null below. */
export function shareOf({ answered, right }: Figures): number | null {
  return answered >= MIN_SHARE_N ? right / answered : null
}

/** How strong a cell of the heat map is: 0 for no share, then 1 for what is known to 4 for the widest gap. */
export function gapLevel(figures: Figures): 0 | 1 | 2 | 3 | 4 {
  const share = shareOf(figures)
  if (share === null) return 0
  return share >= 0.9 ? 1 : share >= 0.75 ? 2 : share >= 0.5 ? 3 : 4
}

/** The sum over topics or people. */
export function sumOf(all: Iterable<Figures>): Figures {
  let sum: Figures = { questions: 0, answered: 0, right: 0 }
  for (const { questions, answered, right } of all)
    sum = { questions: sum.questions + questions, answered: sum.answered + answered, right: sum.right + right }
  return sum
}

/** The topics of a team over all its members, the weakest first; those without a share last, by name. */
export function topicsOfTeam(
  topics: readonly { slug: string; name: string; nameLocale: string }[],
  members: readonly Pick<MemberRow, 'topics'>[],
  locale: string,
): TopicOfTeam[] {
  return topics
    .map((topic) => {
      const figures = sumOf(members.flatMap(({ topics: own }) => own.get(topic.slug) ?? []))
      const { answered, right } = figures
      return { ...topic, ...figures, interval: answered >= MIN_SHARE_N ? wilson(right, answered) : null }
    })
    .sort((a, b) => (shareOf(a) ?? 2) - (shareOf(b) ?? 2) || a.name.localeCompare(b.name, locale))
}

/**
 * Members in the order asked for, over the topics that are shown. Weakest first: the lowest share right, then those with
 * too few answers for one, of whom the one with fewest answers comes first.
 */
export function sortMembers<Row extends Pick<MemberRow, 'name' | 'topics'>>(
  rows: readonly Row[],
  by: 'weakest' | 'name' | 'answered',
  descending: boolean,
  shown: readonly string[],
  locale: string,
): Row[] {
  const figures = new Map(rows.map((row) => [row, sumOf(shown.flatMap((slug) => row.topics.get(slug) ?? []))]))
  const of = (row: Row) => figures.get(row) ?? { questions: 0, answered: 0, right: 0 }
  const orders: Record<typeof by, (a: Row, b: Row) => number> = {
    name: (a, b) => a.name.localeCompare(b.name, locale),
    answered: (a, b) => of(a).answered - of(b).answered,
    weakest: (a, b) => (shareOf(of(a)) ?? 2) - (shareOf(of(b)) ?? 2) || of(a).answered - of(b).answered,
  }
  const sign = descending ? -1 : 1
  return [...rows].sort((a, b) => sign * orders[by](a, b) || a.name.localeCompare(b.name, locale))
}
