import { describe, expect, test } from 'vitest'
import { answerPlace, choice } from '@/lib/attempt/schema'

const id = '0190f5a0-0000-7000-8000-000000000001'

describe('what a page sends', () => {
  test('counts an option once', () => {
    expect(choice.parse({ picks: [id, id], number: '3', translationId: id }).picks).toEqual([id])
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
