import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast, equal, type Fraction, fraction, sum, wholePercent } from '@/lib/attempt/fraction'
import { kinds, verdictOf } from '@/lib/attempt/kinds'
import {
  drawItems,
  isSameChoice,
  letterAt,
  mayStart,
  orderOptions,
  revealsAt,
  scoreOf,
  secondsFor,
  seededRandom,
} from '@/lib/attempt/rules'
import type { Scoring } from '@/lib/attempt/schema'

/** What picks earn in a kind that is scored. */
function award(
  kind: 'single' | 'multiple' | 'trueFalse',
  key: readonly string[],
  picks: readonly string[],
  scoring: Scoring = 'partial',
): Fraction {
  const earned = kinds[kind].grade({ optionIds: key, accepted: null }, { picks, text: null }, scoring)
  if (!earned) throw new Error(`${kind} is scored`)
  return earned
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A question and an answer to it: some options, a key of at least one, any picks. */
const answered = fc.integer({ min: 2, max: ids.length }).chain((count) => {
  const options = ids.slice(0, count)
  return fc.record({
    options: fc.constant(options),
    key: fc.subarray(options, { minLength: 1 }),
    picks: fc.shuffledSubarray(options),
  })
})

const share = fc
  .record({ num: fc.integer({ min: 0, max: 60 }), den: fc.integer({ min: 1, max: 60 }) })
  .filter(({ num, den }) => num <= den)
  .map(({ num, den }) => fraction(num, den))

/** The rule of several right options, walked option by option in 840ths, which divide evenly by 1 to 8. */
function awardByWalking(options: readonly string[], key: readonly string[], picks: readonly string[]): number {
  let points = 0
  for (const option of options) {
    if (!picks.includes(option)) continue
    points += (key.includes(option) ? 1 : -1) * (840 / key.length)
  }
  return Math.max(0, points)
}

describe('an award', () => {
  test('of several right options is what walking over the options gives', () => {
    fc.assert(
      fc.property(answered, ({ options, key, picks }) => {
        const earned = award('multiple', key, picks)
        expect((earned.num * 840n) / earned.den).toBe(BigInt(awardByWalking(options, key, picks)))
        expect(840n % earned.den).toBe(0n)
      }),
    )
  })

  test('of one right option is all or nothing', () => {
    fc.assert(
      fc.property(answered, ({ key: [right = 'a'], picks }) => {
        const isRight = picks.length === 1 && picks[0] === right
        expect(award('single', [right], picks)).toEqual(fraction(isRight ? 1 : 0, 1))
      }),
    )
  })

  test('of several right options, all or nothing, is what comparing option by option gives', () => {
    fc.assert(
      fc.property(answered, ({ options, key, picks }) => {
        let isAllRight = true
        for (const option of options) if (picks.includes(option) !== key.includes(option)) isAllRight = false
        expect(award('multiple', key, picks, 'all')).toEqual(fraction(isAllRight ? 1 : 0, 1))
      }),
    )
  })

  test('of all or nothing is never more than its share, and the same where that is all or nothing', () => {
    fc.assert(
      fc.property(answered, ({ key, picks }) => {
        const [whole, share] = [award('multiple', key, picks, 'all'), award('multiple', key, picks)]
        expect(atLeast(share, whole)).toBe(true)
        if (share.den === 1n) expect(whole).toEqual(share)
      }),
    )
  })

  test('of true or false is for the one of the two that is right', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('true', 'false'),
        fc.subarray(['true', 'false']),
        fc.constantFrom<Scoring>('partial', 'all'),
        (right, picks, scoring) => {
          const isRight = right === 'true' ? picks.join() === 'true' : picks.join() === 'false'
          expect(award('trueFalse', [right], picks, scoring)).toEqual(fraction(isRight ? 1 : 0, 1))
        },
      ),
    )
  })

  test('of an open question there is none, whatever is written', () => {
    fc.assert(
      fc.property(fc.option(fc.string()), (text) => {
        expect(kinds.open.grade()).toBeNull()
        expect(verdictOf(kinds.open.grade(), { picks: [], text })).toBe('unscored')
      }),
    )
  })

  test('is between nothing and everything, and everything only for the key itself', () => {
    fc.assert(
      fc.property(answered, ({ key, picks }) => {
        const earned = award('multiple', key, picks)
        expect(earned.num >= 0n && earned.num <= earned.den).toBe(true)
        expect(equal(earned, fraction(1, 1))).toBe([...picks].sort().join() === [...key].sort().join())
      }),
    )
  })

  test('never lets ticking everything beat knowing, nor a wrong pick help', () => {
    fc.assert(
      fc.property(answered, ({ options, key, picks }) => {
        const everything = award('multiple', key, options)
        const known = award('multiple', key, key)
        expect(atLeast(known, everything)).toBe(true)
        expect(equal(known, everything)).toBe(key.length === options.length)
        if (key.length * 2 <= options.length) expect(everything).toEqual(fraction(0, 1))
        const without = award('multiple', key, picks)
        for (const wrong of options.filter((id) => !key.includes(id) && !picks.includes(id)))
          expect(atLeast(without, award('multiple', key, [...picks, wrong]))).toBe(true)
      }),
    )
  })

  test('of a blank is nothing, which reads "blank" and not "wrong"', () => {
    for (const kind of ['single', 'multiple'] as const) {
      expect(award(kind, ['a'], [])).toEqual(fraction(0, 1))
      expect(verdictOf(award(kind, ['a'], []), { picks: [], text: null })).toBe('blank')
    }
  })

  test.each([
    [['a', 'b', 'c'], ['a', 'b', 'c'], 1, 1, 'right'],
    [['a', 'b', 'c'], ['a', 'b'], 2, 3, 'partly'],
    [['a', 'b', 'c'], ['a', 'b', 'd'], 1, 3, 'partly'],
    [['a', 'b', 'c'], ['a', 'd'], 0, 1, 'wrong'],
    [['a', 'b', 'c'], ['d'], 0, 1, 'wrong'],
  ])('of key %j for picks %j is %i/%i, %s', (key, picks, num, den, verdict) => {
    const earned = award('multiple', key, picks)
    expect(earned).toEqual(fraction(num, den))
    expect(verdictOf(earned, { picks, text: null })).toBe(verdict)
  })
})

