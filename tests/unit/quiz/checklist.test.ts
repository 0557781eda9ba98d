import { describe, expect, test } from 'vitest'
import { type CheckedQuestion, type CheckedQuiz, checkQuiz, normalOption } from '@/lib/quiz/checklist'

type Changes = {
  kind?: string
  key?: string[]
  options?: string[]
  /** Texts by language and field: a is the first option. */
  words?: Record<string, Record<string, string>>
  stale?: string
  findings?: CheckedQuestion['findings']
  altTexts?: CheckedQuiz['altTexts']
}

const IMAGE = '00000000-0000-7000-8000-000000000001'

const whole = { stem: 'Which one?', a: 'One', b: 'Two', explanation: 'Because {option:a} is.' }

function quizOf({
  kind = 'single',
  key = ['a'],
  options = ['a', 'b'],
  words = {},
  stale,
  findings = [],
  altTexts = new Map(),
}: Changes): CheckedQuiz {
  const texts: Record<string, Record<string, string>> = { en: whole, ja: whole, ...words }
  const fieldOf = (name: string) => (options.includes(name) ? `option:${name}` : name)
  return {
    sourceLocale: 'en',
    locales: ['en', 'ja'],
    altTexts,
    questions: [
      {
        id: 'q',
        externalId: 'quiz/q1',
        position: 1,
        kind,
        options: options.map((id) => ({ id, externalId: id })),
        key,
        accepted: null,
        words: Object.entries(texts).map(([locale, fields]) => ({
          id: locale,
          locale,
          fields: Object.entries(fields).map(([name, markdown]) => ({
            field: fieldOf(name),
            optionId: options.includes(name) ? name : null,
            markdown,
            sourceRevision: 1,
          })),
        })),
        sourceRevisions: [{ field: 'stem', revision: stale === 'stem' ? 2 : 1 }],
        findings,
      },
    ],
  }
}

const found = (changes: Changes) =>
  checkQuiz(quizOf(changes)).map(({ severity, code, locale }) => `${severity} ${code}${locale ? ` ${locale}` : ''}`)
const altTexts = (texts: Record<string, string>) => new Map([[IMAGE, new Map(Object.entries(texts))]])
const inJapanese = (changes: Record<string, string>) => ({ words: { ja: { ...whole, ...changes } } })

test('a quiz that is whole has nothing on its list', () => {
  expect(found({})).toEqual([])
  expect(found({ kind: 'multiple', key: ['a', 'b'] })).toEqual([])
  expect(
    found({
      kind: 'open',
      key: [],
      options: [],
      words: { en: { stem: 'Why?', explanation: 'So.' }, ja: { stem: 'なぜ？', explanation: 'から。' } },
    }),
  ).toEqual([])
})

describe('blocks', () => {
  test('a quiz without questions', () => {
    expect(checkQuiz({ sourceLocale: 'en', locales: ['en'], questions: [], altTexts: new Map() })).toMatchObject([
      { severity: 'block', code: 'no-questions' },
    ])
  })
  test.each([
    ['no key', { key: [] }, 'block no-key'],
    ['a key of several where one may be right', { key: ['a', 'b'] }, 'block wrong-key-count'],
    ['a true or false with two keys', { kind: 'trueFalse', key: ['a', 'b'] }, 'block wrong-key-count'],
    [
      'one option',
      { options: ['a'], words: { en: { stem: 's', a: 'One' }, ja: { stem: 's', a: 'One' } } },
      'block too-few-options',
    ],
    ['options that read alike', inJapanese({ b: ' ｏｎｅ。' }), 'block duplicate-options ja'],
    ['options that differ in markup alone', inJapanese({ b: '**One**' }), 'block duplicate-options ja'],
    [
      'no words in its own language',
      { words: { en: { stem: 'Which?', a: 'One', b: '' } } },
      'block no-source-words en',
    ],
    ['a picture without words', inJapanese({ stem: 'どれ？\n\n![](/assets/quiz/figure.svg)' }), 'block no-alt ja'],
    [
      'a picture without words whose address stands below',
      inJapanese({ stem: 'どれ？\n\n![][figure]\n\n[figure]: /assets/quiz/figure.svg' }),
      'block no-alt ja',
    ],
    [
      'a picture with the words of another language',
      {
        ...inJapanese({ stem: `どれ？\n\n![A rack](/assets/images/${IMAGE}-20x10.webp)` }),
        altTexts: altTexts({ en: 'A rack' }),
      },
      'block foreign-alt ja',
    ],
    [
      'a picture with the words of another language, though it has its own',
      {
        ...inJapanese({ explanation: `![A rack](/assets/images/${IMAGE}-20x10.webp)` }),
        altTexts: altTexts({ en: 'A rack', ja: 'ラック' }),
      },
      'block foreign-alt ja',
    ],
  ] satisfies [string, Changes, string][])('%s', (_what, changes, line) => {
    expect(found(changes)).toContain(line)
  })

  test('do not keep a picture with words of its own, or the same words in both languages', () => {
    const shown = (alt: string, known: Record<string, string>) =>
      found({
        ...inJapanese({ stem: `どれ？\n\n![${alt}](/assets/images/${IMAGE}-20x10.webp)` }),
        altTexts: altTexts(known),
      })
    expect(shown('ラック', { en: 'A rack' })).toEqual([])
    expect(shown('GPU', { en: 'GPU', ja: 'GPU' })).toEqual([])
    expect(shown('A rack', {})).toEqual([])
  })
})

