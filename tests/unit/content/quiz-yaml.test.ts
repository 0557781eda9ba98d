import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '@/lib/attempt/rules-text'
import { isWritten } from '@/lib/exchange/formats/content/kinds'
import { parseQuizYaml, parseTopicsYaml, writeQuizYaml } from '@/lib/exchange/formats/content/quiz-yaml'
import {
  type ContentFrame,
  type ContentKind,
  type ContentQuestion,
  contentKinds,
  formatDuration,
  parseDuration,
  parsePassMark,
} from '@/lib/exchange/formats/content/schema'
import { edit, kindsYaml, quizYaml, richKeysYaml, topicsYaml } from './sample-content'

const topics = new Set(['serving', 'storage', 'security'])
const parse = (text: string) => parseQuizYaml(text, 'quiz.yaml', topics)

/** The rules of a quiz that says nothing of them. */
const usual: ContentFrame['rules'] = {
  seconds: null,
  graceSeconds: 10,
  reveal: 'each',
  revealAt: null,
  attemptLimit: null,
  waitSeconds: null,
  shuffle: true,
}

describe('quiz.yaml', () => {
  it('is read whole', () => {
    expect(parse(quizYaml)).toEqual({
      problems: [],
      quiz: {
        id: 'sample',
        sourceLocale: 'en',
        status: 'published',
        pass: { num: 7, den: 10 },
        rules: usual,
        pools: [],
        questions: [
          {
            id: 'first-word',
            topics: ['serving'],
            kind: 'single',
            scoring: 'partial',
            options: ['whole', 'first', 'gap'],
            key: ['first'],
            pinLast: ['gap'],
            sources: [{ url: 'https://a.example/metrics?x=1', verifiedOn: '2026-11-30' }],
          },
          {
            id: 'disks',
            topics: ['serving', 'storage'],
            kind: 'multiple',
            scoring: 'partial',
            options: ['block', 'object'],
            key: ['block', 'object'],
            pinLast: [],
            sources: [],
          },
        ],
      },
    })
  })

  it('is written back byte for byte', () => {
    const { quiz } = parse(quizYaml)
    expect(quiz && writeQuizYaml(quiz)).toBe(quizYaml)
  })

  it('reads back what it writes, whatever the ids and marks look like', () => {
    const quiz = {
      id: 'no',
      sourceLocale: 'zh-Hans',
      status: 'draft' as const,
      pass: { num: 665, den: 1000 },
      rules: usual,
      pools: [],
      questions: [
        {
          id: '12',
          topics: ['true'],
          kind: 'single' as const,
          scoring: 'partial' as const,
          options: ['1e3', 'null', '0b1f4c1e-0000-4000-8000-000000000000'],
          key: ['null'],
          pinLast: [],
          sources: [{ url: 'https://a.example/#x: "y"?z={1}'.replaceAll(' ', '%20'), verifiedOn: '2024-02-29' }],
        },
      ],
    }
    const text = writeQuizYaml(quiz)
    expect(parseQuizYaml(text, 'quiz.yaml')).toEqual({ quiz, problems: [] })
    expect(parseQuizYaml(writeQuizYaml({ ...quiz, questions: [] }), 'quiz.yaml').quiz).toEqual({
      ...quiz,
      questions: [],
    })
  })

  it.each([
    ['70%', { num: 70, den: 100 }],
    ['66.5 %', { num: 665, den: 1000 }],
    ['2 / 3', { num: 2, den: 3 }],
    ['0/1', { num: 0, den: 1 }],
    ['1/0', null],
    ['11/10', null],
    ['101%', null],
    ['-1/2', null],
    ['0.7', null],
  ])('pass mark %s', (text, pass) => {
    expect(parsePassMark(text)).toEqual(pass)
  })

  it.each<[code: string, from: string, to: string, offset?: number]>([
    ['unknown-topic', 'topics: [serving]', 'topics: [cooking]'],
    ['key-unknown-option', 'key: [first]', 'key: [second]'],
    ['single-key', 'key: [first]', 'key: [first, gap]'],
    ['pin-unknown-option', 'pinLast: [gap]', 'pinLast: [gip]'],
    ['too-few-options', 'options: [block, object]', 'options: [block]'],
    ['duplicate-id', 'options: [whole, first, gap]', 'options: [whole, first, gap, whole]'],
    ['duplicate-id', 'id: disks', 'id: first-word'],
    ['duplicate-entry', 'key: [block, object]', 'key: [block, block]'],
    ['bad-field', 'key: [first]', 'key: []'],
    ['bad-field', 'topics: [serving]', 'topics: []'],
    ['bad-field', 'kind: single', 'kind: essay'],
    ['open-with-options', 'kind: single\n    options', 'kind: open\n    options', 1],
    ['bad-id', 'id: disks', 'id: Disks of all kinds'],
    ['bad-date', 'verifiedOn: 2026-11-30', 'verifiedOn: 2026-02-30'],
    ['bad-date', 'verifiedOn: 2026-11-30', 'verifiedOn: yesterday'],
    ['bad-link', 'url: https://a.example/metrics?x=1', 'url: https:/a.example'],
    ['bad-link', 'url: https://a.example/metrics?x=1', 'url: ftp://a.example'],
    ['bad-pass-mark', 'passMark: 7/10', 'passMark: 0.7'],
    ['bad-pass-mark', 'passMark: 7/10', 'passMark: 12/10'],
    ['bad-locale', 'sourceLocale: en', 'sourceLocale: zh_Hans'],
    ['bad-locale', 'sourceLocale: en', 'sourceLocale: EN'],
    ['unknown-key', 'kind: single', 'kind: single\n    colour: first', 1],
    ['missing-field', 'id: disks\n    topics: [serving, storage]', 'id: disks'],
    ['duplicate-key', 'status: published', 'status: published\nstatus: draft', 1],
    ['yaml-syntax', 'options: [block, object]', 'options: [block, object', 1],
    ['yaml-syntax', 'kind: multiple', 'kind: multiple: no'],
  ])('reports %s on its line (%s -> %s)', (code, from, to, offset = 0) => {
    const edited = edit(quizYaml, from, to)
    const found = parse(edited.text).problems.find((problem) => problem.code === code)
    expect(found).toMatchObject({ severity: 'error', file: 'quiz.yaml', line: edited.line + offset })
    expect(found?.message).not.toBe('')
  })

  it('with every rule and kind is read whole, and written back byte for byte', () => {
    const { quiz, problems } = parse(kindsYaml)
    expect(problems).toEqual([])
    expect(quiz).toMatchObject({
      rules: {
        seconds: 90,
        graceSeconds: 60,
        reveal: 'date',
        revealAt: '2026-12-24T18:00:00+01:00',
        attemptLimit: 3,
        waitSeconds: 86_400,
        shuffle: false,
      },
      pools: [
        { topic: 'storage', draw: 2 },
        { topic: 'serving', draw: 1 },
      ],
      questions: [
        { id: 'one', kind: 'single', scoring: 'partial' },
        { id: 'several', kind: 'multiple', scoring: 'all' },
        { id: 'claim', kind: 'true-false', options: ['holds', 'fails'], key: ['fails'] },
        { id: 'why', kind: 'open', options: [], key: [] },
      ],
    })
    expect(quiz && writeQuizYaml(quiz)).toBe(kindsYaml)
  })

  it.each<[code: string, from: string, to: string, offset?: number]>([
    ['bad-duration', 'timeLimit: 90 s', 'timeLimit: 90'],
    ['bad-duration', 'timeLimit: 90 s', 'timeLimit: 0 min'],
    ['bad-duration', 'timeLimit: 90 s', 'timeLimit: 1.5 h'],
    ['bad-duration', 'timeLimit: 90 s', 'timeLimit: 9000000 h'],
    ['bad-duration', 'timeLimit: 90 s', 'timeLimit: -1 h'],
    ['bad-duration', 'grace: 1 min', 'grace: 301 s'],
    ['bad-duration', 'wait: 24 h', 'wait: tomorrow'],
    ['bad-reveal', 'reveal: 2026-12-24T18:00:00+01:00', 'reveal: 2026-12-24'],
    ['bad-reveal', 'reveal: 2026-12-24T18:00:00+01:00', 'reveal: 2026-12-24T18:00:00'],
    ['bad-reveal', 'reveal: 2026-12-24T18:00:00+01:00', 'reveal: 2026-02-30T18:00:00Z'],
    ['bad-reveal', 'reveal: 2026-12-24T18:00:00+01:00', 'reveal: date'],
    ['bad-count', 'attempts: 3', 'attempts: 0'],
    ['bad-count', 'attempts: 3', 'attempts: 1.5'],
    ['bad-count', 'attempts: 3', 'attempts: 3000000000'],
    ['bad-count', 'attempts: 3', 'attempts: three'],
    ['bad-field', 'shuffle: false', 'shuffle: no'],
    ['bad-count', 'draw: 2', 'draw: 0'],
    ['pool-too-small', 'draw: 2', 'draw: 3'],
    // The question on both topics is in the first pool.
    ['pool-too-small', 'draw: 1', 'draw: 3'],
    ['empty-pool', 'topic: serving', 'topic: security'],
    ['duplicate-entry', 'topic: serving', 'topic: storage'],
    ['unknown-topic', 'topic: serving', 'topic: cooking'],
    ['missing-field', '  - topic: serving\n    draw: 1', '  - topic: serving'],
    ['unknown-key', 'draw: 1', 'draw: 1\n    name: x', 1],
    ['bad-scoring', 'kind: single', 'kind: single\n    scoring: partial', 1],
    ['bad-field', 'scoring: all', 'scoring: half'],
    ['two-options', 'options: [holds, fails]', 'options: [holds, fails, both]'],
    ['too-few-options', 'options: [holds, fails]', 'options: [fails]'],
    ['single-key', 'key: [fails]', 'key: [fails, holds]'],
    ['missing-field', '    key: [fails]\n', '', -4],
    ['missing-field', '    options: [a, b, c]\n    key: [b]', '    key: [b]', -3],
    ['open-with-options', 'kind: open', 'kind: open\n    options: [a, b]', 1],
    ['open-with-options', 'kind: open', 'kind: open\n    key: [a]', 1],
    ['open-with-options', 'kind: open', 'kind: open\n    pinLast: [a]', 1],
  ])('reports %s on its line (%s -> %s)', (code, from, to, offset = 0) => {
    const edited = edit(kindsYaml, from, to)
    const found = parse(edited.text).problems.find((problem) => problem.code === code)
    expect(found).toMatchObject({ severity: 'error', file: 'quiz.yaml', line: edited.line + offset })
    expect(found?.message).toMatch(/^\S.*\.$/)
  })

  it('with orders, numbers and short texts is read exactly, and written back byte for byte', () => {
    const { quiz, problems } = parse(richKeysYaml)
    expect(problems).toEqual([])
    expect(
      quiz?.questions.map(({ kind, scoring, key, answer, accepted }) => [kind, scoring, key, answer ?? accepted]),
    ).toEqual([
      ['ordering', 'all', ['b', 'c', 'a'], undefined],
      ['numeric', 'partial', [], { value: '-12.5', tolerance: '5%', unit: 'MiB/s' }],
      ['numeric', 'partial', [], { value: '12345678901234567890.10', tolerance: '0.5', unit: null }],
      ['numeric', 'partial', [], { value: '42', tolerance: '0', unit: null }],
      ['short-text', 'partial', [], { en: ['RWOP', 'Read, write: once'], ja: ['単一 #1'], 'zh-Hans': ['no'] }],
    ])
    expect(quiz && writeQuizYaml(quiz)).toBe(richKeysYaml)
  })

  it.each<[code: string, from: string, to: string, offset?: number]>([
    ['incomplete-key', 'key: [b, c, a]', 'key: [b, c]'],
    ['duplicate-entry', 'key: [b, c, a]', 'key: [b, c, a, b]'],
    ['key-unknown-option', 'key: [b, c, a]', 'key: [b, c, a, d]'],
    ['pinned-order', 'key: [b, c, a]', 'key: [b, c, a]\n    pinLast: [a]', 1],
    ['too-few-options', 'options: [a, b, c]', 'options: [a, b]'],
    ['missing-field', '    answer:\n      value: 42\n', '', -3],
    ['missing-field', 'value: 42', 'unit: x', -1],
    ['bad-answer', '      value: 42\n', '', -1],
    ['bad-answer', 'value: 42', 'value: a lot'],
    ['bad-answer', 'value: 42', 'value: 1e9000'],
    ['bad-answer', 'value: 42', 'value: 1e21'],
    ['bad-answer', 'value: 42', 'value: 1234567890123456789'],
    ['bad-answer', 'value: 42', 'value: [42]'],
    ['bad-answer', 'tolerance: 5%', 'tolerance: -1'],
    ['bad-answer', 'tolerance: 5%', 'tolerance: five'],
    ['bad-answer', 'unit: "MiB/s"', 'unit: ""'],
    ['unknown-key', 'value: 42', 'value: 42\n      units: x', 1],
    ['bad-answer', '    answer:\n      value: 42', '    answer: 42'],
    ['bad-answer', 'key: [b, c, a]', 'key: [b, c, a]\n    answer:\n      value: 1', 1],
    ['bad-answer', 'key: [b, c, a]', 'key: [b, c, a]\n    accepted:\n      en: [x]', 1],
    ['open-with-options', 'kind: short-text', 'kind: short-text\n    options: [a, b]', 1],
    ['bad-scoring', 'kind: short-text', 'kind: short-text\n    scoring: all', 1],
    ['duplicate-entry', 'en: [RWOP, "Read, write: once"]', 'en: [RWOP, "rwop."]'],
    ['bad-locale', 'ja: [', 'JA: ['],
    ['bad-field', 'ja: ["単一 #1"]', 'ja: []'],
    ['bad-field', 'ja: ["単一 #1"]', 'ja: 単一'],
  ])('with orders, numbers or short texts reports %s on its line (%s -> %s)', (code, from, to, offset = 0) => {
    const edited = edit(richKeysYaml, from, to)
    const found = parse(edited.text).problems.find((problem) => problem.code === code)
    expect(found).toMatchObject({ severity: 'error', file: 'quiz.yaml', line: edited.line + offset })
    expect(found?.message).toMatch(/^\S.*\.$/)
  })

  it.each([
    ['1 h', 3600],
    ['90 min', 5400],
    ['20min', 1200],
    ['0 s', 0],
    ['8784 h', 31_622_400],
    ['8785 h', null],
    ['1 day', null],
    ['1 hour', null],
    ['h', null],
    ['', null],
  ])('a time of %s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  it('gives back every rule, pool and kind that it writes', () => {
    const name = fc.stringMatching(/^[a-z0-9]{1,6}$/)
    const names = (minLength: number, maxLength = 4) => fc.uniqueArray(name, { minLength, maxLength })
    const seconds = fc.oneof(fc.integer({ min: 1, max: 31_622_400 }), fc.constantFrom(1, 60, 3600, 86_400))
    const moment = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => ({ reveal: 'date' as const, revealAt: date.toISOString() }))
    const rules = fc
      .record({
        seconds: fc.option(seconds),
        graceSeconds: fc.integer({ min: 0, max: 300 }),
        attemptLimit: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
        waitSeconds: fc.option(fc.oneof(fc.constant(0), seconds)),
        shuffle: fc.boolean(),
      })
      .chain((rest) =>
        fc
          .oneof(
            moment,
            fc
              .constantFrom('each' as const, 'end' as const, 'never' as const)
              .map((reveal) => ({ reveal, revealAt: null })),
          )
          .map((reveal) => ({ ...rest, ...reveal })),
      )
    const figures = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.stringMatching(/^(\.\d{1,8})?$/))
      .map((parts) => parts.join(''))
    const answer = fc.record({
      value: fc.tuple(fc.constantFrom('', '-'), figures).map((parts) => parts.join('')),
      tolerance: fc.tuple(figures, fc.constantFrom('', '%')).map((parts) => parts.join('')),
      unit: fc.option(fc.constantFrom('ms', 'GiB/s', '%', 'yes', '- 1', '人')),
    })
    const accepted = fc.dictionary(
      fc.constantFrom('en', 'ja', 'no', 'zh-Hans'),
      fc.uniqueArray(
        fc
          .string({ minLength: 1, maxLength: 12 })
          .map((text) => text.trim())
          .filter((text) => text !== ''),
        {
          minLength: 1,
          maxLength: 3,
          selector: foldText,
        },
      ),
      { minKeys: 1 },
    )
    const question = (kind: ContentQuestion['kind']): fc.Arbitrary<ContentQuestion> =>
      fc
        .record({
          topics: names(1),
          options: isWritten(kind)
            ? fc.constant<string[]>([])
            : names(kind === 'ordering' ? 3 : 2, kind === 'true-false' ? 2 : 6),
          scoring:
            kind === 'multiple' || kind === 'ordering'
              ? fc.constantFrom('partial' as const, 'all' as const)
              : fc.constant('partial' as const),
          right: fc.integer({ min: 1, max: 6 }),
          answer,
          accepted,
        })
        .map(({ topics, options, scoring, right, answer, accepted }) => ({
          id: kind,
          kind,
          topics,
          options,
          scoring,
          key: kind === 'ordering' ? options.toReversed() : options.slice(0, kind === 'multiple' ? right : 1),
          ...(kind === 'numeric' && { answer }),
          ...(kind === 'short-text' && { accepted }),
          pinLast: [],
          sources: [],
        }))
    const questions = fc.tuple(
      question('single'),
      ...(Object.keys(contentKinds) as ContentKind[]).slice(1).map(question),
    )
    fc.assert(
      fc.property(rules, questions, (rules, questions) => {
        const [topic = ''] = questions[0].topics
        const quiz: ContentFrame = {
          id: 'a',
          sourceLocale: 'en',
          status: 'draft',
          pass: { num: 1, den: 2 },
          rules,
          pools: [{ topic, draw: 1 }],
          questions,
        }
        const text = writeQuizYaml(quiz)
        const read = parseQuizYaml(text, 'quiz.yaml')
        expect(read).toEqual({ quiz, problems: [] })
        expect(read.quiz && writeQuizYaml(read.quiz)).toBe(text)
      }),
      { numRuns: 200, seed: 11 },
    )
  })

  it('writes a time in its largest whole unit', () => {
    expect([0, 59, 60, 90, 3600, 5400, 86_400].map(formatDuration)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '90 s',
      '1 h',
      '90 min',
      '24 h',
    ])
  })

  it.each(['', '- a', 'text', '&a [*a]', '!!js/function x', '\u0000'])('survives %j', (text) => {
    const { quiz, problems } = parse(text)
    expect(quiz).toBeNull()
    expect(problems.some((problem) => problem.severity === 'error')).toBe(true)
  })

  it('refuses aliases that multiply', () => {
    const levels = Array.from({ length: 12 }, (_, at) => `l${at}: &l${at} [${`*l${at - 1},`.repeat(at === 0 ? 0 : 9)}]`)
    expect(parse(levels.join('\n')).quiz).toBeNull()
  })

  it('lets a draft be empty, and no published quiz', () => {
    const empty = 'id: a\nsourceLocale: en\nstatus: draft\npassMark: 1/2\nquestions: []\n'
    expect(parse(empty).problems).toEqual([])
    expect(parse(empty.replace('draft', 'published')).problems).toMatchObject([{ code: 'no-questions', line: 5 }])
  })

  it('takes topics as they come when nobody says which exist', () => {
    expect(parseQuizYaml(quizYaml.replaceAll('serving', 'cooking'), 'quiz.yaml').problems).toEqual([])
  })
})

describe('topics.yaml', () => {
  it('is read', () => {
    const { topics: read, problems } = parseTopicsYaml(topicsYaml, 'topics.yaml')
    expect(problems).toEqual([])
    expect(read).toEqual([
      { id: 'serving', names: { en: 'Serving', ja: '推論' }, terms: ['TTFT'] },
      { id: 'storage', names: { en: 'Storage' }, terms: [] },
    ])
  })

  it.each([
    ['duplicate-id', 'id: storage', 'id: serving'],
    ['bad-locale', 'ja: 推論', 'j_a: 推論'],
    ['bad-locale', '{ en: Storage }', '{}'],
    ['unknown-key', 'terms: [TTFT]', 'words: [TTFT]'],
  ])('reports %s (%s -> %s)', (code, from, to) => {
    const edited = edit(topicsYaml, from, to)
    expect(parseTopicsYaml(edited.text, 'topics.yaml').problems).toMatchObject([{ code, line: edited.line }])
  })
})