describe('a score', () => {
  test('of no questions is no score', () => {
    expect(scoreOf([])).toBeNull()
  })

  test('is the mean over all questions, exactly', () => {
    // Every denominator up to 60 divides this, so the slow way needs whole numbers only.
    const common = Array.from({ length: 60 }, (_, index) => BigInt(index + 1)).reduce((a, b) => (a * b) / gcd(a, b))
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 40 }), (awards) => {
        const total = awards.reduce((points, { num, den }) => points + (num * common) / den, 0n)
        const score = scoreOf(awards)
        expect(score && score.num * common * BigInt(awards.length)).toBe(score && total * score.den)
      }),
    )
  })

  test('is what the scored questions alone give, wherever the others stand', () => {
    fc.assert(
      fc.property(fc.array(fc.option(share), { maxLength: 20 }), (awards) => {
        const scored: Fraction[] = []
        for (const award of awards) if (award) scored.push(award)
        expect(scoreOf(awards)).toEqual(scoreOf(scored))
        expect(scoreOf(awards) === null).toBe(scored.length === 0)
      }),
    )
  })

  test('stands on the pass mark exactly: seven tenths in thirds and sevenths', () => {
    expect(atLeast(fraction(7, 10), fraction(70, 100))).toBe(true)
    expect(atLeast(fraction(6_999_999_999, 10_000_000_000), fraction(7, 10))).toBe(false)
    // In floating point 0.1 + 0.2 is more than 0.3.
    expect(equal(sum([fraction(1, 10), fraction(2, 10)]), fraction(3, 10))).toBe(true)
  })
})

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}

