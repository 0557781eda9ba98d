import { describe, expect, it } from 'vitest'
import { parseQuizYaml, parseTopicsYaml, writeQuizYaml } from '@/lib/exchange/formats/content/quiz-yaml'
import { parsePassMark } from '@/lib/exchange/formats/content/schema'
import { edit, quizYaml, topicsYaml } from './sample-content'

const topics = new Set(['serving', 'storage'])
const parse = (text: string) => parseQuizYaml(text, 'quiz.yaml', topics)

describe('quiz.yaml', () => {
  it('is read whole', () => {
    expect(parse(quizYaml)).toEqual({
      problems: [],
      quiz: {
        id: 'sample',
        sourceLocale: 'en',
        status: 'published',
        pass: { num: 7, den: 10 },
        questions: [
          {
            id: 'first-word',
            topics: ['serving'],
            kind: 'single',
            options: ['whole', 'first', 'gap'],
            key: ['first'],
            pinLast: ['gap'],
            sources: [{ url: 'https://a.example/metrics?x=1', verifiedOn: '2026-11-30' }],
          },
          {
            id: 'disks',
            topics: ['serving', 'storage'],
            kind: 'multiple',
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
      questions: [
        {
          id: '12',
          topics: ['true'],
          kind: 'single' as const,
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
    ['bad-field', 'kind: single', 'kind: open'],
    ['bad-id', 'id: disks', 'id: Disks of all kinds'],
    ['bad-date', 'verifiedOn: 2026-11-30', 'verifiedOn: 2026-02-30'],
    ['bad-date', 'verifiedOn: 2026-11-30', 'verifiedOn: yesterday'],
    ['bad-link', 'url: https://a.example/metrics?x=1', 'url: https:/a.example'],
    ['bad-link', 'url: https://a.example/metrics?x=1', 'url: ftp://a.example'],
    ['bad-pass-mark', 'passMark: 7/10', 'passMark: 0.7'],
    ['bad-pass-mark', 'passMark: 7/10', 'passMark: 12/10'],
    ['bad-locale', 'sourceLocale: en', 'sourceLocale: zh_Hans'],
    ['bad-locale', 'sourceLocale: en', 'sourceLocale: EN'],
    ['unknown-key', 'kind: single', 'kind: single\n    answer: first', 1],
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
