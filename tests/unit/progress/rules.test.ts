import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, mondayOf } from '@/lib/i18n/calendar'
import {
  nextStep,
  type PracticeDay,
  practiceCalendar,
  practiceWeeks,
  streakOf,
  type TopicProgress,
  trendFinding,
  wilson,
} from '@/lib/progress/rules'

describe('the Wilson interval', () => {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
  // table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is the published one', (right, n, low, high) => {
    const interval = wilson(right, n)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  test('holds the shares that a search finds not to contradict the data', () => {
    const z = 1.959964
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), (n, some) => {
        const right = Math.min(some, n)
        const { low, high } = wilson(right, n)
        for (let share = 0.005; share < 1; share += 0.01) {
          const distance = Math.abs(right / n - share) / Math.sqrt((share * (1 - share)) / n)
          if (Math.abs(distance - z) < 1e-6) continue
          expect(share >= low && share <= high).toBe(distance <= z)
        }
      }),
    )
  })

  test('stays within 0 and 1, around the share, and mirrors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (n, some) => {
        const right = Math.min(some, n)
        const { low, high } = wilson(right, n)
        const mirrored = wilson(n - right, n)
        expect(low >= 0 && high <= 1 && low <= right / n + 1e-12 && high >= right / n - 1e-12).toBe(true)
        expect(low).toBeCloseTo(1 - mirrored.high, 10)
      }),
    )
  })
})

describe('the next step', () => {
  const topic = (slug: string, right: number, answered: number, quiz: string | null = 'one'): TopicProgress => ({
    slug,
    name: slug.toUpperCase(),
    nameLocale: 'en',
    questions: 20,
    answered,
    right,
    interval: null,
    quiz,
  })
  const taken = { slug: 'one', state: 'published', open: null, past: [{ isBeta: false }] }
  const untaken = { slug: 'new', state: 'published', open: null, past: [] }
  const nothingDue = { due: 0, open: null }

  test('is what is open, before anything else', () => {
    const open = { slug: 'two', state: 'retired', open: { attemptId: 'id' }, past: [] }
    expect(nextStep([untaken, open], { due: 3, open: {} }, [topic('storage', 0, 5)])).toEqual({
      kind: 'resume',
      slug: 'two',
      attemptId: 'id',
    })
  })

  test('is the review, when something is due or one is open, before anything new', () => {
    for (const review of [
      { due: 1, open: null },
      { due: 0, open: {} },
    ])
      expect(nextStep([taken, untaken], review, [topic('storage', 0, 5)])).toEqual({ kind: 'review' })
  })

  test('is a quiz never taken, before practice', () => {
    expect(nextStep([taken, untaken], nothingDue, [topic('storage', 0, 5)])).toEqual({
      kind: 'start',
      slug: 'new',
    })
    // A beta that has since been published is as good as never taken; one that runs is nothing to begin with.
    const beta = { ...untaken, past: [{ isBeta: true }] }
    expect(nextStep([taken, beta], nothingDue, [])).toMatchObject({ kind: 'start' })
    expect(nextStep([taken, { ...beta, state: 'beta' }, { ...untaken, state: 'retired' }], nothingDue, [])).toEqual({
      kind: 'done',
    })
  })

  test('is what is assigned and never taken, the most urgent first, before other quizzes', () => {
    const other = { ...untaken, slug: 'other' }
    const third = { ...untaken, slug: 'third' }
    expect(nextStep([untaken, other, third], nothingDue, [], ['one', 'gone', 'third', 'other'])).toEqual({
      kind: 'start',
      slug: 'third',
    })
    expect(nextStep([taken, untaken], nothingDue, [], ['one'])).toEqual({ kind: 'start', slug: 'new' })
  })

  test('is the weakest topic: the lowest share, and of equal ones that with more answers', () => {
    const topics = [topic('a', 3, 4), topic('b', 1, 4), topic('c', 2, 8), topic('d', 0, 0), topic('e', 0, 9, null)]
    expect(nextStep([taken], nothingDue, topics)).toEqual({ kind: 'practise', slug: 'one', topic: 'C' })
  })

  test('is nothing when all is known', () => {
    expect(nextStep([taken], nothingDue, [topic('a', 4, 4), topic('b', 0, 0)])).toEqual({ kind: 'done' })
    expect(nextStep([], nothingDue, [])).toEqual({ kind: 'done' })
  })
})

// A Tuesday.
const TODAY = '2026-12-01'
const ago = (days: number) => addDays(TODAY, -days)
const daysOf = (...gaps: number[]) => gaps.map(ago)

