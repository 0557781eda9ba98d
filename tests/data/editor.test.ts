import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { addQuestion } from '@/lib/question/commands/add-question'
import { discardDraft } from '@/lib/question/commands/discard-draft'
import { orderQuestions } from '@/lib/question/commands/order-questions'
import { recordEndedHours } from '@/lib/question/commands/record-ended-hours'
import { saveQuestion } from '@/lib/question/commands/save-question'
import { type EditedQuestion, getEditedQuestion, getQuestionHistory, listEditedQuestions } from '@/lib/question/queries'
import type { QuestionChange } from '@/lib/question/schema'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { saveQuizSettings } from '@/lib/quiz/commands/save-quiz-settings'
import { getQuizSettings } from '@/lib/quiz/queries/get-quiz-settings'
import type { QuizDraft } from '@/lib/quiz/schema'
import { takeQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { setClock, testDatabase } from './database'

const database = testDatabase()

let ada: Viewer
let lin: Viewer
let translator: Viewer
let member: Viewer
beforeAll(async () => {
  ada = await createViewer({ role: 'admin', name: 'Ada' })
  lin = await createViewer({ role: 'admin', name: 'Lin' })
  translator = await createViewer({ role: 'translator', name: 'Tora' })
  member = await createViewer()
})

let quiz: QuizDraft
let before: EditedQuestion
beforeEach(async () => {
  quiz = await createQuiz({ locales: ['en', 'es', 'ja'], questions: 2 })
  before = await read()
})

async function read(name = 'q1', viewer = ada): Promise<EditedQuestion> {
  const question = await actAs(viewer, () => getEditedQuestion(quiz.slug, name, 'en'))
  if (!question) throw new Error(`There is no question ${name}.`)
  return question
}

async function save(viewer: Viewer, ...changes: QuestionChange[]) {
  const outcome = await actAs(viewer, () => saveQuestion(before.id, changes))
  if (outcome.status !== 'done') throw new Error(outcome.status)
  return outcome
}

const textIn = (question: EditedQuestion, locale: string, field: string) =>
  question.words.find((words) => words.locale === locale)?.fields[field] ?? ''

const words = (locale: string, field: string, value: string, base = textIn(before, locale, field)): QuestionChange => ({
  part: 'words',
  locale,
  field,
  base,
  value,
})

const publish = () => actAs(operator, () => publishQuiz(quiz.slug))

/** Everything published of the question, which never changes. */
const publishedRows = () =>
  Promise.all([
    db().questionVersion.findMany({
      where: { questionId: before.id, status: 'published' },
      orderBy: { number: 'asc' },
      include: { key: true, options: { orderBy: { position: 'asc' } }, sources: true },
    }),
    db().translation.findMany({
      where: { version: { questionId: before.id }, status: 'published' },
      orderBy: { id: 'asc' },
      include: { fields: { orderBy: { field: 'asc' } } },
    }),
  ])

const eventsOf = (action: string) =>
  db().auditEvent.findMany({ where: { subjectId: before.id, action }, orderBy: { at: 'asc' } })

describe('words', () => {
  test('go into one draft revision of their language, and what is published stays', async () => {
    const published = await publishedRows()
    const first = await save(ada, words('es', 'stem', 'Uno'))
    expect(first).toMatchObject({ draftLocales: ['es'], version: { number: 1, isDraft: false } })
    await save(ada, words('es', 'stem', 'Uno y dos', 'Uno'), words('es', 'explanation', 'Porque sí.'))
    expect(await publishedRows()).toEqual(published)
    const drafts = await db().translation.findMany({ where: { version: { questionId: before.id }, status: 'draft' } })
    expect(drafts).toMatchObject([{ locale: 'es', revision: 2, authorId: ada.personId }])
    const now = await read()
    expect([textIn(now, 'es', 'stem'), textIn(now, 'es', 'explanation')]).toEqual(['Uno y dos', 'Porque sí.'])
    expect(now.words.map(({ locale, isDraft }) => [locale, isDraft])).toEqual([
      ['en', false],
      ['es', true],
      ['ja', false],
    ])
    await publish()
    expect((await read()).words.every(({ isDraft }) => !isDraft)).toBe(true)
    expect((await publishedRows())[0]).toEqual(published[0])
  })

  test('of a language that the question lacks make it', async () => {
    await save(translator, words('ko', 'stem', '무엇입니까?', ''))
    const now = await read()
    expect(textIn(now, 'ko', 'stem')).toBe('무엇입니까?')
    expect(now.words.find(({ locale }) => locale === 'ko')).toMatchObject({ isDraft: true })
  })

  test('of different sentences by two people go together, and the second is told', async () => {
    const start = 'The first. The second. The third.'
    await save(ada, words('es', 'explanation', start))
    await save(lin, words('es', 'explanation', 'The one. The second. The third.', start))
    const { outcomes } = await save(ada, words('es', 'explanation', 'The first. The second. The last.', start))
    expect(outcomes).toMatchObject([
      { status: 'merged', value: 'The one. The second. The last.', change: { by: 'Lin' } },
    ])
    expect(textIn(await read(), 'es', 'explanation')).toBe('The one. The second. The last.')
  })

  test('of one sentence by two people are a conflict in which nothing is written', async () => {
    await save(lin, words('es', 'stem', 'Lin writes this'))
    const { outcomes } = await save(ada, words('es', 'stem', 'Ada writes that'), words('ja', 'stem', '別の文'))
    expect(outcomes[0]).toMatchObject({ status: 'conflict', stored: 'Lin writes this', change: { by: 'Lin' } })
    expect(outcomes[0]).toMatchObject({ combined: 'Lin writes this\nAda writes that' })
    // What is not in conflict is written all the same.
    expect(outcomes[1]).toMatchObject({ status: 'saved' })
    const now = await read()
    expect([textIn(now, 'es', 'stem'), textIn(now, 'ja', 'stem')]).toEqual(['Lin writes this', '別の文'])
  })

  test('sent twice are written once', async () => {
    const change = words('es', 'stem', 'Uno')
    await save(ada, change)
    expect((await save(ada, change)).outcomes).toEqual([{ status: 'saved', value: 'Uno' }])
  })

  test('by many at once in different fields are all kept; in one field one is, and the others are told', async () => {
    const option = before.version.order.map((id) => `option:${id}`)
    const fields = ['stem', 'explanation', ...option]
    await Promise.all(
      fields.flatMap((field) => [
        save(ada, words('es', field, `ada ${field}`)),
        save(lin, words('ja', field, `lin ${field}`)),
      ]),
    )
    const now = await read()
    for (const field of fields)
      expect([textIn(now, 'es', field), textIn(now, 'ja', field)]).toEqual([`ada ${field}`, `lin ${field}`])

    const base = textIn(now, 'es', 'stem')
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        save(index % 2 ? ada : lin, words('es', 'stem', `writer ${index}`, base)),
      ),
    )
    const outcomes = all.map(({ outcomes: [outcome] }) => outcome?.status).sort()
    expect(outcomes).toEqual([...Array(5).fill('conflict'), 'saved'])
    expect(await db().translation.count({ where: { version: { questionId: before.id }, status: 'draft' } })).toBe(2)
  })

  test('of the source are for admins, and so is everything but words', async () => {
    const { outcomes } = await save(
      translator,
      words('en', 'stem', 'Not mine'),
      { part: 'key', base: before.version.key, value: [] },
      words('es', 'stem', 'Mine'),
      { part: 'topics', base: before.topics, value: [] },
    )
    const refused = { status: 'refused', reason: 'not-allowed' }
    expect(outcomes).toEqual([refused, refused, { status: 'saved', value: 'Mine' }, refused])
    expect(await read()).toMatchObject({ topics: before.topics, version: before.version })
    expect(await actAs(translator, () => discardDraft(before.id, 'en'))).toEqual({ status: 'not-allowed' })
    expect(await actAs(translator, () => discardDraft(before.id, 'es'))).toEqual({ status: 'discarded' })
    expect(textIn(await read(), 'es', 'stem')).toBe(textIn(before, 'es', 'stem'))
  })

  test('about an option that the question does not have are refused', async () => {
    const { outcomes } = await save(ada, words('es', `option:${randomUUID()}`, 'x', ''))
    expect(outcomes).toEqual([{ status: 'refused', reason: 'invalid' }])
  })
})

