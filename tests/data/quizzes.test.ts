import { readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { actAs, operator } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { getQuestion } from '@/lib/attempt/queries/get-question'
import { getResult } from '@/lib/attempt/queries/get-result'
import { db } from '@/lib/db/client'
import { ContentError, loadContent } from '@/lib/exchange/content'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { saveQuizDraft } from '@/lib/quiz/commands/save-quiz-draft'
import { getQuiz } from '@/lib/quiz/queries'
import type { DraftQuestion, QuizDraft } from '@/lib/quiz/schema'
import { addTopics } from '@/lib/topic/commands'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion, draftWords, publishDraft, quizDraft, saveDraft } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

/** The draft with its first question changed. */
function withFirst(draft: QuizDraft, change: (question: DraftQuestion) => Partial<DraftQuestion>): QuizDraft {
  const [first = draftQuestion(), ...rest] = structuredClone(draft.questions)
  return { ...draft, questions: [{ ...first, ...change(first) }, ...rest] }
}

/** The draft with another stem of its first question in one language. */
const withStem = (draft: QuizDraft, locale: string, stem: string) =>
  withFirst(draft, ({ externalId, words }) => ({
    words: { ...words, [locale]: { ...(words[locale] ?? draftWords(externalId, locale)), stem } },
  }))

/** Everything stored about a question, in a fixed order. */
function stored(externalId: string) {
  return db().question.findUniqueOrThrow({
    where: { externalId },
    include: {
      sourceFields: { orderBy: { field: 'asc' } },
      versions: {
        orderBy: { number: 'asc' },
        include: {
          key: true,
          sources: true,
          options: { orderBy: { position: 'asc' } },
          translations: {
            orderBy: [{ locale: 'asc' }, { revision: 'asc' }],
            include: { fields: { orderBy: { field: 'asc' } } },
          },
        },
      },
    },
  })
}

const revisions = (version: Awaited<ReturnType<typeof stored>>['versions'][number] | undefined) =>
  version?.translations.map(({ locale, revision, status }) => `${locale} ${revision} ${status}`)

const none = { added: 0, newVersion: 0, newWords: 0, unchanged: 0 }

