import { describe, expect, test } from 'vitest'
import { fraction } from '@/lib/attempt/fraction'
import { type AnswerRow, type KeyRow, openQuestion, revealedQuestion, type Words } from '@/lib/attempt/view'

const answer: AnswerRow = {
  position: 4,
  optionOrder: ['id-c', 'id-a', 'id-b'],
  picks: ['id-a'],
  text: null,
  confidence: 'unsure',
  flagged: true,
  seq: 7,
  savedAt: new Date('2026-11-30T10:00:00Z'),
  version: { kind: 'single' },
}
const words: Words = {
  id: 'words-1',
  locale: 'zh-Hant',
  fields: [
    { field: 'stem', markdown: 'Stem' },
    { field: 'option:id-a', markdown: 'Text a' },
    { field: 'option:id-b', markdown: 'Text b' },
    { field: 'option:id-c', markdown: 'Text c' },
    { field: 'explanation', markdown: 'SECRET explanation' },
    { field: 'feedback:id-a', markdown: 'SECRET feedback' },
  ],
}
const key: KeyRow = {
  optionIds: ['id-b'],
  verdict: 'wrong',
  award: fraction(0, 1),
  selfAssessment: null,
  externalIds: new Map([
    ['id-a', 'alpha'],
    ['id-b', 'beta'],
    ['id-c', 'gamma'],
  ]),
  sources: [{ url: 'https://docs.example.com/', verifiedOn: '2026-11-29' }],
}

describe('an open question', () => {
  test('has the allowed keys and no others, whatever the rows carry', () => {
    const laden = {
      ...answer,
      key: ['id-b'],
      awardNum: 1,
      version: { ...answer.version, key: { optionIds: ['id-b'] } },
    }
    const open = openQuestion(laden, { words, beside: null, wanted: 'zh-TW' })
    expect(Object.keys(open).sort()).toEqual([
      'beside',
      'confidence',
      'flagged',
      'isFallback',
      'kind',
      'locale',
      'number',
      'options',
      'position',
      'savedAt',
      'state',
      'stem',
      'text',
      'translationId',
    ])
    for (const option of open.options) expect(Object.keys(option).sort()).toEqual(['id', 'letter', 'picked', 'text'])
    expect(JSON.stringify(open)).not.toMatch(/SECRET|award|key|right/)
  })

  test('shows the options in the stored order with letters from it', () => {
    expect(openQuestion(answer, { words, beside: null, wanted: 'zh-TW' }).options).toEqual([
      { id: 'id-c', letter: 'A', text: 'Text c', picked: false },
      { id: 'id-a', letter: 'B', text: 'Text a', picked: true },
      { id: 'id-b', letter: 'C', text: 'Text b', picked: false },
    ])
  })

  test('says when it is not in the language asked for', () => {
    expect(openQuestion(answer, { words, beside: null, wanted: 'zh-TW' })).toMatchObject({
      locale: 'zh-Hant',
      isFallback: false,
    })
    expect(openQuestion(answer, { words, beside: null, wanted: 'zh-Hans' })).toMatchObject({
      locale: 'zh-Hant',
      isFallback: true,
    })
  })

  test('that was never saved has number 0 and no time', () => {
    expect(
      openQuestion({ ...answer, seq: 0, savedAt: null, picks: [] }, { words, beside: null, wanted: 'zh-TW' }),
    ).toMatchObject({
      number: 0,
      savedAt: null,
    })
  })
})

describe('a revealed question', () => {
  const revealed = revealedQuestion(answer, { words, beside: null, wanted: 'zh-TW' }, key)

  test('has the allowed keys and no others', () => {
    expect(Object.keys(revealed).sort()).toEqual([
      'award',
      'beside',
      'confidence',
      'explanation',
      'flagged',
      'isFallback',
      'kind',
      'letters',
      'locale',
      'number',
      'options',
      'position',
      'savedAt',
      'selfAssessment',
      'sources',
      'state',
      'stem',
      'text',
      'translationId',
      'verdict',
    ])
    for (const option of revealed.options)
      expect(Object.keys(option).sort()).toEqual(['feedback', 'id', 'letter', 'picked', 'right', 'text'])
  })

  test('names options by the letters shown', () => {
    expect(revealed.letters).toEqual({ gamma: 'A', alpha: 'B', beta: 'C' })
    expect(revealed.options.map(({ letter, right, feedback }) => [letter, right, feedback])).toEqual([
      ['A', false, null],
      ['B', false, 'SECRET feedback'],
      ['C', true, null],
    ])
  })

  test('shows the day of its sources, without a time', () => {
    expect(revealed.sources).toEqual([{ url: 'https://docs.example.com/', verifiedOn: '2026-11-29' }])
  })
})