describe('a streak', () => {
  test.each([
    ['nothing at all', [], 0],
    ['today', [0], 1],
    ['yesterday, and nothing yet today', [1], 1],
    ['three days in a row', [0, 1, 2], 3],
    // Of this week Monday is missed; of the last one Sunday.
    ['one missed day in each of two weeks, next to each other', [0, 3, 4, 5, 6], 5],
    ['a second missed day in a week', [0, 1, 3, 5, 6, 7], 3],
    ['a Saturday, with the Sunday and the Monday after it missed', [3], 1],
    ['a Friday, with two days of its week missed', [4], 0],
  ] as const)('of %s', (_what, gaps, streak) => {
    expect(streakOf(daysOf(...gaps), TODAY)).toBe(streak)
  })

  /** Looks at every stretch up to today and takes the longest without two missed days in one week. */
  function slowStreak(days: readonly string[], today: string): number {
    const end = days.includes(today) ? today : addDays(today, -1)
    let best = 0
    for (let length = 1; length <= 60; length++) {
      const stretch = Array.from({ length }, (_, index) => addDays(end, -index))
      const missed = stretch.filter((day) => !days.includes(day)).map(mondayOf)
      if (new Set(missed).size < missed.length) break
      best = stretch.length - missed.length
    }
    return best
  }

  test('is what looking at every stretch of days finds', () => {
    fc.assert(
      fc.property(
        fc.nat(6),
        fc.oneof(
          fc.uniqueArray(fc.nat(40), { maxLength: 30 }),
          // Hardly anything missed: long streaks.
          fc
            .uniqueArray(fc.nat(40), { maxLength: 6 })
            .map((missed) => [...Array(40).keys()].filter((day) => !missed.includes(day))),
        ),
        (weekday, gaps) => {
          const today = addDays(TODAY, weekday)
          const days = gaps.map((gap) => addDays(today, -gap))
          expect(streakOf(days, today)).toBe(slowStreak(days, today))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

const practice: fc.Arbitrary<PracticeDay[]> = fc
  .uniqueArray(
    fc.record({ ago: fc.nat(120), answers: fc.integer({ min: 1, max: 30 }), scored: fc.nat(30), right: fc.nat(30) }),
    { selector: ({ ago }) => ago, maxLength: 60 },
  )
  .map((days) =>
    days.map((given) => {
      const scored = Math.min(given.scored, given.answers)
      return { day: ago(given.ago), answers: given.answers, scored, right: Math.min(given.right, scored) }
    }),
  )

describe('the weeks of a trend', () => {
  test('are the last twelve, and add up what lies in them', () => {
    fc.assert(
      fc.property(practice, (days) => {
        const weeks = practiceWeeks(days, TODAY)
        expect(weeks).toHaveLength(12)
        expect(weeks.at(-1)?.monday).toBe('2026-11-30')
        for (const [index, { monday, n, right, interval }] of weeks.entries()) {
          expect(monday).toBe(addDays('2026-11-30', 7 * (index - 11)))
          const inIt = days.filter(({ day }) => day >= monday && day < addDays(monday, 7))
          expect(n).toBe(inIt.reduce((sum, { scored }) => sum + scored, 0))
          expect(right).toBe(inIt.reduce((sum, each) => sum + each.right, 0))
          expect(interval).toEqual(n < 10 ? null : wilson(right, n))
        }
      }),
    )
  })

  test('say what their last two with ten answers say', () => {
    fc.assert(
      fc.property(practice, (days) => {
        const weeks = practiceWeeks(days, TODAY)
        const enough: number[] = []
        for (let index = 0; index < 12; index++) if ((weeks[index]?.n ?? 0) >= 10) enough.push(index)
        const figuresOf = (index: number | undefined) => {
          const week = weeks[index ?? -1]
          if (!week) return undefined
          let percent = 0
          while ((percent + 1) * week.n <= 100 * week.right) percent++
          return { monday: week.monday, weeksAgo: 11 - (index ?? 0), percent, n: week.n }
        }
        const [latest, earlier] = [figuresOf(enough.pop()), figuresOf(enough.pop())]
        const finding = trendFinding(weeks)
        if (!latest) expect(finding).toEqual({ code: 'not-enough' })
        else if (!earlier) expect(finding).toEqual({ code: 'single', latest })
        else {
          const code = latest.percent > earlier.percent ? 'up' : latest.percent < earlier.percent ? 'down' : 'same'
          expect(finding).toEqual({ code, latest, earlier })
        }
      }),
      { numRuns: 300 },
    )
  })

  test('are equal when they show the same percentage', () => {
    const day = (day: string, scored: number, right: number) => ({ day, answers: scored, scored, right })
    const weeks = practiceWeeks([day(TODAY, 201, 145), day(ago(7), 100, 72)], TODAY)
    expect(trendFinding(weeks)).toMatchObject({ code: 'same', latest: { percent: 72, weeksAgo: 0, n: 201 } })
  })
})

test('the calendar holds every day of 53 weeks once, and ends today', () => {
  fc.assert(
    fc.property(practice, fc.nat(6), (days, weekday) => {
      const today = addDays(TODAY, weekday)
      const weeks = practiceCalendar(days, today)
      expect(weeks).toHaveLength(53)
      const cells = weeks.flatMap(({ monday, answers }) =>
        answers.map((count, index) => ({ day: addDays(monday, index), count })),
      )
      expect(cells.map(({ day }) => day)).toEqual(
        Array.from({ length: 371 }, (_, index) => addDays(mondayOf(today), index - 364)),
      )
      for (const { day, count } of cells)
        expect(count, day).toBe(day > today ? null : (days.find((each) => each.day === day)?.answers ?? 0))
    }),
  )
})
