import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkContent, runCheck } from '@/lib/exchange/check'
import { draftOfContent } from '@/lib/exchange/content'
import { readContent } from '@/lib/exchange/formats/content/read'
import { quizDraftSchema } from '@/lib/quiz/schema'
import { contentFolder, kindsWords, kindsYaml, quizYaml, richKeysWords, richKeysYaml, wordsEn } from './sample-content'

const encode = (text: string) => new TextEncoder().encode(text)

async function check(changes: Parameters<typeof contentFolder>[0]) {
  const folder = await contentFolder(changes)
  const { problems } = await checkContent(folder)
  return problems.map(({ severity, file, line, code }) => ({
    severity,
    file: file.slice(folder.length + 1),
    line,
    code,
  }))
}

describe('a content folder', () => {
  it('is read whole', async () => {
    const folder = await contentFolder({ 'quizzes/sample/ja.md': wordsEn })
    const { topics, quizzes, problems } = await readContent(folder)
    expect(problems).toEqual([])
    expect(topics.map((topic) => topic.id)).toEqual(['serving', 'storage'])
    expect(quizzes.map((quiz) => [quiz.id, Object.keys(quiz.words)])).toEqual([['sample', ['en', 'ja']]])
  })

  it('may hold every kind of question and every rule', async () => {
    const folder = await contentFolder({ 'quizzes/kinds/quiz.yaml': kindsYaml, 'quizzes/kinds/en.md': kindsWords })
    const { quizzes, problems } = await readContent(folder)
    expect(problems).toEqual([])
    const draft = quizzes.flatMap((quiz) => (quiz.id === 'kinds' ? [draftOfContent(quiz)] : []))[0]
    expect(quizDraftSchema.safeParse(draft).error).toBeUndefined()
    expect(draft?.questions.map(({ kind, scoring }) => [kind, scoring])).toEqual([
      ['single', 'partial'],
      ['multiple', 'all'],
      ['trueFalse', 'partial'],
      ['open', 'partial'],
    ])
    expect(draft).toMatchObject({
      rules: { seconds: 90, graceSeconds: 60, reveal: 'date', attemptLimit: 3, waitSeconds: 86_400, shuffle: false },
      pools: [
        { topic: 'storage', draw: 2 },
        { topic: 'serving', draw: 1 },
      ],
    })
  })

  it('may hold orders, numbers and short texts, which become what is accepted', async () => {
    const folder = await contentFolder({ 'quizzes/keys/quiz.yaml': richKeysYaml, 'quizzes/keys/en.md': richKeysWords })
    const { quizzes, problems } = await readContent(folder)
    expect(problems).toEqual([])
    const draft = quizzes.flatMap((quiz) => (quiz.id === 'keys' ? [draftOfContent(quiz)] : []))[0]
    expect(quizDraftSchema.safeParse(draft).error).toBeUndefined()
    expect(draft?.questions.map(({ kind, key, accepted }) => [kind, key, accepted])).toMatchObject([
      ['ordering', ['b', 'c', 'a'], null],
      ['numeric', [], { value: '-12.5', tolerance: '5%', unit: 'MiB/s' }],
      ['numeric', [], { value: '12345678901234567890.10' }],
      ['numeric', [], { value: '42', tolerance: '0', unit: null }],
      ['shortText', [], { en: ['RWOP', 'Read, write: once'] }],
    ])
  })

  it('may hold notes and hidden files beside the format', async () => {
    expect(await check({ 'README.md': 'x', 'quizzes/.keep': '', 'quizzes/sample/.note': '' })).toEqual([])
  })

  const bad = encode(wordsEn)
  const at = wordsEn.indexOf('Two paragraphs')
  bad[at] = 0xe9

  it('says where a file stops being UTF-8', async () => {
    expect(await check({ 'quizzes/sample/ja.md': bad })).toEqual([
      { severity: 'error', file: 'quizzes/sample/ja.md', line: 5, code: 'not-utf-8' },
    ])
    const folder = await contentFolder({ 'quizzes/sample/ja.md': bad })
    const { problems } = await checkContent(folder)
    expect(problems[0]?.message).toContain(`byte offset ${at}`)
  })

  it('says so when a file ends inside a character, or is UTF-16', async () => {
    const cut = encode(`${wordsEn}\n日`).slice(0, -1)
    const folder = await contentFolder({
      'quizzes/sample/ja.md': cut,
      'quizzes/sample/es.md': new Uint8Array([0xff, 0xfe, 0x23, 0x00]),
    })
    const { problems } = await checkContent(folder)
    expect(problems.map((problem) => problem.message)).toEqual([
      expect.stringContaining('UTF-16'),
      expect.stringMatching(/middle of a character at byte offset \d+/),
    ])
  })

  it.each<[string, Parameters<typeof contentFolder>[0], object]>([
    ['no topics', { 'topics.yaml': null }, { file: 'topics.yaml', code: 'no-topics' }],
    ['no quiz.yaml', { 'quizzes/sample/quiz.yaml': null }, { file: 'quizzes/sample/quiz.yaml', code: 'no-quiz-yaml' }],
    ['no source language', { 'quizzes/sample/en.md': null }, { code: 'no-source-language' }],
    [
      'a bad language tag',
      { 'quizzes/sample/zh_Hans.md': wordsEn },
      { file: 'quizzes/sample/zh_Hans.md', code: 'bad-locale' },
    ],
    ['a misspelt language tag', { 'quizzes/sample/zh-hans.md': wordsEn }, { code: 'bad-locale', severity: 'error' }],
    ['a stray file', { 'quizzes/sample/en.txt': 'x' }, { code: 'unexpected-file', severity: 'warning' }],
    [
      'another folder name',
      { 'quizzes/sample/quiz.yaml': quizYaml.replace('id: sample', 'id: other') },
      { code: 'id-is-not-folder' },
    ],
    [
      'an unknown topic',
      { 'quizzes/sample/quiz.yaml': quizYaml.replace('[serving]', '[x]') },
      { code: 'unknown-topic', line: 7 },
    ],
  ])('reports %s', async (_name, changes, problem) => {
    const problems = await check(changes)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject(problem)
  })
})

