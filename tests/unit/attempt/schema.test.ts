import { describe, expect, test } from 'vitest'
import { acceptedAnswer, answerPlace, choice, isNumeric, NO_OPTION } from '@/lib/attempt/schema'

const id = '0190f5a0-0000-7000-8000-000000000001'

describe('what a page sends', () => {
  test('counts an option once', () => {
    expect(choice.parse({ picks: [id, id], number: '3', translationId: id }).picks).toEqual([id])
  })

  test('keeps empty places in an order, but none at its end', () => {
    const other = '0190f5a0-0000-7000-8000-000000000002'
    const picksOf = (picks: string[]) => choice.parse({ picks, number: 1, translationId: id }).picks
    expect(picksOf([NO_OPTION, id, NO_OPTION, other, NO_OPTION])).toEqual([NO_OPTION, id, NO_OPTION, other])
    expect(picksOf([NO_OPTION, NO_OPTION])).toEqual([])
  })

  test.each([
    { picks: ['b'], number: 1, translationId: id },
    { picks: [], number: 0, translationId: id },
    { picks: [], number: 2 ** 31, translationId: id },
    { picks: [], number: 1.5, translationId: id },
    { picks: Array(101).fill(id), number: 1, translationId: id },
    { picks: [], number: 1, translationId: 'en' },
    { picks: [], number: 1, translationId: id, text: 'a\0b' },
    { picks: [], number: 1, translationId: id, text: 'a'.repeat(20_001) },
    { picks: [], number: 1, translationId: id, confidence: 'certain' },
  ])('is refused as %j', (sent) => {
    expect(choice.safeParse(sent).success).toBe(false)
  })

  test.each([
    { attemptId: 'x', position: 1 },
    { attemptId: id, position: 0 },
    { attemptId: id, position: '1e9' },
    { attemptId: id, position: 'one' },
  ])('stands nowhere at %j', (place) => {
    expect(answerPlace.safeParse(place).success).toBe(false)
  })
})

describe('what is accepted', () => {
  test('is a number or texts by language, and never taken for the other', () => {
    expect(isNumeric(acceptedAnswer.parse({ value: '1', tolerance: '5%' }))).toBe(true)
    expect(isNumeric(acceptedAnswer.parse({ en: ['a'], ja: ['b', 'c'] }))).toBe(false)
    expect(acceptedAnswer.parse({ value: '-0.5' })).toEqual({ value: '-0.5', tolerance: '0', unit: null })
  })

  test.each([
    {},
    { value: 1 },
    { value: '1e3' },
    { value: '1.' },
    { value: '01' },
    { value: '1', tolerance: '-1' },
    { value: '1', tolerance: '5 %' },
    { value: '1', tolerance: '1', more: true },
    { en: [] },
    { en: [' '] },
    { en: 'a' },
    { 'no tag': ['a'] },
  ])('is refused as %j', (accepted) => {
    expect(acceptedAnswer.safeParse(accepted).success).toBe(false)
  })
})
