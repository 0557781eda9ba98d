import { describe, expect, test } from 'vitest'
import { instantIn, localIn } from '@/lib/i18n/calendar'
import { actionsFor, afterAction, type QuizState, type StateAction, type StoredState, stateOf } from '@/lib/quiz/rules'

const at = new Date('2026-12-24T08:00:00Z')
const quiz = (status: StoredState['status'], more: Partial<StoredState> = {}): StoredState => ({
  status,
  publishAt: null,
  publishedAt: status === 'published' || status === 'retired' ? at : null,
  ...more,
})

/** All that may be done, and to what it leads. Whatever stands not here is refused. */
const table: Record<QuizState, Partial<Record<StateAction, QuizState>>> = {
  draft: { publish: 'published', beta: 'beta', schedule: 'scheduled', archive: 'archived' },
  scheduled: {
    publish: 'published',
    beta: 'beta',
    schedule: 'scheduled',
    unschedule: 'draft',
    archive: 'archived',
  },
  beta: {
    publish: 'published',
    beta: 'beta',
    schedule: 'beta',
    withdraw: 'draft',
    retire: 'retired',
    archive: 'archived',
  },
  published: { publish: 'published', schedule: 'published', retire: 'retired', archive: 'archived' },
  retired: { publish: 'published', archive: 'archived' },
  archived: { restore: 'draft' },
}

describe('the states of a quiz', () => {
  test.each(Object.entries(table))('%s leads where the table says, and nowhere else', (name, leads) => {
    const state = name === 'scheduled' ? quiz('draft', { publishAt: at }) : quiz(name as StoredState['status'])
    expect(stateOf(state)).toBe(name)
    expect(actionsFor(state).sort()).toEqual(Object.keys(leads).sort())
    for (const [action, to] of Object.entries(leads)) {
      const next = afterAction(state, action as StateAction, at)
      expect(next && stateOf(next), action).toBe(to)
    }
  })

  test('what was taken for a score comes back from the archive as retired, and never as a draft', () => {
    expect(afterAction(quiz('archived', { publishedAt: at }), 'restore')).toEqual({
      status: 'retired',
      publishAt: null,
    })
  })

  test('a time of publishing stays through a beta, can be taken back, and goes with retiring', () => {
    const scheduled = quiz('draft', { publishAt: at })
    expect(afterAction(scheduled, 'beta')).toEqual({ status: 'beta', publishAt: at })
    expect(afterAction(quiz('published', { publishAt: at }), 'unschedule')).toEqual({
      status: 'published',
      publishAt: null,
    })
    expect(afterAction(quiz('published', { publishAt: at }), 'retire')).toEqual({ status: 'retired', publishAt: null })
  })
})

describe('a time on the clock of a zone', () => {
  test.each([
    ['Europe/Madrid', '2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
    ['Asia/Tokyo', '2026-12-01T00:30', '2026-11-30T15:30:00.000Z'],
    ['America/St_Johns', '2026-12-01T09:00', '2026-12-01T12:30:00.000Z'],
    // Shown twice, the first; skipped, as much later.
    ['Europe/Madrid', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Madrid', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ])('%s %s is %s', (zone, local, instant) => {
    expect(instantIn(zone, local)?.toISOString()).toBe(instant)
  })

  test('is shown as it was set, and is none where the text is none', () => {
    expect(localIn('Asia/Tokyo', new Date('2026-11-30T15:30:00Z'))).toBe('2026-12-01T00:30')
    expect(instantIn('UTC', '2026-02-30')).toBeNull()
    expect(instantIn('UTC', 'tomorrow')).toBeNull()
  })
})
