import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignedAnswers } from '@/lib/attempt/assign'
import { atLeast, equal, fraction, one, sum, zero } from '@/lib/attempt/fraction'
import { kinds, verdictOf } from '@/lib/attempt/kinds'
import { seededRandom } from '@/lib/attempt/rules'
import { decimal, decimalText, rangeOf, readNumbers } from '@/lib/attempt/rules-number'
import { foldText } from '@/lib/attempt/rules-text'
import { type AcceptedAnswer, NO_OPTION, questionKind } from '@/lib/attempt/schema'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const right = fc
  .integer({ min: 3, max: ids.length })
  .chain((count) => fc.shuffledSubarray(ids.slice(0, count), { minLength: count, maxLength: count }))
/** A right order and one that somebody gave, perhaps with empty places. */
const ordered = right.chain((key) =>
  fc.record({
    key: fc.constant(key),
    picks: fc
      .tuple(fc.shuffledSubarray(key, { minLength: key.length }), fc.array(fc.boolean(), { minLength: key.length }))
      .map(([order, keeps]) => order.map((id, index) => (keeps[index] ? id : NO_OPTION)))
      .map((order) => order.slice(0, order.findLastIndex((id) => id !== NO_OPTION) + 1)),
  }),
)

const orderAward = (key: readonly string[], picks: readonly string[], scoring: 'partial' | 'all' = 'partial') =>
  kinds.ordering.grade({ optionIds: key, accepted: null }, { picks, text: null }, scoring)

describe('an order', () => {
  test('earns what walking from place to place gives, and all or nothing only where nothing is amiss', () => {
    fc.assert(
      fc.property(ordered, ({ key, picks }) => {
        let points = 0
        for (let place = 0; place < key.length; place++) if (key[place] === picks[place]) points++
        expect(equal(orderAward(key, picks), fraction(points, key.length))).toBe(true)
        expect(orderAward(key, picks, 'all')).toEqual(picks.join() === key.join() ? one : zero)
        expect(equal(orderAward(key, picks), one)).toBe(picks.join() === key.join())
      }),
    )
  })

  test('is worth more when it is known than any other order, and than the mean of all', () => {
    fc.assert(
      fc.property(right, (key) => {
        fc.assert(
          fc.property(fc.shuffledSubarray(key, { minLength: key.length }), (order) => {
            expect(atLeast(orderAward(key, key), orderAward(key, order))).toBe(true)
          }),
          { numRuns: 10 },
        )
      }),
      { numRuns: 20 },
    )
    const key = ids.slice(0, 4)
    const awards = permutations(key).map((order) => orderAward(key, order))
    // Guessing puts one option in four into its place.
    expect(equal(sum(awards), fraction(awards.length, 4))).toBe(true)
  })

  test('is blank without any option, and partly right with one in its place', () => {
    expect(verdictOf(orderAward(ids, []), { picks: [], text: null })).toBe('blank')
    const picks = [NO_OPTION, 'b']
    expect(verdictOf(orderAward(ids, picks), { picks, text: null })).toBe('partly')
  })

  test('is shown in each order equally often, in the right one too', () => {
    const options = ['a', 'b', 'c'].map((optionId) => ({ optionId, pinLast: false }))
    const seen = new Map<string, number>()
    for (let round = 0; round < 6000; round++) {
      const question = { questionId: 'q', version: { id: 'v', kind: 'ordering' as const, options }, shuffle: false }
      const [answer] = assignedAnswers('', [question], seededRandom(`order ${round}`))
      const order = answer?.optionOrder.join('') ?? ''
      seen.set(order, (seen.get(order) ?? 0) + 1)
    }
    expect(seen.size).toBe(6)
    // Chi-square with 5 degrees of freedom stays below 20.5 in 999 of 1000 fair cases; the seeds are fixed.
    const chiSquare = [...seen.values()].reduce((total, n) => total + (n - 1000) ** 2 / 1000, 0)
    expect(chiSquare).toBeLessThan(20.5)
  })
})

function permutations(items: readonly string[]): string[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}

const award = (accepted: AcceptedAnswer, text: string | null) => {
  const kind = typeof accepted.value === 'string' ? 'numeric' : 'shortText'
  return kinds[kind].grade({ optionIds: [], accepted }, { picks: [], text })
}
const isRight = (accepted: AcceptedAnswer, text: string | null) => equal(award(accepted, text), one)

/** A decimal as figures before and after the mark. */
const decimals = fc
  .record({
    minus: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String),
    part: fc.stringMatching(/^\d{0,6}$/),
  })
  .filter(({ whole, part, minus }) => !(minus && /^0*$/.test(whole + part)))
type Decimal = { minus: boolean; whole: string; part: string }
const plain = ({ minus, whole, part }: Decimal) => `${minus ? '-' : ''}${whole}${part ? `.${part}` : ''}`

