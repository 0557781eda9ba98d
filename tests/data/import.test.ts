import { describe, expect, test } from 'vitest'
import { actAs, operator } from '@/lib/access/viewer'
import { getQuestion } from '@/lib/attempt/queries/get-question'
import { db } from '@/lib/db/client'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { importPages } from '@/lib/exchange/import/import-pages'
import type { PageFile } from '@/lib/exchange/schema'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { startQuiz } from '../factories/attempts'
import { type PageQuestion, quizPage } from '../factories/pages'
import { createViewer } from '../factories/people'
import { testDatabase } from './database'

testDatabase()

const english: PageQuestion[] = [
  {
    stem: 'Which Git command shows what `git commit` would record?',
    options: ['`git log`', '`git diff --staged`', '`git stash`', '`git fetch`'],
    key: 'B',
    explanation: 'The index is what `git diff --staged` compares with the last commit.',
  },
  {
    stem: 'How many commits does `git bisect` test at most among 1000?',
    options: ['About 10', 'About 100', 'Exactly 500', 'All 1000'],
    key: 'A',
    explanation: 'Each test halves the range, and 2^10 is 1024.',
  },
]
const spanish: PageQuestion[] = [
  {
    stem: '¿Qué orden de Git muestra lo que registraría `git commit`?',
    options: ['`git log`', '`git diff --staged`', '`git stash`', '`git fetch`'],
    key: 'B',
    explanation: 'El índice es lo que `git diff --staged` compara con la última confirmación.',
  },
  {
    stem: '¿Cuántas confirmaciones prueba `git bisect` como máximo entre 1000?',
    options: ['Unas 10', 'Unas 100', 'Exactamente 500', 'Las 1000'],
    key: 'A',
    explanation: 'Cada prueba divide el intervalo por la mitad, y 2^10 es 1024.',
  },
]

const options = { slug: null, source: null, topics: [], dryRun: false }
const importAs = (pages: PageFile[], more: Partial<typeof options | { slug: string; source: string }> = {}) =>
  actAs(operator, () => importPages(pages, { ...options, ...more }))
const errors = (outcome: { findings: { severity: string; code: string; file: string; line: number }[] }) =>
  outcome.findings.filter(({ severity }) => severity === 'error')

async function counts(): Promise<number[]> {
  return Promise.all([db().quiz.count(), db().question.count(), db().translation.count(), db().importRun.count()])
}

