import { expect, test } from 'vitest'
import { calendarDay } from '@/lib/i18n/schema'

test.each(['1900-01-01', '2028-02-29', '2999-12-31'])('%s is a day', (day) => {
  expect(calendarDay.safeParse(day).success).toBe(true)
})

test.each([
  '0000-01-01',
  '0002-12-03',
  '1899-12-31',
  '3000-01-01',
  '10000-01-01',
  '2026-02-29',
  '2026-02-30',
  '2026-1-1',
  '',
])('"%s" is none', (day) => {
  expect(calendarDay.safeParse(day).success).toBe(false)
})