describe('structure', () => {
  test('of a published version goes into one draft version with the words of all languages', async () => {
    await save(ada, words('es', 'stem', 'Borrador'))
    const published = await publishedRows()
    const [a = '', b = '', c = '', d = ''] = before.version.order
    const outcome = await save(ada, { part: 'order', base: [a, b, c, d], value: [d, a, b, c] })
    expect(outcome.version).toEqual({ number: 2, isDraft: true })
    await save(ada, { part: 'pinLast', base: [], value: [c] }, { part: 'key', base: [b], value: [c] })
    const now = await read()
    expect(now.version).toMatchObject({ number: 2, isDraft: true, order: [d, a, b, c], pinLast: [c], key: [c] })
    expect(textIn(now, 'es', 'stem')).toBe('Borrador')
    expect(textIn(now, 'ja', 'stem')).toBe(textIn(before, 'ja', 'stem'))
    expect(now.version.sources).toEqual(before.version.sources)
    expect(await publishedRows()).toEqual(published)
    // The draft words went along: the version that members see has none of its own left.
    expect(
      await db().translation.count({ where: { status: 'draft', version: { questionId: before.id, number: 1 } } }),
    ).toBe(0)
    expect(await db().questionVersion.count({ where: { questionId: before.id } })).toBe(2)
  })

  test('that was used stays as it was for those who answered; the change is for later attempts', async () => {
    const attemptId = await takeQuiz(member, quiz.slug, ['right', 'right'])
    const recorded = () =>
      db().attempt.findUniqueOrThrow({
        where: { id: attemptId },
        include: { answers: { include: { version: { include: { key: true } } } } },
      })
    const attempt = await recorded()
    expect((await read()).published).toEqual({ number: 1, answers: 1 })
    const [a = ''] = before.version.order
    await save(ada, { part: 'key', base: before.version.key, value: [a] })
    expect(await recorded()).toEqual(attempt)
    await publish()
    expect(await recorded()).toEqual(attempt)
    expect((await read()).published).toEqual({ number: 2, answers: 0 })
  })

  test('by two people: sets go together, what is one value is a conflict', async () => {
    await save(ada, { part: 'topics', base: ['storage'], value: [] })
    await save(
      lin,
      { part: 'reviewBy', base: null, value: '2027-01-01' },
      { part: 'kind', base: 'single', value: 'multiple' },
    )
    const { outcomes } = await save(
      ada,
      { part: 'reviewBy', base: null, value: '2027-02-02' },
      { part: 'kind', base: 'single', value: 'open' },
      { part: 'owner', base: null, value: ada.personId },
    )
    expect(outcomes).toMatchObject([
      { status: 'conflict', stored: '2027-01-01', change: { by: 'Lin' } },
      { status: 'conflict', stored: 'multiple' },
      { status: 'saved' },
    ])
    expect(await read()).toMatchObject({ owner: ada.personId, reviewBy: '2027-01-01', version: { kind: 'multiple' } })
  })

  test('gets an option once, however often it is asked for, and loses one with its words', async () => {
    const id = randomUUID()
    await save(ada, { part: 'addOption', id }, { part: 'addOption', id }, words('en', `option:${id}`, 'A fifth', ''))
    const five = await read()
    expect(five.version.order).toEqual([...before.version.order, id])
    expect(textIn(five, 'en', `option:${id}`)).toBe('A fifth')
    const [, b = ''] = before.version.order
    await save(ada, { part: 'order', base: five.version.order, value: five.version.order.filter((each) => each !== b) })
    const four = await read()
    expect(four.version.key).toEqual([])
    expect(await db().translationField.count({ where: { optionId: b, translation: { status: 'draft' } } })).toBe(0)
    expect(textIn(four, 'en', `option:${b}`)).toBe('')
  })

  test('of another kind keeps the options that it can have', async () => {
    await save(ada, { part: 'kind', base: 'single', value: 'trueFalse' })
    expect((await read()).version).toMatchObject({ kind: 'trueFalse', order: before.version.order.slice(0, 2) })
    await save(ada, { part: 'kind', base: 'trueFalse', value: 'open' })
    expect((await read()).version).toMatchObject({ kind: 'open', order: [], key: [] })
    await save(ada, { part: 'kind', base: 'open', value: 'multiple' })
    expect((await read()).version.order).toHaveLength(2)
    expect(await actAs(ada, () => discardDraft(before.id, null))).toEqual({ status: 'discarded' })
    expect(await read()).toMatchObject({ version: before.version, words: before.words })
  })

  test('refuses a key of two where one is right, and options of elsewhere', async () => {
    const { order, key } = before.version
    const { outcomes } = await save(
      ada,
      { part: 'key', base: key, value: order.slice(0, 2) },
      { part: 'key', base: key, value: [randomUUID()] },
      { part: 'order', base: order, value: [...order, randomUUID()] },
      { part: 'topics', base: before.topics, value: ['no-such-topic'] },
    )
    for (const outcome of outcomes) expect(outcome).toEqual({ status: 'refused', reason: 'invalid' })
  })
})

