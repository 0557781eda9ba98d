import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { actAs, operator } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { loadContent } from '@/lib/exchange/content'
import { filesOfQuiz } from '@/lib/exchange/export/files-of-quiz'
import type { ContentFile } from '@/lib/exchange/formats/content/quiz-files'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { importContent } from '@/lib/exchange/import/import-content'
import { importPages } from '@/lib/exchange/import/import-pages'
import { recordEndedHours } from '@/lib/question/commands/record-ended-hours'
import { saveQuestion } from '@/lib/question/commands/save-question'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { saveQuizDraft, tryQuizDraft } from '@/lib/quiz/commands/save-quiz-draft'
import { getQuizAsContent } from '@/lib/quiz/queries/get-quiz-files'
import type { QuizDraft } from '@/lib/quiz/schema'
import { createViewer } from '../factories/people'
import { draftWords, publishDraft, quizDraft, saveDraft } from '../factories/quizzes'
import { setClock, testDatabase } from './database'

const database = testDatabase()

const quizzes = readdirSync('content/quizzes').sort()
const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)

async function exported(slug: string): Promise<Record<string, string>> {
  const found = await asOperator(() => getQuizAsContent(slug))
  if (!found) throw new Error(`There is no quiz ${slug}.`)
  expect(found.leftOut).toEqual([])
  const outcome = filesOfQuiz(found.quiz)
  if (outcome.status !== 'written') throw new Error(outcome.message)
  return Object.fromEntries(outcome.files.map(({ name, text }) => [name, text]))
}

/** The files under another name, as someone would import them for a quiz of its own. */
const renamed = (files: Record<string, string>, slug: string): Record<string, string> => ({
  ...files,
  'quiz.yaml': (files['quiz.yaml'] ?? '')
    .replace(/^id: .*$/m, `id: ${slug}`)
    .replace('status: published', 'status: draft'),
})

/** The lines of a frame without the order of topics and sources, which the database does not keep. */
const orderless = (yaml: string) =>
  yaml
    .replace(/(?<=topics: \[).*(?=\])/g, (topics) => topics.split(', ').sort().join(', '))
    .split('\n')
    .sort()
    .join('\n')

const contentFiles = (files: Record<string, string>): ContentFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
const importing = (files: Record<string, string>, dryRun = false) =>
  asOperator(() => importContent(contentFiles(files), { dryRun }))

beforeAll(async () => {
  await asOperator(() => loadContent('content'))
})

describe('export, import, export', () => {
  test.each(quizzes)('of %s gives the same bytes, which are those that it came from', async (slug) => {
    const first = await exported(slug)
    for (const [name, text] of Object.entries(first)) {
      const own = readFileSync(join('content/quizzes', slug, name), 'utf8')
      expect(name === 'quiz.yaml' ? orderless(text) : text, name).toBe(name === 'quiz.yaml' ? orderless(own) : own)
    }
    expect(await importing(first)).toMatchObject({
      status: 'imported',
      report: { questions: { added: 0, newVersion: 0, newWords: 0 } },
    })
    expect(await exported(slug)).toEqual(first)

    const copy = renamed(first, `${slug}-copy`)
    expect(await importing(copy)).toMatchObject({ status: 'imported', report: { created: true } })
    expect(await exported(`${slug}-copy`)).toEqual(copy)
  })

  test('of a quiz from pages gives the same bytes', async () => {
    const pages = ['es', 'ja', 'zh-Hans'].map((locale) =>
      readDocsPage(readFileSync(`tests/e2e/pages/${locale}.md`), { file: `pages/${locale}.md`, locale }),
    )
    const outcome = await asOperator(() =>
      importPages(pages, { slug: 'from-pages', source: 'es', topics: [], dryRun: false }),
    )
    expect(outcome.status).toBe('imported')
    const first = await exported('from-pages')
    expect(Object.keys(first)).toEqual(['quiz.yaml', 'es.md', 'ja.md', 'zh-Hans.md'])
    const findings = await db().finding.count()
    expect(await importing(first)).toMatchObject({
      status: 'imported',
      report: { questions: { newVersion: 0, newWords: 0 } },
    })
    // Files that hold no findings take none away.
    expect(await db().finding.count()).toBe(findings)
    const copy = renamed(first, 'from-pages-copy')
    expect(await importing(copy)).toMatchObject({ status: 'imported', report: { created: true } })
    expect(await exported('from-pages-copy')).toEqual(copy)
  })

  test('names what the files cannot hold', async () => {
    const draft = quizDraft({ questions: 2, locales: ['en', 'ja'] })
    await saveDraft(draft)
    const [first, second] = draft.questions.map(({ externalId }) => externalId)
    await db().question.update({ where: { externalId: first ?? '' }, data: { archivedAt: new Date() } })
    await db().translationField.updateMany({
      where: { field: 'stem', translation: { locale: 'ja', version: { question: { externalId: second ?? '' } } } },
      data: { markdown: '' },
    })
    const found = await asOperator(() => getQuizAsContent(draft.slug))
    expect(found?.leftOut).toEqual([
      `The question ${first} is archived.`,
      `The words of ${second} in ja are not whole.`,
    ])
    const heading = {
      ...found?.quiz,
      words: {
        en: { title: 'x', intro: '', questions: { q2: { stem: '## x', options: {}, explanation: '', feedback: {} } } },
      },
    }
    expect(found && filesOfQuiz({ ...found.quiz, ...heading })).toMatchObject({ status: 'unwritable', locale: 'en' })
    expect(await asOperator(() => getQuizAsContent('no-such-quiz'))).toBeNull()
  })
})