const group = (whole: string, mark: string) => whole.replace(/(?<=\d)(?=(\d{3})+$)/g, mark)
const fullWidth = (text: string) =>
  text.replace(/[0-9.,\-%]/g, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0))

describe('a number', () => {
  test('is read however it is written: marks, minus signs, widths, spaces and its unit', () => {
    const style = fc.record({
      marks: fc.constantFrom(
        ['.', ','],
        [',', '.'],
        ['.', ' '],
        [',', '\u00a0'],
        [',', '\u202f'],
        ['.', "'"],
        ['.', '’'],
        ['.', ''],
      ),
      minus: fc.constantFrom('-', '−', '–', '‐', '－'),
      around: fc.constantFrom('', ' ', '\u3000'),
      unit: fc.constantFrom('', 'GiB/s', ' GiB/s', '　GiB/s'),
      isWide: fc.boolean(),
    })
    fc.assert(
      fc.property(decimals, style, (number, { marks: [mark = '', thousands = ''], minus, around, unit, isWide }) => {
        const figures = `${number.minus ? minus : ''}${group(number.whole, thousands)}${number.part ? mark + number.part : ''}`
        const text = around + (isWide ? fullWidth(figures) : figures) + unit + around
        const value = plain(number)
        expect(
          readNumbers(text, 'GiB/s').some((read) => equal(read, decimal(value))),
          text,
        ).toBe(true)
        expect(isRight({ value: canonical(value), tolerance: '0', unit: 'GiB/s' }, text), text).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('of which nobody could say how it is meant has two readings, and others one', () => {
    const readings = (text: string) => readNumbers(text, null).map(decimalText).sort()
    expect(readings('1,500')).toEqual(['1.5', '1500'])
    expect(readings('1.500')).toEqual(['1.5', '1500'])
    expect(readings('0,500')).toEqual(['0.5'])
    expect(readings('1,5')).toEqual(['1.5'])
    expect(readings('1,500,000')).toEqual(['1500000'])
    expect(readings('1.500,25')).toEqual(['1500.25'])
    expect(readings('1500')).toEqual(['1500'])
    expect(readings('.5')).toEqual(['0.5'])
    expect(readings('2e3')).toEqual(['2000'])
    expect(readings('1.5E-3')).toEqual(['0.0015'])
    expect(readings('+7')).toEqual(['7'])
  })

  test.each([
    '',
    'about 5',
    '5 apples',
    '1 5',
    '1,50,0',
    '12,34',
    '1.2.3',
    '--5',
    '5-',
    '0x10',
    'NaN',
    '1,,5',
    '9'.repeat(101),
  ])('is not what %j says, or not only', (text) => {
    const value = text.replace(/\D/g, '') || '0'
    const readings = readNumbers(text, 'GB').map(decimalText)
    if (text === '12,34') expect(readings).toEqual(['12.34'])
    else expect(readings).toEqual([])
    expect(isRight({ value: canonical(value).slice(0, 30), tolerance: '0', unit: 'GB' }, text)).toBe(false)
    expect(
      kinds.numeric.isReadable(
        { optionIds: [], accepted: { value: '1', tolerance: '0', unit: 'GB' } },
        { picks: [], text },
      ),
    ).toBe(readings.length > 0)
  })

  test('in another unit is no answer: bits are not bytes', () => {
    const accepted = { value: '5', tolerance: '0', unit: 'GB' }
    expect(['5', '5 GB', '5GB'].map((text) => isRight(accepted, text))).toEqual([true, true, true])
    expect(['5 Gb', '5 MB', '5 GB/s', 'GB 5'].map((text) => isRight(accepted, text))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('is right when whole numbers of the smallest unit say that it lies within the tolerance', () => {
    const cents = (text: string) => BigInt(Math.round(Number(text) * 100))
    const amount = fc.integer({ min: -5000, max: 5000 }).map((n) => decimalText(fraction(n, 100)))
    const tolerance = fc.integer({ min: 0, max: 900 })
    fc.assert(
      fc.property(amount, amount, tolerance, fc.boolean(), (value, given, size, isShare) => {
        const accepted = { value, tolerance: isShare ? `${size}%` : decimalText(fraction(size, 100)), unit: null }
        const distance = cents(given) - cents(value)
        const far = (distance < 0n ? -distance : distance) * 100n
        const magnitude = cents(value) < 0n ? -cents(value) : cents(value)
        const allowed = isShare ? magnitude * BigInt(size) : BigInt(size) * 100n
        // A reading of "1.234" as thousands would be another number, which has at most two places here.
        expect(isRight(accepted, given)).toBe(far <= allowed)
      }),
      { numRuns: 500 },
    )
  })

  test('is compared exactly, where floating point is not', () => {
    expect(isRight({ value: '0.3', tolerance: '0.1', unit: null }, '0.4')).toBe(true)
    expect(isRight({ value: '0.3', tolerance: '0.1', unit: null }, '0.40000000000000000001')).toBe(false)
    expect(isRight({ value: '9007199254740993', tolerance: '0', unit: null }, '9007199254740992')).toBe(false)
  })

  test('says its range as decimals', () => {
    const { least, greatest } = rangeOf({ value: '-458', tolerance: '5%', unit: null })
    expect([least, greatest].map(decimalText)).toEqual(['-480.9', '-435.1'])
    fc.assert(
      fc.property(decimals.map(plain), (text) => {
        expect(equal(decimal(decimalText(decimal(text))), decimal(text))).toBe(true)
        expect(decimalText(decimal(text))).toBe(canonical(text))
      }),
    )
  })
})

/** A decimal without figures that say nothing. */
function canonical(text: string): string {
  const [whole = '', part = ''] = text.split('.')
  const trimmed = part.replace(/0+$/, '')
  return whole.replace(/^(-?)0+(?=\d)/, '$1') + (trimmed && `.${trimmed}`)
}

describe('a short text', () => {
  const accepted = { en: ['ReadWriteOncePod', 'head-of-line blocking'], ja: ['ガイド'], es: ['«Ñandú»'] }

  test.each([
    'readwriteoncepod',
    ' ReadWriteOncePod. ',
    '"ReadWriteOncePod"',
    '「ReadWriteOncePod」',
    'ＲｅａｄＷｒｉｔｅＯｎｃｅＰｏｄ',
    'HEAD-OF-LINE\u00a0 BLOCKING',
    'ｶﾞｲﾄﾞ',
    'カ\u3099イト\u3099',
    'n\u0303andu\u0301',
    'Read\u200bWriteOncePod',
  ])('is accepted as %j, in whichever language', (text) => {
    expect(isRight(accepted, text)).toBe(true)
  })

  test.each(['', ' ', '.', 'ReadWriteOnce', 'head of line blocking', 'nandu', 'ReadWriteOncePod, RWOP', null])(
    'is not accepted as %j',
    (text) => {
      expect(isRight(accepted, text)).toBe(false)
    },
  )

  test('that holds nothing to be seen is never right', () => {
    expect(isRight({ en: ['\u200b'] }, ' ')).toBe(false)
    expect(isRight({ en: ['\u200b'] }, '\u200b')).toBe(false)
  })

  test('is one spelling before and after its case', () => {
    expect(isRight({ en: ['kW'] }, '㎾')).toBe(true)
    expect(isRight({ el: ['ΐ'] }, 'Ϊ\u0301')).toBe(true)
  })

  test('keeps the marks that belong to it', () => {
    expect(['C#', 'C++', '--force', '/dev/shm', '50%', '...'].map(foldText)).toEqual([
      'c#',
      'c++',
      '--force',
      '/dev/shm',
      '50%',
      '...',
    ])
    expect(isRight({ en: ['C#'] }, 'C')).toBe(false)
  })

  test('folds once and for all, and finds itself however it is dressed', () => {
    const dress = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => `  “${text}” `,
      (text: string) => `(${text}).`,
      (text: string) => text.replaceAll(' ', '\u3000\n'),
    )
    const word = fc.stringMatching(/^[a-zà-öß-ü0-9ぁ-んァ-ヶ一-龠]( ?[a-zà-ö0-9ぁ-んァ-ヶ一-龠#+%-]){0,12}$/u)
    fc.assert(
      fc.property(word, fc.array(dress, { maxLength: 3 }), fc.constantFrom('en', 'ja', 'ko'), (text, dresses, tag) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
        const dressed = dresses.reduce((so, change) => change(so), text)
        expect(isRight({ [tag]: ['something else', text] }, dressed), dressed).toBe(true)
      }),
    )
  })
})

describe('every kind', () => {
  test('earns from nothing to everything or is never scored, whatever is given, and nothing for a blank', () => {
    const accepted = fc.option(
      fc.constantFrom<AcceptedAnswer>({ value: '5', tolerance: '10%', unit: 'GB' }, { en: ['a'], ja: ['b'] }),
    )
    const given = fc.record({ picks: fc.shuffledSubarray([...ids, NO_OPTION]), text: fc.option(fc.string()) })
    fc.assert(
      fc.property(
        fc.constantFrom(...questionKind.options),
        right,
        accepted,
        given,
        fc.constantFrom('partial' as const, 'all' as const),
        (kind, optionIds, accepted, given, scoring) => {
          const earned = kinds[kind].grade({ optionIds, accepted }, given, scoring)
          expect(earned === null).toBe(kinds[kind].selfJudged)
          if (earned) expect(earned.num >= 0n && earned.num <= earned.den).toBe(true)
          const blank = kinds[kind].grade({ optionIds, accepted }, { picks: [], text: null }, scoring)
          if (blank) expect(blank).toEqual(zero)
        },
      ),
    )
  })
})