describe('a fraction', () => {
  const pair = (f: Fraction) => `${f.num}/${f.den}`

  test('is in lowest terms', () => {
    expect([fraction(6, 4), fraction(0, 7), fraction(-2, 4), fraction(5, 5)].map(pair)).toEqual([
      '3/2',
      '0/1',
      '-1/2',
      '1/1',
    ])
    fc.assert(
      fc.property(share, ({ num, den }) => {
        expect(gcd(num, den)).toBe(1n)
      }),
    )
  })

  test('has no denominator of zero or less', () => {
    expect(() => fraction(1, 0)).toThrow(RangeError)
    expect(() => fraction(1, -2)).toThrow(RangeError)
  })

  test('adds up the same in any order and grouping', () => {
    fc.assert(
      fc.property(fc.array(share, { maxLength: 12 }), fc.nat(12), (parts, at) => {
        expect(sum([sum(parts.slice(at)), sum(parts.slice(0, at))])).toEqual(sum([...parts].reverse()))
      }),
    )
  })

  test('compares as cross multiplication does', () => {
    fc.assert(
      fc.property(share, share, (a, b) => {
        expect(atLeast(a, b)).toBe(Number(a.num) * Number(b.den) >= Number(b.num) * Number(a.den))
        expect(equal(a, b)).toBe(pair(a) === pair(b))
      }),
    )
  })

  test('is shown rounded down, so that 69.99 % never reads 70 %', () => {
    expect(
      [fraction(6999, 10_000), fraction(2, 3), fraction(1, 1), fraction(0, 1), fraction(199, 200)].map(wholePercent),
    ).toEqual([69, 66, 100, 0, 99])
  })
})

describe('letters', () => {
  test('run from A to Z, then AA', () => {
    expect([0, 1, 3, 25, 26, 27, 51, 52, 701, 702].map(letterAt)).toEqual([
      'A',
      'B',
      'D',
      'Z',
      'AA',
      'AB',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
    ])
  })

  test('are what counting on the last letter gives', () => {
    let letters = 'A'
    for (let index = 0; index < 2000; index++) {
      expect(letterAt(index)).toBe(letters)
      const carried = /Z*$/.exec(letters)?.[0].length ?? 0
      const head = letters.slice(0, letters.length - carried)
      const bumped = head === '' ? 'A' : head.slice(0, -1) + String.fromCharCode(head.charCodeAt(head.length - 1) + 1)
      letters = bumped + 'A'.repeat(carried)
    }
  })
})

describe('the order of options', () => {
  const options = fc
    .uniqueArray(fc.constantFrom(...ids), { minLength: 1 })
    .chain((chosen) =>
      fc
        .array(fc.boolean(), { minLength: chosen.length, maxLength: chosen.length })
        .map((pins) => chosen.map((id, index) => ({ id, pinLast: pins[index] ?? false }))),
    )

  test('holds every option once, the pinned ones at the end as written', () => {
    fc.assert(
      fc.property(options, fc.boolean(), fc.string(), (written, shuffle, seed) => {
        const order = orderOptions(written, shuffle, seededRandom(seed))
        expect([...order].sort()).toEqual(written.map(({ id }) => id).sort())
        const pinned = written.filter(({ pinLast }) => pinLast).map(({ id }) => id)
        expect(order.slice(order.length - pinned.length)).toEqual(pinned)
        if (!shuffle)
          expect(order.slice(0, order.length - pinned.length)).toEqual(
            written.filter(({ pinLast }) => !pinLast).map(({ id }) => id),
          )
      }),
    )
  })

  test('is one and the same for a seed', () => {
    const written = ids.map((id) => ({ id, pinLast: false }))
    expect(orderOptions(written, true, seededRandom('x'))).toEqual(orderOptions(written, true, seededRandom('x')))
    expect(orderOptions(written, true, seededRandom('x'))).not.toEqual(orderOptions(written, true, seededRandom('y')))
  })

  test('is drawn as the textbook draws it: from the end, each among those left', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 7, maxLength: 7 }),
        (draws) => {
          const next = draws.values()
          const order = orderOptions(
            ids.map((id) => ({ id, pinLast: false })),
            true,
            () => next.next().value ?? 0,
          )
          const left = [...ids]
          const drawn: string[] = []
          for (const draw of draws) {
            const at = Math.floor(draw * left.length)
            drawn.unshift(left[at] ?? '')
            left[at] = left[left.length - 1] ?? ''
            left.pop()
          }
          expect(order).toEqual([...left, ...drawn])
        },
      ),
    )
  })

  test('puts each option in each place equally often', () => {
    const rounds = 6000
    const places = new Map<string, number>()
    const written = ['a', 'b', 'c', 'd'].map((id) => ({ id, pinLast: false }))
    for (let round = 0; round < rounds; round++)
      for (const [place, id] of orderOptions(written, true, seededRandom(`seed ${round}`)).entries())
        places.set(`${id}${place}`, (places.get(`${id}${place}`) ?? 0) + 1)
    // Chi-square with 9 degrees of freedom stays below 27.9 in 999 of 1000 fair cases; the seeds are fixed.
    const expected = rounds / 4
    const chiSquare = [...places.values()].reduce((total, n) => total + (n - expected) ** 2 / expected, 0)
    expect(places.size).toBe(16)
    expect(chiSquare).toBeLessThan(27.9)
  })

  test('draws numbers from 0 up to, not including, 1', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const random = seededRandom(seed)
        for (let draw = 0; draw < 50; draw++) {
          const number = random()
          expect(number >= 0 && number < 1).toBe(true)
        }
      }),
    )
  })
})