describe('pages of one name', () => {
  test('can be those of several quizzes, each found again under its own slug', async () => {
    const page = (stem: string) =>
      readDocsPage(
        `# ${stem}\n\n1. ${stem}?\n\n- A) One ${stem}\n- B) Two\n- C) Three\n- D) Four\n\nAnswer: B\n\nExplanation: So it is.\n`,
        { file: 'en.md', locale: 'en' },
      )
    const importing = (stem: string, slug: string) =>
      asOperator(() => importPages([page(stem)], { slug, source: null, topics: [], dryRun: false }))
    for (const slug of ['first-of-name', 'second-of-name'])
      expect(await importing(slug, slug)).toMatchObject({ status: 'imported', report: { created: true } })
    for (const slug of ['first-of-name', 'second-of-name'])
      expect(await importing(slug, slug)).toMatchObject({ status: 'imported', report: { questions: { unchanged: 1 } } })
    const changed = await importing('second changed', 'second-of-name')
    expect(changed).toMatchObject({ status: 'imported', report: { questions: { newWords: 1 } } })
    expect(changed.findings.every(({ file }) => file === 'en.md')).toBe(true)
    expect(await importing('first-of-name', 'first-of-name')).toMatchObject({ report: { questions: { unchanged: 1 } } })
  })
})

describe('importing content files', () => {
  test('says what is wrong with file and line, and writes nothing', async () => {
    const files = renamed(await exported('storage'), 'storage-broken')
    const broken = { ...files, 'quiz.yaml': (files['quiz.yaml'] ?? '').replace('passMark:', 'passmark:') }
    for (const dropped of [{ 'en.md': files['en.md'] ?? '' }, broken, { 'quiz.yaml': files['quiz.yaml'] ?? '' }]) {
      const outcome = await importing(dropped)
      expect(outcome.status).toBe('refused')
      expect(outcome.findings.some(({ severity }) => severity === 'error')).toBe(true)
    }
    const latin = [...contentFiles(files), { path: 'fr.md', bytes: Buffer.from([0x23, 0x20, 0xe9]) }]
    expect(await asOperator(() => importContent(latin, { dryRun: true }))).toMatchObject({
      status: 'refused',
      findings: [{ file: 'fr.md', code: 'not-utf-8' }],
    })
    expect(await db().quiz.count({ where: { slug: 'storage-broken' } })).toBe(0)
  })
})