describe('a change of meaning', () => {
  const stale = async () => (await read()).stale.map(({ locale, field }) => `${locale} ${field}`)

  test('makes a new version, and other languages count as stale until someone edits or confirms them', async () => {
    const text = textIn(before, 'en', 'stem')
    await save(ada, words('en', 'stem', `${text}, truly`))
    expect(await read()).toMatchObject({
      publishedSource: { stem: text },
      meanings: [],
      stale: [],
      version: { number: 1 },
    })
    const outcome = await save(ada, { part: 'meaning', field: 'stem', value: true })
    expect(outcome.version).toEqual({ number: 2, isDraft: true })
    expect(await read()).toMatchObject({ publishedSource: { stem: text }, meanings: ['stem'] })
    expect(await stale()).toEqual(['es stem', 'ja stem'])
    expect(
      (await read()).stale[0]?.change
        .filter(({ is }) => is === 'added')
        .map(({ text: added }) => added)
        .join(''),
    ).toBe(', truly')
    await save(translator, { part: 'confirm', locale: 'es', field: 'stem' })
    expect(await stale()).toEqual(['ja stem'])
    expect(await eventsOf('question.confirm')).toMatchObject([
      { actorId: translator.personId, after: { locale: 'es', fields: ['stem'] } },
    ])
    await publish()
    const field = { questionId_field: { questionId: before.id, field: 'stem' } }
    expect(await db().sourceField.findUnique({ where: field })).toMatchObject({ revision: 2 })
    expect(await stale()).toEqual(['ja stem'])
    await save(translator, words('ja', 'stem', '新しい文'))
    expect(await stale()).toEqual([])
  })

  test('that turns out to be a typo leaves no trace', async () => {
    await save(ada, words('en', 'stem', 'Other'), { part: 'meaning', field: 'stem', value: true })
    await save(translator, { part: 'confirm', locale: 'es', field: 'stem' })
    await save(ada, { part: 'meaning', field: 'stem', value: false })
    await publish()
    const revisions = await db().translationField.findMany({
      where: { field: 'stem', translation: { version: { questionId: before.id } } },
      select: { sourceRevision: true },
    })
    expect(revisions.every(({ sourceRevision }) => sourceRevision === 1)).toBe(true)
    expect(await stale()).toEqual([])
  })
})

