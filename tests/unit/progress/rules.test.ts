import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextStep, type TopicProgress, wilson } from '@/lib/progress/rules'

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
  const taken = { slug: 'one', open: null, past: [{}] }

  test('is what is open, before anything else', () => {
    const open = { slug: 'two', open: { attemptId: 'id' }, past: [] }
    expect(nextStep([{ slug: 'new', open: null, past: [] }, open], [topic('storage', 0, 5)])).toEqual({
      kind: 'resume',
      slug: 'two',
      attemptId: 'id',
    })
  })

  test('is a quiz never taken, before practice', () => {
    expect(nextStep([taken, { slug: 'new', open: null, past: [] }], [topic('storage', 0, 5)])).toEqual({
      kind: 'start',
      slug: 'new',
    })
  })

  test('is the weakest topic: the lowest share, and of equal ones that with more answers', () => {
    const topics = [topic('a', 3, 4), topic('b', 1, 4), topic('c', 2, 8), topic('d', 0, 0), topic('e', 0, 9, null)]
    expect(nextStep([taken], topics)).toEqual({ kind: 'practise', slug: 'one', topic: 'C' })
  })

  test('is nothing when all is known', () => {
    expect(nextStep([taken], [topic('a', 4, 4), topic('b', 0, 0)])).toEqual({ kind: 'done' })
    expect(nextStep([], [])).toEqual({ kind: 'done' })
  })
})