describe('saving a draft', () => {
  test('of a quiz that is published already changes nothing when nothing is new', async () => {
    const draft = await createQuiz({ locales: ['en', 'ja'] })
    const before = await Promise.all(draft.questions.map(({ externalId }) => stored(externalId)))
    expect(await saveDraft(draft)).toMatchObject({ created: false, questions: { ...none, unchanged: 3 } })
    expect(await Promise.all(draft.questions.map(({ externalId }) => stored(externalId)))).toEqual(before)
  })

  test('with other words makes a new revision in that language; with another key a new version', async () => {
    const draft = await createQuiz({ locales: ['en', 'ja'] })
    const externalId = draft.questions[0]?.externalId ?? ''
    const before = await stored(externalId)

    const typo = withStem(draft, 'ja', '直した問題')
    expect(await saveDraft(typo)).toMatchObject({ questions: { ...none, newWords: 1, unchanged: 2 } })
    let now = await stored(externalId)
    expect(now.versions).toHaveLength(1)
    expect(revisions(now.versions[0])).toEqual(['en 1 published', 'ja 1 published', 'ja 2 draft'])
    // The source text is the same one: its translations are not stale.
    expect(now.sourceFields).toEqual(before.sourceFields)

    expect(await saveDraft(withFirst(typo, () => ({ key: ['c'] })))).toMatchObject({
      questions: { ...none, newVersion: 1, unchanged: 2 },
    })
    now = await stored(externalId)
    expect(now.versions.map(({ number, status }) => [number, status])).toEqual([
      [1, 'published'],
      [2, 'draft'],
    ])
    // The published version is what it was.
    expect(now.versions[0]?.key).toEqual(before.versions[0]?.key)
    expect(now.versions[0]?.options).toEqual(before.versions[0]?.options)
    // Options keep their ids from version to version.
    expect(now.versions[1]?.options.map(({ optionId }) => optionId)).toEqual(
      before.versions[0]?.options.map(({ optionId }) => optionId),
    )
  })

  test.each([
    ['kind', { kind: 'multiple', key: ['a', 'b'] }],
    ['key', { key: ['d'] }],
    ['order of options', { options: ['b', 'a', 'c', 'd'].map((externalId) => ({ externalId, pinLast: false })) }],
    [
      'pinned option',
      { options: ['a', 'b', 'c', 'd'].map((externalId) => ({ externalId, pinLast: externalId === 'd' })) },
    ],
  ] satisfies [string, Partial<DraftQuestion>][])(
    'with another %s awaits publishing as a new version',
    async (_name, change) => {
      const draft = await createQuiz()
      expect(await saveDraft(withFirst(draft, () => change))).toMatchObject({
        questions: { newVersion: 1, unchanged: 2 },
      })
      const now = await stored(draft.questions[0]?.externalId ?? '')
      expect(now.versions.map(({ status }) => status)).toEqual(['published', 'draft'])
      expect(revisions(now.versions[1])).toEqual(['en 1 draft'])
    },
  )

  test('twice with the same new key keeps one draft version', async () => {
    const draft = await createQuiz()
    const changed = withFirst(draft, () => ({ key: ['c'] }))
    await saveDraft(changed)
    expect(await saveDraft(changed)).toMatchObject({ questions: { ...none, unchanged: 3 } })
    await saveDraft(withFirst(draft, () => ({ key: ['d'] })))
    const now = await stored(draft.questions[0]?.externalId ?? '')
    expect(now.versions.map(({ number, status }) => [number, status])).toEqual([
      [1, 'published'],
      [2, 'draft'],
    ])
    const d = now.versions[1]?.options[3]?.optionId
    expect(now.versions[1]?.key?.optionIds).toEqual([d])
  })

  test('carries the other languages over to a new version, but for those that lack an option', async () => {
    const draft = await createQuiz({ locales: ['en', 'ja', 'es'] })
    const externalId = draft.questions[0]?.externalId ?? ''
    const onlyEnglish = withFirst(draft, ({ words: { en } }) => ({ key: ['c'], words: en ? { en } : {} }))
    await saveDraft(onlyEnglish)
    let now = await stored(externalId)
    expect(revisions(now.versions[1])).toEqual(['en 1 draft', 'es 1 draft', 'ja 1 draft'])
    const texts = (version: number, locale: string) =>
      now.versions[version]?.translations
        .find((translation) => translation.locale === locale)
        ?.fields.map(({ field, markdown, sourceRevision }) => [field, markdown, sourceRevision])
    expect(texts(1, 'ja')).toEqual(texts(0, 'ja'))

    const fifth = withFirst(onlyEnglish, ({ options, words: { en } }) => ({
      options: [...options, { externalId: 'e', pinLast: false }],
      words: en ? { en: { ...en, options: { ...en.options, e: 'fifth' } } } : {},
    }))
    await saveDraft(fifth)
    now = await stored(externalId)
    expect(revisions(now.versions[1])).toEqual(['en 1 draft'])
  })

  test('records the source revision of every text', async () => {
    const draft = await createQuiz({ locales: ['en', 'ja'] })
    const now = await stored(draft.questions[0]?.externalId ?? '')
    expect(now.sourceFields.map(({ revision }) => revision)).toEqual(Array(7).fill(1))
    for (const { fields } of now.versions[0]?.translations ?? []) {
      expect(fields.map(({ field }) => field)).toEqual(now.sourceFields.map(({ field }) => field))
      for (const { sourceRevision } of fields) expect(sourceRevision).toBe(1)
    }
  })

  test('adds a language without touching the others', async () => {
    const draft = await createQuiz()
    const externalId = draft.questions[0]?.externalId ?? ''
    const more = withFirst(
      { ...draft, names: { ...draft.names, es: { title: 'Título', intro: '' } } },
      ({ words }) => ({
        words: { ...words, es: draftWords(externalId, 'es') },
      }),
    )
    expect(await saveDraft(more)).toMatchObject({ questions: { ...none, newWords: 1, unchanged: 2 } })
    expect(revisions((await stored(externalId)).versions[0])).toEqual(['en 1 published', 'es 1 draft'])
  })

  test('keeps questions that it does not name, and puts new ones at the end', async () => {
    const draft = await createQuiz()
    const added = draftQuestion({ externalId: `${draft.slug}/new` })
    await publishDraft({ ...draft, questions: [added] })
    const items = await db().quizItem.findMany({
      where: { quiz: { slug: draft.slug } },
      orderBy: { position: 'asc' },
      select: { position: true, question: { select: { externalId: true } } },
    })
    expect(items.map(({ question }) => question.externalId)).toEqual([
      ...draft.questions.map(({ externalId }) => externalId),
      added.externalId,
    ])
  })

  test.each([
    ['names an option in its key that does not exist', { key: ['x'] }],
    ['has two right options for a single choice', { key: ['a', 'b'] }],
    [
      'lacks the words of an option',
      { options: ['a', 'b', 'c', 'd', 'e'].map((externalId) => ({ externalId, pinLast: false })) },
    ],
    [
      'has an option twice',
      { options: ['a', 'a', 'b', 'c', 'd'].map((externalId) => ({ externalId, pinLast: false })) },
    ],
    ['has no words in the source language', { words: {} }],
    ['is on a topic that does not exist', { topics: ['nowhere'] }],
  ] satisfies [string, Partial<DraftQuestion>][])(
    'of which one question %s saves nothing at all',
    async (_name, change) => {
      const draft = quizDraft()
      const broken = { ...draft, questions: withFirst(draft, () => change).questions.reverse() }
      await actAs(operator, () => addTopics([{ slug: 'storage', names: { en: 'Storage' } }]))
      await expect(actAs(operator, () => saveQuizDraft(broken))).rejects.toThrow(draft.questions[0]?.externalId ?? '')
      expect(await db().quiz.count({ where: { slug: draft.slug } })).toBe(0)
      expect(await db().question.count({ where: { externalId: { startsWith: `${draft.slug}/` } } })).toBe(0)
    },
  )
})

