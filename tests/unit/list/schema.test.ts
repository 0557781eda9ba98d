import { describe, expect, test } from 'vitest'
import { type ListShape, listAddress, parseListAddress } from '@/lib/list/schema'

const shape = {
  filters: { role: ['member', 'admin'], team: null },
  sorts: ['name', 'seen'],
} as const satisfies ListShape
const whole = { search: '', filters: {}, sort: 'name', descending: false, page: 1 }

describe('the address of a list', () => {
  test('says nothing of the whole list in its usual order', () => {
    expect(parseListAddress(shape, {})).toEqual(whole)
    expect(listAddress(shape, parseListAddress(shape, {}))).toBe('')
  })

  test('holds search, filters, order and page, and comes back as it was', () => {
    const query = { q: ' 山田 太郎 ', role: 'admin', team: 'ml-infra', sort: 'seen.desc', page: '3' }
    const address = parseListAddress(shape, query)
    expect(address).toEqual({
      search: '山田 太郎',
      filters: { role: 'admin', team: 'ml-infra' },
      sort: 'seen',
      descending: true,
      page: 3,
    })
    const again = Object.fromEntries(new URLSearchParams(listAddress(shape, address)))
    expect(parseListAddress(shape, again)).toEqual(address)
    expect(listAddress(shape, { ...whole, descending: true })).toBe('?sort=name.desc')
  })

  test('that says something wrong is that of the whole list', () => {
    for (const query of [
      { role: 'boss', sort: 'password', page: '0' },
      { role: '', sort: 'password.desc', page: '1.5' },
      { q: 'x'.repeat(201), page: '1e9' },
      { q: 'a\0b', team: 'a\0b', page: 'two' },
      { other: 'x', page: '-1' },
    ])
      expect(parseListAddress(shape, query), JSON.stringify(query)).toEqual(whole)
    expect(parseListAddress(shape, { q: ['first', 'second'], role: ['admin', 'member'] })).toMatchObject({
      search: 'first',
      filters: { role: 'admin' },
    })
  })
})