describe('trying a draft', () => {
  test('tells question by question what saving it would change, and writes nothing', async () => {
    const draft = quizDraft({ questions: 4, locales: ['en', 'ja'] })
    await publishDraft(draft)
    const added = quizDraft({ questions: 1, locales: ['en', 'ja'] }).questions
    const names = draft.questions.map(({ externalId }) => externalId)
    const questions = draft.questions.map((question, index) => ({
      ...question,
      ...(index === 0 && { key: ['d'] }),
      ...(index === 1 && {
        words: { ...question.words, ja: { ...draftWords(question.externalId, 'ja'), stem: '新しい問題' } },
      }),
    }))
    const changed = { ...draft, questions: [...questions, ...added] }
    const counts = () => Promise.all([db().questionVersion.count(), db().translation.count(), db().auditEvent.count()])
    const before = await counts()
    const tried = await asOperator(() => tryQuizDraft(changed))
    expect(await counts()).toEqual(before)
    expect(tried.changes.slice(0, 4)).toEqual([
      { externalId: names[0], kind: 'newVersion', key: { before: ['b'], after: ['d'] }, words: [] },
      {
        externalId: names[1],
        kind: 'newWords',
        key: null,
        words: [
          { locale: 'ja', field: 'stem', before: `stem of ${names[1]} in ja`, after: '新しい問題', edited: null },
        ],
      },
      { externalId: names[2], kind: 'unchanged', key: null, words: [] },
      { externalId: names[3], kind: 'unchanged', key: null, words: [] },
    ])
    expect(tried.changes[4]).toMatchObject({ kind: 'added', key: null })
    expect(await asOperator(() => saveQuizDraft(changed))).toEqual(tried.report)
    expect(await asOperator(() => publishQuiz(draft.slug))).toMatchObject({ status: 'published' })
    expect((await asOperator(() => tryQuizDraft(changed))).changes.map(({ kind }) => kind)).toEqual(
      Array(5).fill('unchanged'),
    )
  })
})

describe('texts that people have written in the editor', () => {
  test('are told from those of files, and stay when that is wanted', async () => {
    const draft = quizDraft({ questions: 2, locales: ['en', 'ja'] })
    await publishDraft(draft)
    const [first, second] = draft.questions
    if (!first || !second) throw new Error('There are two questions.')
    const admin = await createViewer({ role: 'admin', name: 'Ada' })
    const find = () =>
      db().question.findUniqueOrThrow({ where: { externalId: first.externalId }, include: { options: true } })
    const { id, options } = await find()
    const optionA = `option:${options.find(({ externalId }) => externalId === 'a')?.id}`
    const write = (locale: string, field: string, base: string, value: string) =>
      actAs(admin, () => saveQuestion(id, [{ part: 'words', locale, field, base, value }]))
    const fileWords = draftWords(first.externalId, 'ja')
    await write('ja', 'stem', fileWords.stem, '書き直した問題')
    // One is on record when the other is written.
    await setClock(database.url, new Date(Date.now() + 2 * 3_600_000).toISOString())
    expect(await asOperator(() => recordEndedHours())).toBeGreaterThan(0)
    await setClock(database.url, null)
    await write('ja', optionA, fileWords.options.a ?? '', '書き直した選択肢')
    const changed: QuizDraft = {
      ...draft,
      questions: [
        { ...first, words: { ...first.words, ja: { ...fileWords, explanation: '新しい解説' } } },
        { ...second, words: { ...second.words, ja: { ...draftWords(second.externalId, 'ja'), stem: '新しい問題' } } },
      ],
    }
    const { changes } = await asOperator(() => tryQuizDraft(changed))
    const said = changes.flatMap(({ words }) => words.map(({ field, edited }) => [field, edited?.by ?? null]))
    expect(said).toEqual([
      ['stem', 'Ada'],
      ['explanation', null],
      ['option:a', 'Ada'],
      ['stem', null],
    ])
    const stored = async (question: string) => {
      const { fields } = await db().translation.findFirstOrThrow({
        where: { locale: 'ja', version: { question: { externalId: question } } },
        orderBy: { revision: 'desc' },
        include: { fields: true },
      })
      return (field: string) => fields.find((each) => each.field === field)?.markdown
    }

    await asOperator(() => saveQuizDraft(changed, { keepEdits: true }))
    const kept = await stored(first.externalId)
    expect([kept('stem'), kept('explanation'), kept(optionA)]).toEqual([
      '書き直した問題',
      '新しい解説',
      '書き直した選択肢',
    ])
    expect((await stored(second.externalId))('stem')).toBe('新しい問題')
    // They are still what people wrote, the next time too.
    const again = await asOperator(() => tryQuizDraft(changed))
    expect(again.changes[0]?.words.map(({ field, edited }) => [field, edited?.by])).toEqual([
      ['stem', 'Ada'],
      ['option:a', 'Ada'],
    ])

    await asOperator(() => saveQuizDraft(changed))
    expect((await stored(first.externalId))('stem')).toBe(fileWords.stem)
    // What files have replaced is no longer anybody's.
    const back = { ...draft, questions: [{ ...first, words: { ...first.words, ja: { ...fileWords, stem: '三' } } }] }
    expect((await asOperator(() => tryQuizDraft(back))).changes[0]?.words).toMatchObject([
      { field: 'stem', after: '三', edited: null },
      { field: 'explanation', edited: null },
    ])
  })
})