describe('publishing', () => {
  test('is held up by an error that was found, and then changes nothing', async () => {
    const draft = withFirst(quizDraft(), () => ({
      findings: [{ locale: 'en', code: 'no-answer', severity: 'error', message: 'There is no answer.' }],
    }))
    await saveDraft(draft)
    expect(await actAs(operator, () => publishQuiz(draft.slug))).toMatchObject({
      status: 'blocked',
      items: [
        {
          code: 'import-error',
          question: { externalId: draft.questions[0]?.externalId },
          locale: 'en',
          detail: 'There is no answer.',
        },
      ],
    })
    expect(
      await db().questionVersion.count({
        where: { status: 'published', question: { externalId: { startsWith: draft.slug } } },
      }),
    ).toBe(0)
    const viewer = await createViewer()
    expect(await actAs(viewer, () => getQuiz(draft.slug, 'en'))).toBeNull()
  })

  test('needs a quiz, with questions', async () => {
    expect(await actAs(operator, () => publishQuiz('no-such-quiz'))).toEqual({ status: 'not-found' })
    const empty = quizDraft({ questions: 0 })
    await saveDraft(empty)
    expect(await actAs(operator, () => publishQuiz(empty.slug))).toMatchObject({ status: 'blocked' })
  })

  test('again changes no version, no words and no time of first publishing', async () => {
    const draft = await createQuiz()
    const before = await stored(draft.questions[0]?.externalId ?? '')
    const quiz = await db().quiz.findUniqueOrThrow({ where: { slug: draft.slug } })
    await actAs(operator, () => publishQuiz(draft.slug))
    expect(await stored(draft.questions[0]?.externalId ?? '')).toEqual(before)
    expect((await db().quiz.findUniqueOrThrow({ where: { slug: draft.slug } })).publishedAt).toEqual(quiz.publishedAt)
  })

  test('leaves an attempt that runs its version, its order and its key; the next one gets the new', async () => {
    const draft = await createQuiz()
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, draft.slug)
    const before = await readQuestions(attemptId)
    const [first] = before
    await publishDraft(withFirst(draft, () => ({ key: ['c'] })))
    expect(await readQuestions(attemptId)).toEqual(before)
    await actAs(viewer, async () => {
      const saved = await saveAnswer(
        { attemptId, position: 1 },
        { picks: first?.key ?? [], number: 1, translationId: first?.translationIds.en ?? '' },
      )
      expect(saved).toMatchObject({ status: 'saved' })
      await submitAttempt(attemptId)
    })
    expect(await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })).toMatchObject({
      scoreNum: 1n,
      scoreDen: 3n,
    })
    const [next] = await readQuestions(await startQuiz(viewer, draft.slug))
    expect(next?.versionId).not.toBe(first?.versionId)
    expect(next?.key).toEqual([first?.options.c])
  })

  test('of new words does not stop who still reads the old ones, and the result shows what was read', async () => {
    const draft = await createQuiz()
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, draft.slug)
    const [first] = await readQuestions(attemptId)
    await publishDraft(withStem(draft, 'en', 'A better stem'))
    await actAs(viewer, async () => {
      const place = { attemptId, position: 1 }
      const saved = await saveAnswer(place, {
        picks: first?.key ?? [],
        number: 1,
        translationId: first?.translationIds.en ?? '',
      })
      expect(saved).toMatchObject({ status: 'saved' })
      const page = await getQuestion(attemptId, 1)
      expect(page && 'question' in page && page.question.stem).toBe('A better stem')
      await submitAttempt(attemptId)
      const result = await getResult(attemptId, 'en')
      const stems = result && 'questions' in result ? result.questions.map(({ stem }) => stem) : []
      expect(stems[0]).toBe(draft.questions[0]?.words.en?.stem)
    })
  })

  test('of words that are a draft still is not shown to anyone', async () => {
    const draft = await createQuiz()
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, draft.slug)
    await saveDraft(withStem(draft, 'en', 'Not yet'))
    const page = await actAs(viewer, () => getQuestion(attemptId, 1))
    expect(page && 'question' in page && page.question.stem).toBe(draft.questions[0]?.words.en?.stem)
    const words = await db().translation.findFirstOrThrow({
      where: { status: 'draft', fields: { some: { markdown: 'Not yet' } } },
    })
    const saved = await actAs(viewer, () =>
      saveAnswer({ attemptId, position: 1 }, { picks: [], number: 1, translationId: words.id }),
    )
    expect(saved).toEqual({ status: 'invalid' })
  })
})

