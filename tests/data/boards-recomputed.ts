import type { BoardSpan } from '@/lib/board/schema'
import { db } from '@/lib/db/client'

export type Standing = { personId: string; name: string; points: number; rank: number }

/** The month, and the Monday of the week, that a calendar in some zone shows, by way of text that people read. */
export function calendarIn(zone: string, instant: Date): { month: string; monday: string } {
  const text = instant.toLocaleString('sv-SE', { timeZone: zone })
  const [date = ''] = text.split(' ')
  const day = new Date(`${date}T00:00:00Z`)
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() - 1)
  return { month: date.slice(0, 7), monday: day.toISOString().slice(0, 10) }
}

const floorOf = (shares: { num: bigint; den: bigint }[]): number => {
  const den = shares.reduce((product, share) => product * share.den, 1n)
  const num = shares.reduce((total, share) => total + (share.num * den) / share.den, 0n)
  return Number((1000n * num) / (den * BigInt(shares.length)))
}

/**
 * A board worked out the long way, from raw answers: every person, every attempt, every answer, in JavaScript.
 *
 * @param board its scope, and the slug of what it is of
 */
export async function recomputeBoard(
  board: { scope: 'all' | 'team' | 'topic' | 'quiz'; slug: string | null },
  span: BoardSpan,
  now: Date,
  zone: string,
): Promise<Standing[]> {
  const people = await db().person.findMany({ include: { memberships: { include: { team: true } } } })
  const attempts = await db().attempt.findMany({
    where: { purpose: 'full', endedAt: { not: null } },
    orderBy: [{ number: 'asc' }],
    include: { quiz: true, answers: { include: { question: { include: { topics: { include: { topic: true } } } } } } },
  })
  const today = calendarIn(zone, now)
  const points = new Map<string, number>()
  const seen = new Set<string>()
  for (const { personId, quizId, quiz, endedAt, answers } of attempts) {
    if (seen.has(`${personId} ${quizId}`)) continue
    seen.add(`${personId} ${quizId}`)
    if (!endedAt) continue
    const then = calendarIn(zone, endedAt)
    if (span === 'month' && then.month !== today.month) continue
    if (span === 'week' && then.monday !== today.monday) continue
    if (board.scope === 'quiz' && quiz?.slug !== board.slug) continue
    const counted = answers.filter(
      ({ awardNum, question }) =>
        awardNum !== null &&
        (board.scope !== 'topic' || question.topics.some(({ topic }) => topic.slug === board.slug)),
    )
    if (counted.length === 0) continue
    const earned = floorOf(
      counted.map(({ awardNum, awardDen }) => ({ num: BigInt(awardNum ?? 0), den: BigInt(awardDen ?? 1) })),
    )
    points.set(personId, (points.get(personId) ?? 0) + earned)
  }
  const shown = people
    .filter(({ boardOptOutAt, deactivatedAt, erasedAt }) => !boardOptOutAt && !deactivatedAt && !erasedAt)
    .filter(
      ({ memberships }) =>
        board.scope !== 'team' || memberships.some(({ team, untilAt }) => team.slug === board.slug && untilAt === null),
    )
    .flatMap(({ id, name }) => {
      const own = points.get(id)
      return own === undefined ? [] : [{ personId: id, name: name ?? '', points: own }]
    })
  return shown
    .map((person) => ({ ...person, rank: 1 + shown.filter((other) => other.points > person.points).length }))
    .sort((a, b) => b.points - a.points || (a.personId < b.personId ? 1 : -1))
}