describe('the check command', () => {
  async function call(...args: string[]) {
    const out: string[] = []
    const err: string[] = []
    const code = await runCheck(args, { out: (text) => out.push(text), err: (text) => err.push(text) })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }

  it('ends with 0 when there is nothing worse than a warning', async () => {
    const folder = await contentFolder({ 'quizzes/sample/ja.md': wordsEn.slice(0, wordsEn.indexOf('## disks')) })
    const { code, out } = await call(folder)
    expect(code).toBe(0)
    expect(out).toContain(`${join(folder, 'quizzes/sample/ja.md')}:`)
    expect(out).toContain('warning incomplete')
    expect(out).toContain('sample: 2 questions, published; en 2, ja 1\n0 errors, 1 warning')
  })

  it('ends with 1 when there is an error, and names file and line', async () => {
    const folder = await contentFolder({ 'quizzes/sample/quiz.yaml': quizYaml.replace('key: [first]', 'key: [none]') })
    const { code, out } = await call(folder)
    expect(code).toBe(1)
    expect(out).toContain(`${join(folder, 'quizzes/sample/quiz.yaml')}:10: error key-unknown-option:`)
    expect((await call(join(folder, 'nowhere'))).code).toBe(1)
  })

  it('prints one JSON document', async () => {
    const { code, out, err } = await call('--json', await contentFolder())
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual({
      problems: [],
      quizzes: [{ id: 'sample', status: 'published', sourceLocale: 'en', questions: 2, locales: { en: 2 } }],
    })
  })

  it('ends with 2 on wrong usage, and prints nothing to read', async () => {
    for (const args of [['--jason'], ['a', 'b']]) {
      const { code, out, err } = await call(...args)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('Usage:')
    }
  })
})