describe('the content folder', () => {
  const load = (folder: string) => actAs(operator, () => loadContent(folder))
  const figures = async () =>
    Promise.all([
      db().quiz.count(),
      db().question.count(),
      db().questionVersion.count(),
      db().translationField.count(),
      db().topic.count(),
      db().topicName.count(),
      db().auditEvent.count(),
    ])

  async function copyOfContent(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'content-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await cp('content', folder, { recursive: true })
    return folder
  }

  test('with an error in it loads nothing, and says where', async () => {
    const before = await figures()
    const folder = await copyOfContent()
    const file = join(folder, 'quizzes', 'ai-ml-best-practices', 'ja.md')
    await writeFile(file, '# 題\n\n## no-such-question\n\n何？\n')
    await expect(load(folder)).rejects.toThrow(ContentError)
    await expect(load(folder)).rejects.toThrow(/ja\.md:3/)
    expect(await figures()).toEqual(before)
  })

  test('loads what the database lacks and publishes it; the second time it changes nothing', async () => {
    expect(await load('content')).toEqual({ loaded: readdirSync('content/quizzes').sort() })
    const quiz = await db().quiz.findUniqueOrThrow({
      where: { slug: 'ai-ml-best-practices' },
      include: { items: true, names: true },
    })
    expect(quiz).toMatchObject({ status: 'published', passNum: 7, passDen: 10 })
    expect(quiz.items).toHaveLength(15)
    expect(quiz.names.map(({ locale }) => locale).sort()).toEqual(['en', 'es', 'ja', 'zh-Hans'])
    const drafts = { status: 'draft', question: { externalId: { startsWith: 'ai-ml-best-practices/' } } } as const
    expect(await db().questionVersion.count({ where: drafts })).toBe(0)
    const before = await figures()
    expect(await load('content')).toEqual({ loaded: [] })
    expect(await figures()).toEqual(before)
  })

  test('does not read the files of a quiz that is there, whatever they hold now', async () => {
    const folder = await copyOfContent()
    await writeFile(join(folder, 'quizzes', 'ai-ml-best-practices', 'ja.md'), '# 題\n\n## no-such-question\n\n何？\n')
    expect(await load(folder)).toEqual({ loaded: [] })
  })

  test('does not undo what people have made of a quiz since', async () => {
    const draft = { slug: 'ai-ml-best-practices', sourceLocale: 'en', pass: { num: 7, den: 10 } }
    await actAs(operator, () =>
      saveQuizDraft({ ...draft, names: { en: { title: 'Our own title', intro: '' } }, questions: [] }),
    )
    await load('content')
    expect(await db().quizName.findFirstOrThrow({ where: { locale: 'en', quiz: { slug: draft.slug } } })).toMatchObject(
      { title: 'Our own title' },
    )
  })
})
