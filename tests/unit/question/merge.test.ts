import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordDiff } from '@/lib/question/rules-diff'
import { mergeOrder, mergeSet, mergeSources, mergeText, mergeWhole } from '@/lib/question/rules-merge'

describe('a text', () => {
  test('is written as it is where nothing else was stored meanwhile', () => {
    expect(mergeText('One.', 'One.', 'Two.', 'en')).toEqual({ status: 'merged', value: 'Two.', theirs: false })
    expect(mergeText('One.', 'Two.', 'Two.', 'en')).toEqual({ status: 'merged', value: 'Two.', theirs: false })
  })

  test('that two change in different sentences or lines holds both', () => {
    expect(
      mergeText('One is. Two is. Three is.', 'One was. Two is. Three is.', 'One is. Two is. Three was.', 'en'),
    ).toEqual({
      status: 'merged',
      value: 'One was. Two is. Three was.',
      theirs: true,
    })
    expect(mergeText('a\n\nb\n', 'a\n\nb\nc\n', 'x\n\nb\n', 'en')).toMatchObject({ value: 'x\n\nb\nc\n' })
    expect(
      mergeText(
        '一つ目です。二つ目です。三つ目です。',
        '一つ目だ。二つ目です。三つ目です。',
        '一つ目です。二つ目です。三つ目だ。',
        'ja',
      ),
    ).toMatchObject({
      value: '一つ目だ。二つ目です。三つ目だ。',
    })
  })

  test('of which two change one sentence is a conflict that holds both', () => {
    const merge = mergeText('A disk is fast.', 'A disk is slow.', 'A drive is fast.', 'en')
    expect(merge).toEqual({ status: 'conflict', combined: 'A disk is slow.\nA drive is fast.' })
  })

  test('may hold words that name what every object has', () => {
    expect(mergeText('a\nb\nconstructor', 'a\nb\n__proto__', 'x\nb\nconstructor', 'en')).toMatchObject({
      value: 'x\nb\n__proto__',
    })
  })

  const text = fc
    .array(fc.constantFrom('One is. ', 'Two.\n', 'three ', '四つ。', '\n'), { maxLength: 8 })
    .map((all) => all.join(''))

  test('never loses what only one of two wrote', () => {
    fc.assert(
      fc.property(text, text, (base, mine) => {
        expect(mergeText(base, base, mine, 'en')).toMatchObject({ value: mine })
        expect(mergeText(base, mine, base, 'en')).toMatchObject({ value: mine })
      }),
    )
    fc.assert(
      fc.property(text, fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (base, first, last) => {
        const [start, end] = [`S${first.replaceAll('\n', '')}\n`, `E${last.replaceAll('\n', '')}\n`]
        const merge = mergeText(`m\n${base}\nm\n`, `${start}m\n${base}\nm\n`, `m\n${base}\nm\n${end}`, 'en')
        const value = merge.status === 'merged' ? merge.value : merge.combined
        expect(value).toContain(start)
        expect(value).toContain(end)
      }),
    )
  })
})

test('what cannot be taken apart is merged only where one side left it alone', () => {
  expect(mergeWhole('a', 'b', 'a')).toEqual({ status: 'merged', value: 'b', theirs: true })
  expect(mergeWhole('a', 'b', 'c')).toEqual({ status: 'conflict', combined: 'c' })
})

test('a set takes what either side added and loses what either took away', () => {
  expect(mergeSet(['a', 'b'], ['b', 'c'], ['a', 'b', 'd'])).toEqual({
    status: 'merged',
    value: ['b', 'c', 'd'],
    theirs: true,
  })
  expect(mergeSet(['a'], ['a'], ['b'])).toEqual({ status: 'merged', value: ['b'], theirs: false })
})

test('an order takes one side’s moves with what the other added or took away', () => {
  expect(mergeOrder(['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['c', 'a', 'b'])).toMatchObject({
    value: ['c', 'a', 'b', 'd'],
  })
  expect(mergeOrder(['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'b'])).toMatchObject({ value: ['a', 'b'] })
  expect(mergeOrder(['a', 'b', 'c'], ['c', 'b', 'a'], ['a', 'c'])).toMatchObject({ value: ['c', 'a'] })
  expect(mergeOrder(['a', 'b', 'c'], ['c', 'a', 'b'], ['b', 'a', 'c'])).toMatchObject({ status: 'conflict' })
})

test('sources are merged by address', () => {
  const line = (url: string, verifiedOn = '2026-01-01') => ({ url, verifiedOn })
  expect(mergeSources([line('a')], [line('a'), line('b')], [line('a', '2026-02-01')])).toMatchObject({
    status: 'merged',
    value: [line('a', '2026-02-01'), line('b')],
  })
  expect(mergeSources([line('a')], [line('a', '2026-03-01')], [line('a', '2026-02-01')])).toMatchObject({
    status: 'conflict',
  })
  expect(mergeSources([line('a')], [], [line('a')])).toMatchObject({ value: [] })
})

describe('a word diff', () => {
  test('goes by the words of the language', () => {
    const changed = (before: string, after: string, locale: string) =>
      wordDiff(before, after, locale).filter(({ is }) => is !== 'same')
    expect(changed('A disk is fast.', 'A disk is slow.', 'en')).toEqual([
      { text: 'fast', is: 'removed' },
      { text: 'slow', is: 'added' },
    ])
    expect(changed('ディスクは速いです。', 'ディスクは遅いです。', 'ja')).toEqual([
      { text: '速い', is: 'removed' },
      { text: '遅い', is: 'added' },
    ])
    expect(changed('这个磁盘很快', '这个网络很快', 'zh-Hans')).toEqual([
      { text: '磁盘', is: 'removed' },
      { text: '网络', is: 'added' },
    ])
  })

  test('shows a sentence written anew as a whole, and two changes far apart as two', () => {
    expect(wordDiff('Pods wait for the disk.', 'Nodes ask the registry twice.', 'en')).toEqual([
      { text: 'Pods wait for the disk', is: 'removed' },
      { text: 'Nodes ask the registry twice', is: 'added' },
      { text: '.', is: 'same' },
    ])
    const parts = wordDiff('A disk is fast, and a network is slow.', 'A disk is slow, and a network is fast.', 'en')
    expect(parts.map(({ is }) => is)).toEqual(['same', 'removed', 'added', 'same', 'removed', 'added', 'same'])
  })

  test('leaves nothing out of either side', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const parts = wordDiff(before, after, 'en')
        const side = (without: string) =>
          parts
            .filter(({ is }) => is !== without)
            .map(({ text }) => text)
            .join('')
        expect([side('added'), side('removed')]).toEqual([before, after])
      }),
    )
  })
})