describe('a draw', () => {
  const POOLS = ['p', 'q', 'r']
  const drawing = fc.record({
    items: fc
      .array(fc.constantFrom(null, ...POOLS), { maxLength: 20 })
      .map((pools) => pools.map((poolId, index) => ({ id: index, poolId }))),
    pools: fc
      .subarray(POOLS)
      .chain((chosen) =>
        fc.tuple(...chosen.map((id) => fc.record({ id: fc.constant(id), draw: fc.integer({ min: 1, max: 6 }) }))),
      ),
    chances: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 60, maxLength: 60 }),
  })

  test('takes from a hat what the pools say, in the order of the quiz', () => {
    fc.assert(
      fc.property(drawing, ({ items, pools, chances }) => {
        const source = chances.values()
        const drawn = drawItems(items, pools, () => source.next().value ?? 0)

        // The textbook: strike out from the end, each among those left; what stands first is drawn.
        const again = chances.values()
        const kept = new Set(items.filter(({ poolId }) => poolId === null).map(({ id }) => id))
        for (const { id: pool, draw } of pools) {
          const left = items.filter(({ poolId }) => poolId === pool).map(({ id }) => id)
          const order: number[] = []
          while (left.length > 1) {
            const at = Math.floor((again.next().value ?? 0) * left.length)
            order.unshift(left[at] ?? -1)
            left[at] = left[left.length - 1] ?? -1
            left.pop()
          }
          for (const id of [...left, ...order].slice(0, draw)) kept.add(id)
        }
        expect(drawn.map(({ id }) => id)).toEqual([...kept].sort((a, b) => a - b))
      }),
    )
  })

  test('holds as many of each pool as it draws, or all of them, and everything that is in none', () => {
    fc.assert(
      fc.property(drawing, fc.string(), ({ items, pools }, seed) => {
        const drawn = drawItems(items, pools, seededRandom(seed))
        const count = (list: typeof items, pool: string | null) => list.filter(({ poolId }) => poolId === pool).length
        expect(count(drawn, null)).toBe(count(items, null))
        for (const pool of POOLS) {
          const draw = pools.find(({ id }) => id === pool)?.draw ?? 0
          expect(count(drawn, pool)).toBe(Math.min(draw, count(items, pool)))
        }
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawItems(items, pools, seededRandom(seed))).toEqual(drawn)
      }),
    )
  })

  test('takes every pair of five equally often', () => {
    const items = ids.slice(0, 5).map((id) => ({ id, poolId: 'p' }))
    const rounds = 6000
    const pairs = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      const drawn = drawItems(items, [{ id: 'p', draw: 2 }], seededRandom(`seed ${round}`))
      const pair = drawn.map(({ id }) => id).join('')
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
    // Chi-square with 9 degrees of freedom stays below 27.9 in 999 of 1000 fair cases; the seeds are fixed.
    const expected = rounds / 10
    const chiSquare = [...pairs.values()].reduce((total, n) => total + (n - expected) ** 2 / expected, 0)
    expect(pairs.size).toBe(10)
    expect(chiSquare).toBeLessThan(27.9)
  })
})

