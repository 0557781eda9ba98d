import { describe, expect, test } from 'vitest'
import { mailLocale } from '@/lib/mail/locale'
import { digestWeek, isNewStage, lastDay, localDay, stageOn, waitAfter } from '@/lib/mail/rules'
import { readUnsubscribeToken, unsubscribeToken } from '@/lib/mail/unsubscribe-token'

describe('the day somewhere', () => {
  test.each([
    ['Asia/Tokyo', '2026-12-03T22:59:59Z', '2026-12-04', false],
    ['Asia/Tokyo', '2026-12-03T23:00:00Z', '2026-12-04', true],
    ['America/New_York', '2026-12-04T12:59:59Z', '2026-12-04', false],
    ['America/New_York', '2026-12-04T13:00:00Z', '2026-12-04', true],
    ['Pacific/Apia', '2026-12-03T18:59:59Z', '2026-12-04', false],
    ['Pacific/Apia', '2026-12-03T19:00:00Z', '2026-12-04', true],
    // Clocks go forward and back on the night before.
    ['Europe/Madrid', '2027-03-27T06:59:59Z', '2027-03-27', false],
    ['Europe/Madrid', '2027-03-28T05:59:59Z', '2027-03-28', false],
    ['Europe/Madrid', '2027-03-28T06:00:00Z', '2027-03-28', true],
    ['Europe/Madrid', '2026-10-25T06:59:59Z', '2026-10-25', false],
    ['Europe/Madrid', '2026-10-25T07:00:00Z', '2026-10-25', true],
    // A zone that this runtime does not know.
    ['Mars/Olympus', '2026-12-04T08:00:00Z', '2026-12-04', true],
  ])('%s at %s', (zone, now, day, isTime) => {
    expect(localDay(zone, new Date(now))).toEqual({ day, isTime })
  })
})

describe('stages', () => {
  test('are reached by the calendar of the person, the most urgent one alone', () => {
    const stages = Array.from({ length: 20 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 11, 1 + index)).toISOString().slice(0, 10)
      return stageOn(day, '2026-12-11')
    })
    expect(stages).toEqual([
      ...Array(3).fill(null),
      ...Array(6).fill('weekBefore'),
      ...Array(2).fill('dayBefore'),
      ...Array(6).fill('dayAfter'),
      ...Array(3).fill('weekAfter'),
    ])
  })

  test('are told once, and never less urgently than before', () => {
    expect(isNewStage('weekBefore', null)).toBe(true)
    expect(isNewStage('weekBefore', 'weekBefore')).toBe(false)
    expect(isNewStage('weekBefore', 'dayBefore')).toBe(false)
    expect(isNewStage('dayAfter', 'dayBefore')).toBe(true)
  })

  test('count from the last day on which it can be done in time', () => {
    // The end of Friday in New York is Saturday at 14:00 in Tokyo.
    const dueAt = new Date('2026-12-05T05:00:00Z')
    expect(lastDay('America/New_York', dueAt)).toBe('2026-12-04')
    expect(lastDay('Asia/Tokyo', dueAt)).toBe('2026-12-05')
    expect(lastDay('Pacific/Honolulu', dueAt)).toBe('2026-12-04')
  })
})

test('a digest is of its Monday, on Tuesday still', () => {
  expect(['2026-12-06', '2026-12-07', '2026-12-08', '2026-12-09'].map(digestWeek)).toEqual([
    null,
    '2026-12-07',
    '2026-12-07',
    null,
  ])
})

test('the language of mails is one that the interface speaks', () => {
  expect(mailLocale('ja', ['es'])).toBe('ja')
  expect(mailLocale(null, ['ko', 'zh-TW', 'es-MX', 'ja'])).toBe('es')
  expect(mailLocale(null, ['zh-CN'])).toBe('zh-Hans')
  expect(mailLocale(null, ['zh-TW'])).toBe('en')
  expect(mailLocale(null, [])).toBe('en')
})

test('a refused mail waits longer each time, up to half a day', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map(waitAfter)).toEqual([300, 900, 2700, 8100, 24_300, 43_200, 43_200])
})

describe('the token of a link', () => {
  const person = '0190f5a0-0000-7000-8000-000000000001'
  const token = unsubscribeToken('secret', person, 'digest')

  test('says whose it is, and for which mails', () => {
    expect(token).toMatch(/^[\w-]{44}$/)
    expect(readUnsubscribeToken('secret', token)).toEqual({ personId: person, kind: 'digest' })
    expect(unsubscribeToken('secret', person, 'reminder')).not.toBe(token)
  })

  test('is nobody’s when anything in it was changed', () => {
    expect(readUnsubscribeToken('another secret', token)).toBeNull()
    for (let place = 0; place < token.length; place++) {
      const other = token[place] === 'A' ? 'B' : 'A'
      expect(readUnsubscribeToken('secret', token.slice(0, place) + other + token.slice(place + 1))).toBeNull()
    }
    for (const text of ['', 'x', `${token}A`, `${token}=`, token.slice(1), '／'.repeat(44)])
      expect(readUnsubscribeToken('secret', text), text).toBeNull()
  })
})