describe('the audit trail', () => {
  test('has one event for each person, question, language and hour, with the texts before and after', async () => {
    await setClock(database.url, '2026-12-01T10:10:00Z')
    const text = textIn(before, 'es', 'stem')
    await save(ada, words('es', 'stem', 'U'))
    await save(ada, words('es', 'stem', 'Un', 'U'))
    await save(lin, words('es', 'explanation', 'Lin'))
    await setClock(database.url, '2026-12-01T10:59:00Z')
    await save(ada, words('es', 'stem', 'Uno', 'Un'))
    expect(await eventsOf('question.words')).toEqual([])
    await setClock(database.url, '2026-12-01T11:00:00Z')
    await actAs(operator, () => recordEndedHours())
    const events = await eventsOf('question.words')
    expect(events.map(({ actorId, before: was, after }) => ({ actorId, was, after }))).toEqual([
      {
        actorId: lin.personId,
        was: { locale: 'es', fields: { explanation: textIn(before, 'es', 'explanation') } },
        after: { locale: 'es', fields: { explanation: 'Lin' } },
      },
      {
        actorId: ada.personId,
        was: { locale: 'es', fields: { stem: text } },
        after: { locale: 'es', fields: { stem: 'Uno' } },
      },
    ])
    expect(events[1]?.at.toISOString()).toBe('2026-12-01T10:59:00.000Z')
    await setClock(database.url, null)
  })

  test('has what was written before what it led to, and structure at once', async () => {
    await save(ada, words('es', 'stem', 'Uno'))
    await save(ada, { part: 'key', base: before.version.key, value: [] })
    expect(await eventsOf('question.structure')).toMatchObject([
      { actorId: ada.personId, before: { version: 1, key: before.version.key }, after: { version: 2, key: [] } },
    ])
    await actAs(ada, () => discardDraft(before.id, null))
    expect(await eventsOf('question.words')).toMatchObject([{ after: { fields: { stem: 'Uno' } } }])
    expect(await eventsOf('question.discard')).toHaveLength(1)
  })
})

