import { describe, expect, test } from 'vitest'
import { fraction } from '@/lib/attempt/fraction'
import { type AcceptedAnswer, NO_OPTION } from '@/lib/attempt/schema'
import { type AnswerRow, type KeyRow, openQuestion, revealedQuestion, type Words } from '@/lib/attempt/view'

const answer: AnswerRow = {
  position: 4,
  optionOrder: ['id-c', 'id-a', 'id-b'],
  picks: ['id-a'],
  text: null,
  unit: null,
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
  accepted: null,
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
      'unit',
    ])
    for (const option of open.options)
      expect(Object.keys(option).sort()).toEqual(['id', 'letter', 'picked', 'place', 'text'])
    expect(JSON.stringify(open)).not.toMatch(/SECRET|award|key|right/)
  })

  test('shows the options in the stored order with letters from it', () => {
    expect(openQuestion(answer, { words, beside: null, wanted: 'zh-TW' }).options).toEqual([
      { id: 'id-c', letter: 'A', text: 'Text c', picked: false, place: null },
      { id: 'id-a', letter: 'B', text: 'Text a', picked: true, place: null },
      { id: 'id-b', letter: 'C', text: 'Text b', picked: false, place: null },
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
      'accepted',
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
      'unit',
      'verdict',
    ])
    for (const option of revealed.options)
      expect(Object.keys(option).sort()).toEqual([
        'feedback',
        'id',
        'letter',
        'picked',
        'place',
        'right',
        'rightPlace',
        'text',
      ])
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

describe('an order', () => {
  const given = { ...answer, picks: ['id-b', NO_OPTION, 'id-c'], version: { kind: 'ordering' as const } }
  const wording = { words, beside: null, wanted: 'zh-TW' }

  test('shows the places that were given and, before it is revealed, nothing of the right ones', () => {
    const open = openQuestion(given, wording)
    expect(open.options.map(({ id, place, picked }) => [id, place, picked])).toEqual([
      ['id-c', 3, true],
      ['id-a', null, false],
      ['id-b', 1, true],
    ])
    expect(JSON.stringify(open)).not.toMatch(/SECRET|right/)
  })

  test('shows the right places once it is revealed', () => {
    const right = { ...key, optionIds: ['id-b', 'id-c', 'id-a'] }
    const { options } = revealedQuestion(given, wording, right)
    expect(options.map(({ id, place, rightPlace, right }) => [id, place, rightPlace, right])).toEqual([
      ['id-c', 3, 2, false],
      ['id-a', null, 3, false],
      ['id-b', 1, 1, true],
    ])
  })
})

describe('what is answered in writing', () => {
  const wording = { words, beside: null, wanted: 'zh-TW' }
  const given = { ...answer, optionOrder: [], picks: [], text: '1,500' }

  test.each([
    ['numeric', { value: '1234', tolerance: '56', unit: 'GB' }, 'GB'],
    ['shortText', { en: ['SECRET'] }, null],
  ] as const)('shows as %s what is accepted only once it is revealed', (kind, accepted, unit) => {
    const row = { ...given, unit, version: { kind } }
    const open = openQuestion(row, wording)
    expect(open).toMatchObject({ text: '1,500', unit, options: [] })
    expect(open).not.toHaveProperty('accepted')
    expect(JSON.stringify(open)).not.toMatch(/SECRET|1234|56/)
    const revealed = revealedQuestion(row, wording, {
      ...key,
      optionIds: [],
      accepted: structuredClone(accepted) as AcceptedAnswer,
    })
    expect(revealed).toMatchObject({ text: '1,500', unit, accepted })
  })
})
