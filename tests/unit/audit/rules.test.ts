import { describe, expect, test } from 'vitest'
import { fieldChanges } from '@/lib/audit/rules'

describe('what differs between two values', () => {
  test.each([
    ['a field', { role: 'member', x: 1 }, { role: 'admin', x: 1 }, [['role', 'member', 'admin']]],
    [
      'fields within fields, by their path',
      { questions: { added: 0, same: 2 } },
      { questions: { added: 3, same: 2 } },
      [['questions.added', '0', '3']],
    ],
    ['lists, as one', { locales: ['en'] }, { locales: ['en', 'ja'] }, [['locales', 'en', 'en, ja']]],
    ['lists of more than values, as they are', null, { list: [{ a: 1 }] }, [['list', null, '[{"a":1}]']]],
    ['what was not there', null, { role: 'admin' }, [['role', null, 'admin']]],
    ['what is there no more', { role: 'admin' }, null, [['role', 'admin', null]]],
    ['yes and no', { on: true }, { on: false }, [['on', 'true', 'false']]],
    ['nothing and an empty text, which are not the same', { name: null }, { name: '' }, [['name', null, '']]],
    ['a value that is no object', 'a', 'b', [['', 'a', 'b']]],
    [
      'and the id that it is about',
      { personId: 'p', role: null },
      { personId: 'p', role: 'member' },
      [
        ['personId', null, 'p'],
        ['role', null, 'member'],
      ],
    ],
    ['nothing', null, null, []],
    ['nothing between equals', { a: { b: [1] } }, { a: { b: [1] } }, []],
  ])('%s', (_name, before, after, expected) => {
    expect(fieldChanges(before, after).map(({ field, before, after }) => [field, before, after])).toEqual(expected)
  })
})