describe('warns of', () => {
  test.each([
    ['a language without the question', { words: { ja: {} } }, 'warn incomplete-words ja'],
    ['a missing option', inJapanese({ b: ' ' }), 'warn incomplete-words ja'],
    ['a missing explanation', inJapanese({ explanation: '' }), 'warn incomplete-words ja'],
    ['a source that has changed', { stale: 'stem' }, 'warn stale ja'],
    ['an option by its letter', inJapanese({ explanation: '正解は B です。' }), 'warn bare-option ja'],
    ['all of the above', inJapanese({ b: '上記のすべて' }), 'warn catch-all-option ja'],
    ['a link to nowhere', inJapanese({ explanation: '[ここ]()' }), 'warn bad-link ja'],
    ['a link that is none', inJapanese({ explanation: '[docs](http://a b)' }), 'warn bad-link ja'],
    ['a link into the application', inJapanese({ explanation: '[docs](../x.md)' }), 'warn bad-link ja'],
    ['an option that is not there', inJapanese({ explanation: '{option:z}' }), 'warn unknown-token ja'],
    ['HTML', inJapanese({ explanation: '<b>x</b>' }), 'warn raw-html ja'],
  ] satisfies [string, Changes, string][])('%s', (_what, changes, line) => {
    expect(found(changes)).toEqual([line])
  })

  test('a language that lacks the question', () => {
    const quiz = quizOf({})
    expect(checkQuiz({ ...quiz, locales: ['en', 'ja', 'ko'] })).toMatchObject([{ code: 'missing-words', locale: 'ko' }])
  })

  test('nothing where code differs in case, or an index looks like a link', () => {
    expect(found(inJapanese({ a: '`-v`', b: '`-V`' }))).toEqual([])
    expect(found(inJapanese({ explanation: '`[a](b)`' }))).toEqual([])
    expect(normalOption('~~x~~')).toBe('x')
    expect(normalOption('*')).not.toBe('')
  })
})

describe('what an import found', () => {
  const finding = {
    id: 'f',
    locale: null,
    code: 'no-answer',
    severity: 'error',
    message: 'There is no answer.',
    isAccepted: false,
  } as const
  test('blocks as an error, warns as a warning, and is silent once accepted', () => {
    expect(checkQuiz(quizOf({ findings: [finding] }))).toMatchObject([
      { severity: 'block', code: 'import-error', detail: 'There is no answer.', finding: { id: 'f' } },
    ])
    expect(found({ findings: [{ ...finding, severity: 'warning' }] })).toEqual(['warn import-warning'])
    expect(found({ findings: [{ ...finding, severity: 'info' }] })).toEqual([])
    expect(found({ findings: [{ ...finding, isAccepted: true }] })).toEqual([])
  })
  test('says nothing of what the words as they are now show by themselves', () => {
    expect(found({ findings: [{ ...finding, code: 'bare-option', severity: 'warning' }] })).toEqual([])
  })
})