describe('the questions of a quiz', () => {
  const list = async () => (await actAs(ada, () => listEditedQuestions(quiz.slug, 'en')))?.questions ?? []

  test('get a new one at their end, which is asked once it is published', async () => {
    const added = await actAs(ada, () => addQuestion(quiz.slug, 'single'))
    expect(added).toEqual({ status: 'added', name: 'q3' })
    expect((await list()).map(({ name, isNew }) => [name, isNew])).toEqual([
      ['q1', false],
      ['q2', false],
      ['q3', true],
    ])
    const question = await read('q3')
    expect(question).toMatchObject({
      published: null,
      owner: ada.personId,
      place: { position: 3, count: 3, previous: 'q2', next: null },
    })
    expect(question.version.order).toHaveLength(4)
  })

  test('are put in order, and two who move them at once do not overwrite each other', async () => {
    const ids = (await list()).map(({ id }) => id)
    const [first = '', second = ''] = ids
    const order = (viewer: Viewer, wanted: string[], base = ids) =>
      actAs(viewer, () => orderQuestions(quiz.slug, base, wanted))
    expect(await order(ada, [second, first])).toEqual({ status: 'saved', order: [second, first] })
    await actAs(ada, () => addQuestion(quiz.slug, 'open'))
    expect((await order(lin, [first, second], [second, first])).status).toBe('merged')
    const [third = ''] = (await list()).map(({ id }) => id).slice(2)
    expect(await order(lin, [third, first, second], [first, second, third])).toMatchObject({ status: 'saved' })
    expect((await order(ada, [second, first, third], [first, second, third])).status).toBe('conflict')
    expect((await list()).map(({ id }) => id)).toEqual([third, first, second])
  })
})