describe('another start', () => {
  test('may be when as many are left as the limit says, and no instant of the wait is', () => {
    fc.assert(
      fc.property(
        fc.record({
          limit: fc.option(fc.integer({ min: 1, max: 4 })),
          started: fc.nat(6),
          waitSeconds: fc.option(fc.nat(3)),
          endedMs: fc.option(fc.nat(2000)),
          // Far from the end of the wait or not, and often beside it.
          anyMs: fc.nat(6000),
          besideMs: fc.option(fc.integer({ min: -1, max: 1 })),
        }),
        ({ limit, started, waitSeconds, endedMs, anyMs, besideMs }) => {
          const nowMs = besideMs === null || endedMs === null ? anyMs : endedMs + (waitSeconds ?? 0) * 1000 + besideMs
          let left = limit ?? Number.POSITIVE_INFINITY
          for (let each = 0; each < started; each++) left--
          const waiting = new Set<number>()
          if (endedMs !== null)
            for (let instant = 0; instant < endedMs + (waitSeconds ?? 0) * 1000; instant++) waiting.add(instant)
          // A clock that stands before the end is none that the database shows.
          fc.pre(endedMs === null || nowMs >= endedMs)
          const may = mayStart({
            limit,
            started,
            waitSeconds,
            lastEndedAt: endedMs === null ? null : new Date(endedMs),
            now: new Date(nowMs),
          })
          if (left <= 0) expect(may).toEqual({ status: 'limit' })
          else if (waiting.has(nowMs)) expect(may).toEqual({ status: 'wait', until: new Date(waiting.size) })
          else expect(may).toEqual({ status: 'ok' })
        },
      ),
    )
  })
})

describe('extra time', () => {
  test('is what counting up to the first whole second that is enough gives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(1000), (seconds, extraPercent) => {
        let counted = 0
        while (counted * 100 < seconds * 100 + seconds * extraPercent) counted++
        expect(secondsFor(seconds, extraPercent)).toBe(counted)
      }),
    )
  })

  test.each([
    [600, 0, 600],
    [600, 25, 750],
    [1, 1, 2],
    [7, 50, 11],
    [3, 33, 4],
  ])('of %i s and %i percent makes %i s', (seconds, extraPercent, expected) => {
    expect(secondsFor(seconds, extraPercent)).toBe(expected)
  })
})

describe('keys', () => {
  const [early, late] = [new Date('2026-11-30T10:00:00Z'), new Date('2026-12-01T10:00:00Z')]

  test.each([
    ['each', null, late, late],
    ['end', null, late, late],
    ['date', late, early, late],
    ['date', early, late, late],
    ['date', early, early, early],
    ['never', null, late, null],
    ['never', early, late, null],
  ] as const)('are shown %s (%o) of what ended %o from %o on', (reveal, revealAt, endedAt, expected) => {
    expect(revealsAt(reveal, revealAt, endedAt)).toEqual(expected)
  })
})

describe('the same choice', () => {
  const said = fc.record({
    picks: fc.shuffledSubarray(['a', 'b', 'c']),
    text: fc.option(fc.constantFrom('', 'One', 'Two')),
    confidence: fc.option(fc.constantFrom<'sure' | 'unsure'>('sure', 'unsure')),
    flagged: fc.boolean(),
  })

  test('is one that says the same of everything, in the same order where that is part of it', () => {
    const spelt = (said: { picks: string[] }) => JSON.stringify(said)
    const sorted = (said: { picks: string[] }) => spelt({ ...said, picks: [...said.picks].sort() })
    fc.assert(
      fc.property(said, said, (a, b) => {
        expect(isSameChoice(a, b, true)).toBe(spelt(a) === spelt(b))
        expect(isSameChoice(a, b, false)).toBe(sorted(a) === sorted(b))
        const turned = { ...a, picks: [...a.picks].reverse() }
        expect(isSameChoice(a, turned, true)).toBe(a.picks.length < 2)
        expect(isSameChoice(a, turned, false)).toBe(true)
      }),
    )
  })
})