describe('importing pages', () => {
  test('makes one draft quiz in several languages, which can be taken once it is published', async () => {
    const pages = [
      quizPage('git/en.md', 'en', 'Git basics', english),
      quizPage('git/es.md', 'es', 'Git básico', spanish),
    ]
    const outcome = await importAs(pages)
    expect(outcome).toMatchObject({
      status: 'imported',
      report: { slug: 'git-basics', created: true, questions: { added: 2 }, locales: ['en', 'es'] },
    })
    const quiz = await db().quiz.findUniqueOrThrow({ where: { slug: 'git-basics' }, include: { importRuns: true } })
    expect(quiz).toMatchObject({ status: 'draft', sourceLocale: 'en' })
    expect(quiz.importRuns).toHaveLength(1)

    const viewer = await createViewer({ contentLocales: ['es'] })
    await actAs(operator, () => publishQuiz('git-basics'))
    const attemptId = await startQuiz(viewer, 'git-basics')
    const shown = await actAs(viewer, () => getQuestion(attemptId, 1))
    expect(shown && 'question' in shown && shown.question).toMatchObject({
      locale: 'es',
      isFallback: false,
      stem: spanish[0]?.stem,
    })
  })

  test('changes nothing when the same pages come again, and only words when only words changed', async () => {
    const pages = [
      quizPage('again/en.md', 'en', 'Git again', english),
      quizPage('again/es.md', 'es', 'Git otra vez', spanish),
    ]
    await importAs(pages)
    await actAs(operator, () => publishQuiz('git-again'))
    expect(await importAs(pages)).toMatchObject({ report: { created: false, questions: { unchanged: 2 } } })

    const mended = spanish.map((question) => ({ ...question, explanation: `${question.explanation} Siempre.` }))
    const second = await importAs([pages[0] as PageFile, quizPage('again/es.md', 'es', 'Git otra vez', mended)])
    expect(second).toMatchObject({ report: { questions: { newWords: 2, newVersion: 0 } } })

    const rekeyed = [english, spanish].map((questions) =>
      questions.map((question, index) => (index === 0 ? { ...question, key: 'C' } : question)),
    )
    const third = await importAs([
      quizPage('again/en.md', 'en', 'Git again', rekeyed[0] ?? []),
      quizPage('again/es.md', 'es', 'Git otra vez', rekeyed[1] ?? []),
    ])
    expect(third).toMatchObject({ report: { questions: { newVersion: 1 } } })
    const versions = await db().questionVersion.findMany({
      where: { question: { externalId: 'git-again/q1' } },
      orderBy: { number: 'asc' },
    })
    expect(versions.map(({ number, status }) => [number, status])).toEqual([
      [1, 'published'],
      [2, 'draft'],
    ])
  })

  test.each([
    {
      what: 'a translation whose key differs',
      make: () => [
        quizPage('k/en.md', 'en', 'Keys', english),
        quizPage('k/es.md', 'es', 'Claves', [
          { ...(spanish[0] as PageQuestion), key: 'C' },
          spanish[1] as PageQuestion,
        ]),
      ],
      code: 'key-differs',
      file: 'k/es.md',
    },
    {
      what: 'a page in a language that is there already',
      make: () => [quizPage('s/1.md', 'en', 'Same', english), quizPage('s/2.md', 'en', 'Same', english)],
      code: 'same-language',
      file: 's/2.md',
    },
    {
      what: 'no word on which language leads',
      make: () => [
        quizPage('n/es.md', 'es', 'Guía', spanish),
        quizPage(
          'n/ja.md',
          'ja',
          'ガイド',
          spanish.map((question) => ({ ...question, stem: `${question.stem} とは何ですか` })),
        ),
      ],
      code: 'no-source',
      file: 'n/es.md',
    },
    {
      what: 'a page without questions',
      make: () => [readDocsPage(Buffer.from('# Only words\n\nNothing to ask.\n'), { file: 'w/en.md', locale: 'en' })],
      code: 'no-questions',
      file: 'w/en.md',
    },
    {
      what: 'a page that is not text',
      make: () => [readDocsPage(Buffer.from([0x23, 0x20, 0xff, 0xfe, 0xfd]), { file: 'b/en.md', locale: 'en' })],
      code: undefined,
      file: 'b/en.md',
    },
  ])('refuses $what by name, and writes nothing', async ({ make, code, file }) => {
    const before = await counts()
    const outcome = await importAs(make())
    expect(outcome.status).toBe('refused')
    expect(errors(outcome).map((finding) => finding.file)).toContain(file)
    if (code) expect(errors(outcome).map((finding) => finding.code)).toContain(code)
    expect(await counts()).toEqual(before)
  })

  test('names the line of a key that differs', async () => {
    const outcome = await importAs([
      quizPage('l/en.md', 'en', 'Lines', english),
      quizPage('l/es.md', 'es', 'Líneas', [spanish[0] as PageQuestion, { ...(spanish[1] as PageQuestion), key: 'D' }]),
    ])
    const [finding] = errors(outcome)
    expect(finding).toMatchObject({ code: 'key-differs', file: 'l/es.md' })
    expect(finding?.line).toBeGreaterThan(10)
  })

  test('takes a question that one language lacks, and shows it in the leading one', async () => {
    await importAs([
      quizPage('m/en.md', 'en', 'Missing', english),
      quizPage('m/es.md', 'es', 'Falta', [spanish[0] as PageQuestion]),
    ])
    await actAs(operator, () => publishQuiz('missing'))
    const viewer = await createViewer({ contentLocales: ['es'] })
    const attemptId = await startQuiz(viewer, 'missing')
    const shown = await actAs(viewer, () => getQuestion(attemptId, 2))
    expect(shown && 'question' in shown && shown.question).toMatchObject({ locale: 'en', isFallback: true })
  })

  test('keeps the order of options that the words name by letter', async () => {
    const lettered = english.map((question) => ({ ...question, explanation: 'Option B is right, and A is wrong.' }))
    const outcome = await importAs([quizPage('o/en.md', 'en', 'Order', lettered)])
    expect(outcome.findings.map(({ code }) => code)).toContain('order-kept')
    const rows = await db().versionOption.findMany({
      where: { version: { question: { externalId: { startsWith: 'order/' } } } },
    })
    expect(rows.length).toBe(8)
    expect(rows.every(({ pinLast }) => pinLast)).toBe(true)
  })

  test('says what would happen, and writes nothing, on a dry run', async () => {
    const before = await counts()
    const outcome = await actAs(operator, () =>
      importPages([quizPage('d/en.md', 'en', 'Dry', english)], { ...options, dryRun: true }),
    )
    expect(outcome).toMatchObject({ status: 'tried', report: { slug: 'dry', questions: { added: 2 } } })
    expect(await counts()).toEqual(before)
  })

  test('refuses to take over a quiz that came from elsewhere', async () => {
    await importAs([quizPage('x/en.md', 'en', 'Taken', english)])
    const outcome = await importAs([quizPage('y/en.md', 'en', 'Taken', english)])
    expect(errors(outcome).map(({ code }) => code)).toEqual(['slug-taken'])
  })

  test('puts each question under the topic that its words point to', async () => {
    await actAs(operator, () =>
      importPages([quizPage('t/en.md', 'en', 'Topics', english)], {
        ...options,
        topics: [{ id: 'history', names: { en: 'History' }, terms: ['bisect'] }],
      }),
    )
    const topics = await db().questionTopic.findMany({
      where: { question: { externalId: { startsWith: 'topics/' } } },
      orderBy: { question: { externalId: 'asc' } },
      include: { topic: true },
    })
    expect(topics.map(({ topic }) => topic.slug)).toEqual(['general', 'history'])
  })
})