describe('the kinds without options to pick', () => {
  test('keep an order as the key, a number and texts', async () => {
    await save(ada, { part: 'kind', base: 'single', value: 'ordering' })
    const [a = '', b = '', ...rest] = (await read()).version.order
    expect((await read()).version.key).toEqual([a, b, ...rest])
    await save(ada, { part: 'order', base: [a, b, ...rest], value: [b, a, ...rest] })
    expect((await read()).version).toMatchObject({ order: [b, a, ...rest], key: [b, a, ...rest] })
    await save(ada, { part: 'kind', base: 'ordering', value: 'numeric' })
    expect((await read()).version).toMatchObject({ order: [], key: [], accepted: null })
    const number = { value: '0.5', tolerance: '5%', unit: 'GB' }
    await save(ada, { part: 'accepted', base: null, value: number })
    expect((await read()).version.accepted).toEqual(number)
    const texts = { en: ['disk'], es: ['disco'] }
    expect((await save(ada, { part: 'accepted', base: number, value: texts })).outcomes).toEqual([
      { status: 'refused', reason: 'invalid' },
    ])
    await save(
      ada,
      { part: 'kind', base: 'numeric', value: 'shortText' },
      { part: 'accepted', base: null, value: texts },
    )
    expect((await read()).version).toMatchObject({ kind: 'shortText', accepted: texts })
  })
})

describe('the settings of a quiz', () => {
  const settingsNow = async () => {
    const page = await actAs(ada, () => getQuizSettings(quiz.slug, 'en'))
    if (!page) throw new Error('There is no such quiz.')
    return page
  }
  const names = { en: { title: 'Title', intro: 'About' }, ko: { title: '제목', intro: '' } }

  test('are saved by whoever has read what is stored; the second is told', async () => {
    const { rowVersion, settings } = await settingsNow()
    const wanted = { ...settings, seconds: 600, shuffle: false, pools: [{ topic: 'storage', draw: 1 }] }
    const both = await Promise.all(
      [ada, lin].map((viewer) => actAs(viewer, () => saveQuizSettings(quiz.slug, rowVersion, names, wanted))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['changed', 'saved'])
    const now = await settingsNow()
    expect(now.settings).toEqual(wanted)
    expect(now.names.map(({ locale, title }) => [locale, title]).slice(0, 1)).toEqual([['en', 'Title']])
    expect(now.names).toContainEqual({ locale: 'ko', ...names.ko })
    expect(await db().quizItem.count({ where: { quiz: { slug: quiz.slug }, poolId: null } })).toBe(0)
    expect(await db().auditEvent.count({ where: { action: 'quiz.settings' } })).toBe(1)
  })

  test('leave to translators the words of other languages than the source', async () => {
    const { rowVersion, settings } = await settingsNow()
    const wanted = { ...settings, seconds: 600 }
    expect(await actAs(translator, () => saveQuizSettings(quiz.slug, rowVersion, names, wanted))).toEqual({
      status: 'saved',
    })
    const now = await settingsNow()
    expect(now.settings).toEqual(settings)
    expect(now.names[0]?.title).not.toBe('Title')
    expect(now.names).toContainEqual({ locale: 'ko', ...names.ko })
  })

  test('keep a title in the source language', async () => {
    const { rowVersion, settings } = await settingsNow()
    const empty = { en: { title: '', intro: '' } }
    expect(await actAs(ada, () => saveQuizSettings(quiz.slug, rowVersion, empty, settings))).toEqual({
      status: 'no-title',
    })
  })
})

test('the history of a question has every version and revision of a language', async () => {
  await save(ada, words('es', 'stem', 'Uno'))
  await publish()
  await save(ada, { part: 'key', base: before.version.key, value: [] })
  const history = await actAs(translator, () => getQuestionHistory(quiz.slug, 'q1', 'es', 'en'))
  expect(history?.entries.map(({ number, revision, isDraft, by }) => [number, revision, isDraft, by])).toEqual([
    [2, 1, true, 'Ada'],
    [1, 2, false, 'Ada'],
    [1, 1, false, null],
  ])
  expect(history?.entries.map(({ fields }) => fields.stem)).toEqual(['Uno', 'Uno', textIn(before, 'es', 'stem')])
  expect(await actAs(translator, () => getQuestionHistory(quiz.slug, 'q9', 'es', 'en'))).toBeNull()
})
