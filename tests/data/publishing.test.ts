import { describe, expect, test } from 'vitest'
import { actAs, operator } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { getResult } from '@/lib/attempt/queries/get-result'
import { getBoard } from '@/lib/board/queries'
import { db } from '@/lib/db/client'
import { parseListAddress } from '@/lib/list/schema'
import { getPractice } from '@/lib/progress/queries/get-practice'
import { listMissedQuestions } from '@/lib/progress/queries/list-missed-questions'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import { acceptFinding, archiveQuestion, deleteQuestion } from '@/lib/quiz/commands/change-questions'
import { changeQuizState, deleteQuiz, type PlainAction, scheduleQuiz } from '@/lib/quiz/commands/change-state'
import { publishDueQuizzes, publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { saveQuizDraft } from '@/lib/quiz/commands/save-quiz-draft'
import { getQuiz, listQuizzes } from '@/lib/quiz/queries'
import { type AdminQuiz, getAdminQuiz } from '@/lib/quiz/queries/get-admin-quiz'
import { getPreview } from '@/lib/quiz/queries/get-preview'
import { adminQuizList, listAdminQuizzes } from '@/lib/quiz/queries/list-admin-quizzes'
import type { QuestionWords, QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, saveChoice, startQuiz, takeQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion, draftWords, publishDraft, quizDraft, saveDraft } from '../factories/quizzes'
import { setClock, testDatabase } from './database'

const database = testDatabase()

const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)
const publish = (slug: string, to?: 'published' | 'beta') => asOperator(() => publishQuiz(slug, to))
const change = (slug: string, action: PlainAction) => asOperator(() => changeQuizState([slug], action))
const statusOf = async (slug: string) => (await db().quiz.findUniqueOrThrow({ where: { slug } })).status

async function pageOf(slug: string): Promise<AdminQuiz> {
  const page = await asOperator(() => getAdminQuiz(slug, 'en'))
  if (!page) throw new Error(`There is no quiz ${slug}.`)
  return page
}

/** What is on record of a quiz, newest last. */
async function recordOf(slug: string): Promise<string[]> {
  const { id } = await db().quiz.findUniqueOrThrow({ where: { slug } })
  const events = await db().auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })
  return events.map(({ action }) => action)
}

/** A draft whose first question has other words in some languages. */
function draftWith(
  words: Record<string, Partial<QuestionWords>>,
  locales: [string, ...string[]] = ['en', 'ja'],
): QuizDraft {
  const draft = quizDraft({ locales, questions: 2 })
  const [first] = draft.questions
  if (!first) throw new Error('The draft has questions.')
  for (const [locale, changes] of Object.entries(words))
    first.words[locale] = { ...draftWords(first.externalId, locale), ...changes }
  return draft
}

const codes = ({ items }: AdminQuiz) => items.map(({ severity, code, locale }) => `${severity} ${code} ${locale}`)

describe('the checklist', () => {
  test('names what is wrong with words until they are mended', async () => {
    const options = { a: 'The same', b: '**the same**', c: 'Third', d: 'Fourth' }
    const draft = draftWith({ ja: { options, explanation: '正解は B です。[ここ]()' } })
    await saveDraft(draft)
    expect(codes(await pageOf(draft.slug))).toEqual([
      'block duplicate-options ja',
      'warn bare-option ja',
      'warn bad-link ja',
    ])
    expect(await publish(draft.slug)).toMatchObject({
      status: 'blocked',
      items: [{ code: 'duplicate-options' }, {}, {}],
    })
    expect(await statusOf(draft.slug)).toBe('draft')

    const mended = draftWith({})
    await saveDraft({
      ...draft,
      questions: draft.questions.map((q, i) => ({ ...q, words: mended.questions[i]?.words ?? {} })),
    })
    expect(codes(await pageOf(draft.slug))).toEqual([])
    expect(await publish(draft.slug)).toMatchObject({ status: 'published', warnings: [] })
  })

  test('blocks where no option is right, and where too many are', async () => {
    const draft = quizDraft({ questions: 2 })
    await saveDraft(draft)
    const version = async (n: number) =>
      db().questionVersion.findFirstOrThrow({
        where: { question: { externalId: draft.questions[n]?.externalId ?? '' } },
        include: { options: true, key: true },
      })
    const [first, second] = [await version(0), await version(1)]
    await db().versionKey.delete({ where: { versionId: first.id } })
    await db().versionKey.update({
      where: { versionId: second.id },
      data: { optionIds: second.options.slice(0, 2).map(({ optionId }) => optionId) },
    })
    expect(codes(await pageOf(draft.slug))).toEqual(['block no-key null', 'block wrong-key-count null'])
    expect(await publish(draft.slug)).toMatchObject({ status: 'blocked' })
    await db().versionKey.create({ data: { versionId: first.id, optionIds: first.key?.optionIds ?? [] } })
    await db().versionKey.update({
      where: { versionId: second.id },
      data: { optionIds: second.key?.optionIds ?? [] },
    })
    expect(await publish(draft.slug)).toMatchObject({ status: 'published' })
  })

  test('leaves words that are not whole as drafts, and the question whole in another language', async () => {
    const draft = draftWith({})
    await saveDraft(draft)
    const japanese = await db().translation.findFirstOrThrow({
      where: { locale: 'ja', version: { question: { externalId: draft.questions[0]?.externalId ?? '' } } },
      include: { fields: { where: { field: 'explanation' } } },
    })
    await db().translationField.update({
      where: { translationId_field: { translationId: japanese.id, field: 'explanation' } },
      data: { markdown: ' ' },
    })
    expect(codes(await pageOf(draft.slug))).toEqual(['warn incomplete-words ja'])
    expect(await publish(draft.slug)).toMatchObject({ status: 'published' })
    expect((await db().translation.findUniqueOrThrow({ where: { id: japanese.id } })).status).toBe('draft')
    const [first] = await readQuestions(await startQuiz(await createViewer(), draft.slug))
    expect(Object.keys(first?.translationIds ?? {})).toEqual(['en'])
  })

  test('tells of text that is older than its source', async () => {
    const draft = draftWith({})
    await saveDraft(draft)
    const question = { externalId: draft.questions[0]?.externalId ?? '' }
    await db().sourceField.updateMany({ where: { question, field: 'stem' }, data: { revision: 2 } })
    await db().translationField.updateMany({
      where: { field: 'stem', translation: { locale: 'en', version: { question } } },
      data: { sourceRevision: 2 },
    })
    const page = await pageOf(draft.slug)
    expect(codes(page)).toEqual(['warn stale ja'])
    expect(page.questions.map(({ done }) => done)).toEqual([['en'], ['en', 'ja']])
  })

  test('is held up by an error of an import until someone accepts it with a reason, which a new import keeps', async () => {
    const draft = quizDraft({ questions: 1 })
    const [question] = draft.questions
    if (!question) throw new Error('The draft has a question.')
    question.findings = [{ locale: 'en', code: 'key-differs', severity: 'error', message: 'The keys differ.' }]
    question.origins = [{ locale: 'en', path: `${draft.slug}.md`, ordinal: 1, hash: 'x' }]
    await saveDraft(draft)
    const before = await pageOf(draft.slug)
    const findingId = before.items[0]?.finding?.id ?? ''
    expect(codes(before)).toEqual(['block import-error en'])
    expect(await publish(draft.slug)).toMatchObject({ status: 'blocked' })
    const admin = await createViewer({ role: 'admin', name: 'Ada' })
    expect(await actAs(admin, () => acceptFinding(findingId, 'The page is right.'))).toEqual({ status: 'changed' })
    await saveDraft(draft)
    const after = await pageOf(draft.slug)
    expect(codes(after)).toEqual([])
    expect(after.accepted).toMatchObject([{ reason: 'The page is right.', by: 'Ada', position: 1 }])
    expect(await actAs(admin, () => acceptFinding(after.accepted[0]?.id ?? '', null))).toEqual({ status: 'changed' })
    expect(codes(await pageOf(draft.slug))).toEqual(['block import-error en'])
  })
})

describe('states', () => {
  test('lead on only where they may, each time on record', async () => {
    const draft = await createQuiz({ questions: 1 })
    expect(await change(draft.slug, 'restore')).toEqual([{ status: 'not-now' }])
    expect(await change(draft.slug, 'retire')).toEqual([{ status: 'changed' }])
    expect(await change(draft.slug, 'archive')).toEqual([{ status: 'changed' }])
    expect(await publish(draft.slug)).toEqual({ status: 'not-now' })
    expect(await change(draft.slug, 'restore')).toEqual([{ status: 'changed' }])
    expect(await statusOf(draft.slug)).toBe('retired')
    expect(await publish(draft.slug)).toMatchObject({ status: 'published' })
    expect(await recordOf(draft.slug)).toEqual([
      'quiz.create',
      'quiz.publish',
      'quiz.retire',
      'quiz.archive',
      'quiz.restore',
      'quiz.publish',
    ])
    expect(await asOperator(() => changeQuizState([draft.slug, 'no-such-quiz', draft.slug], 'retire'))).toEqual([
      { status: 'changed' },
      { status: 'not-found' },
    ])
  })

  test.each(['retire', 'archive'] as const)(
    '%s leaves attempts that run alone, and lets nobody begin',
    async (action) => {
      const draft = await createQuiz({ questions: 2 })
      const [member, other] = [await createViewer(), await createViewer()]
      const ended = await takeQuiz(member, draft.slug, ['right', 'right'])
      const attemptId = await startQuiz(member, draft.slug)
      const before = await db().attempt.findUniqueOrThrow({ where: { id: attemptId }, include: { answers: true } })
      await change(draft.slug, action)

      expect(await db().attempt.findUniqueOrThrow({ where: { id: attemptId }, include: { answers: true } })).toEqual(
        before,
      )
      const start = { slug: draft.slug, mode: 'practice', uiLocale: 'en' } as const
      expect(await actAs(other, () => startAttempt(start))).toEqual({ status: 'not-found' })
      expect(await actAs(other, () => startAttempt({ ...start, slug: 'no-such-quiz' }))).toEqual({
        status: 'not-found',
      })
      expect(await actAs(member, () => startAttempt(start))).toMatchObject({ status: 'resumed', attemptId })
      expect((await actAs(member, () => listQuizzes('en'))).map(({ slug }) => slug)).toContain(draft.slug)
      const [question] = await readQuestions(attemptId)
      expect(await saveChoice(member, attemptId, question, { picks: question?.key ?? [] })).toMatchObject({
        status: 'saved',
      })
      expect(await actAs(member, () => submitAttempt(attemptId))).toEqual({ status: 'submitted' })

      for (const id of [ended, attemptId])
        expect(await actAs(member, () => getResult(id, 'en'))).toMatchObject({ reveals: 'now', isBeta: false })
      expect(await actAs(member, () => getQuiz(draft.slug, 'en'))).toMatchObject({
        state: `${action}d`,
        past: [{}, {}],
      })
      expect((await actAs(member, () => listQuizzes('en'))).some(({ slug }) => slug === draft.slug)).toBe(
        action === 'retire',
      )
      expect((await actAs(other, () => listQuizzes('en'))).some(({ slug }) => slug === draft.slug)).toBe(false)
      expect((await actAs(other, () => getQuiz(draft.slug, 'en'))) === null).toBe(action === 'archive')
      // Bringing it back lets people begin again.
      if (action === 'archive') await change(draft.slug, 'restore')
      await publish(draft.slug)
      expect(await actAs(other, () => startAttempt(start))).toMatchObject({ status: 'started' })
    },
  )

  test('what has answers can be archived, and a draft that nobody has seen deleted', async () => {
    const draft = quizDraft({ questions: 2 })
    await saveDraft(draft)
    const [first, second] = draft.questions.map(({ externalId }) => externalId)
    expect(await asOperator(() => deleteQuestion(first ?? ''))).toEqual({ status: 'deleted' })
    expect(await publish(draft.slug)).toMatchObject({ status: 'published', questions: 1 })
    await takeQuiz(await createViewer(), draft.slug, ['right'])
    expect(await asOperator(() => deleteQuestion(second ?? ''))).toEqual({ status: 'in-use' })
    expect((await pageOf(draft.slug)).questions).toMatchObject([{ externalId: second, mayDelete: false }])
    await change(draft.slug, 'archive')
    expect(await asOperator(() => deleteQuiz(draft.slug))).toEqual({ status: 'in-use' })

    const unseen = quizDraft({ questions: [...quizDraft().questions, draftQuestion({ externalId: second ?? '' })] })
    await saveDraft(unseen)
    expect(await asOperator(() => deleteQuiz(unseen.slug))).toEqual({ status: 'deleted' })
    expect(await db().quiz.count({ where: { slug: unseen.slug } })).toBe(0)
    const left = await db().question.findMany({
      where: { externalId: { in: unseen.questions.map((q) => q.externalId) } },
    })
    expect(left.map(({ externalId }) => externalId)).toEqual([second])
  })

  test('a question that is archived is asked no more, is not published, and comes back', async () => {
    const draft = await createQuiz({ questions: 2 })
    const [first] = draft.questions
    const name = first?.externalId ?? ''
    const running = await startQuiz(await createViewer(), draft.slug)
    expect(await asOperator(() => archiveQuestion(name, true))).toEqual({ status: 'changed' })
    expect(await asOperator(() => archiveQuestion(name, true))).toEqual({ status: 'not-now' })
    expect(await readQuestions(running)).toHaveLength(2)
    expect(await readQuestions(await startQuiz(await createViewer(), draft.slug))).toHaveLength(1)
    await asOperator(() => saveQuizDraft({ ...draft, questions: draft.questions.map((q) => ({ ...q, key: ['d'] })) }))
    await publish(draft.slug)
    const versions = () =>
      db().questionVersion.count({ where: { question: { externalId: name }, status: 'published' } })
    expect(await versions()).toBe(1)
    expect(await asOperator(() => archiveQuestion(name, false))).toEqual({ status: 'changed' })
    await publish(draft.slug)
    expect(await versions()).toBe(2)
  })
})

describe('a time of publishing', () => {
  const soon = () => new Date(Date.now() + 3_600_000)

  test('publishes once when it has come, whatever number of processes looks for it', async () => {
    const drafts = [quizDraft({ questions: 1 }), quizDraft({ questions: 1 }), quizDraft({ questions: 1 })]
    for (const draft of drafts) {
      await saveDraft(draft)
      expect(await asOperator(() => scheduleQuiz(draft.slug, soon()))).toEqual({ status: 'changed' })
      expect((await pageOf(draft.slug)).state).toBe('scheduled')
    }
    expect(await asOperator(() => publishDueQuizzes())).toBe(0)
    await setClock(database.url, new Date(Date.now() + 7_200_000).toISOString())
    const worked = await Promise.all([1, 2, 3, 4].map(() => asOperator(() => publishDueQuizzes())))
    expect(worked.reduce((a, b) => a + b)).toBe(3)
    for (const draft of drafts) {
      expect(await statusOf(draft.slug)).toBe('published')
      expect(await recordOf(draft.slug)).toEqual(['quiz.create', 'quiz.schedule', 'quiz.publish'])
      expect((await pageOf(draft.slug)).publishAt).toBeNull()
    }
    await setClock(database.url, null)
  })

  test('publishes nothing that the checklist blocks, says so once, and can be set again', async () => {
    const draft = draftWith({ ja: { options: { a: 'x', b: 'x', c: 'y', d: 'z' } } })
    await saveDraft(draft)
    await asOperator(() => scheduleQuiz(draft.slug, soon()))
    expect(await pageOf(draft.slug)).toMatchObject({ wasHeldBack: false })
    await setClock(database.url, new Date(Date.now() + 7_200_000).toISOString())
    await Promise.all([1, 2, 3].map(() => asOperator(() => publishDueQuizzes())))
    expect(await asOperator(() => publishDueQuizzes())).toBe(0)
    expect(await pageOf(draft.slug)).toMatchObject({ state: 'scheduled', wasHeldBack: true })
    expect(await recordOf(draft.slug)).toEqual(['quiz.create', 'quiz.schedule', 'quiz.publish-blocked'])
    expect(await asOperator(() => scheduleQuiz(draft.slug, new Date()))).toEqual({ status: 'too-early' })
    expect(await asOperator(() => scheduleQuiz(draft.slug, new Date(Date.now() + 9_000_000)))).toEqual({
      status: 'changed',
    })
    expect(await pageOf(draft.slug)).toMatchObject({ wasHeldBack: false })
    await setClock(database.url, null)
    expect(await change(draft.slug, 'unschedule')).toEqual([{ status: 'changed' }])
    expect((await pageOf(draft.slug)).state).toBe('draft')
  })
})

describe('a beta', () => {
  test('shows right and wrong, and enters no score, board, progress or review', async () => {
    const draft = quizDraft({ questions: 2 })
    await saveDraft(draft)
    expect(await publish(draft.slug, 'beta')).toMatchObject({ status: 'beta' })
    const member = await createViewer()
    const figures = () =>
      actAs(member, () =>
        Promise.all([
          getBoard({ scope: 'all', slug: null }, 'week'),
          listTopicProgress('en'),
          getPractice(),
          listMissedQuestions('en'),
          db().reviewCard.findMany({ where: { personId: member.personId } }),
          db().attemptTopic.count({ where: { attempt: { personId: member.personId } } }),
          db().boardEntry.findMany({ where: { personId: member.personId } }),
        ]),
      )
    const before = await figures()
    const attemptId = await startQuiz(member, draft.slug)
    const [first, second] = await readQuestions(attemptId)
    if (!first || !second) throw new Error('The quiz has questions.')
    const given = (question: typeof first, picks: string[]) =>
      actAs(member, () =>
        revealAnswer(
          { attemptId, position: question.position },
          {
            picks,
            number: 1,
            translationId: question.translationIds.en ?? '',
            text: null,
            confidence: null,
            flagged: false,
          },
        ),
      )
    await given(first, first.key)
    await given(second, second.order.filter((id) => !second.key.includes(id)).slice(0, 1))
    await actAs(member, () => submitAttempt(attemptId))
    expect(await figures()).toEqual(before)
    expect(await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })).toMatchObject({
      purpose: 'beta',
      counts: false,
      scoreNum: null,
      firstNum: null,
      passed: null,
    })
    const result = await actAs(member, () => getResult(attemptId, 'en'))
    expect(result).toMatchObject({ isBeta: true, score: null, passed: null, topics: [] })
    expect(result && 'questions' in result && result.questions).toMatchObject([
      { verdict: 'right' },
      { verdict: 'wrong' },
    ])
    expect(await actAs(member, () => getQuiz(draft.slug, 'en'))).toMatchObject({
      state: 'beta',
      past: [{ isBeta: true, score: null }],
    })

    // Once published, the first whole attempt counts as the first; what was taken as a beta is retaken by nobody.
    await publish(draft.slug)
    const retake = { slug: draft.slug, mode: 'practice', uiLocale: 'en', missedOf: attemptId } as const
    expect(await actAs(member, () => startAttempt(retake))).toEqual({ status: 'not-found' })
    const counted = await takeQuiz(member, draft.slug, ['right', 'right'])
    expect(await db().attempt.findUniqueOrThrow({ where: { id: counted } })).toMatchObject({
      counts: true,
      purpose: 'full',
    })
  })

  test('that was begun ends as one, whatever the quiz has become', async () => {
    const draft = quizDraft({ questions: 1 })
    await saveDraft(draft)
    await publish(draft.slug, 'beta')
    const member = await createViewer()
    const attemptId = await startQuiz(member, draft.slug)
    await publish(draft.slug)
    expect(await startQuiz(member, draft.slug)).toBe(attemptId)
    await actAs(member, () => submitAttempt(attemptId))
    expect(await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })).toMatchObject({
      purpose: 'beta',
      scoreNum: null,
    })
  })

  test('can be taken back to a draft, and an attempt at it still ends', async () => {
    const draft = quizDraft({ questions: 1 })
    await saveDraft(draft)
    await publish(draft.slug, 'beta')
    const [member, other] = [await createViewer(), await createViewer()]
    const attemptId = await startQuiz(member, draft.slug)
    await change(draft.slug, 'withdraw')
    expect(await actAs(other, () => getQuiz(draft.slug, 'en'))).toBeNull()
    expect((await actAs(member, () => listQuizzes('en'))).map(({ slug }) => slug)).toContain(draft.slug)
    expect(await actAs(member, () => submitAttempt(attemptId))).toEqual({ status: 'submitted' })
    expect(await asOperator(() => deleteQuiz(draft.slug))).toEqual({ status: 'in-use' })
  })
})

describe('a preview', () => {
  test('shows the newest draft, open and with its key, and writes nothing', async () => {
    const draft = await createQuiz({ questions: 1, locales: ['en', 'ja'] })
    const [question] = draft.questions
    if (!question) throw new Error('The quiz has a question.')
    const changed = {
      ...question,
      key: ['c'],
      words: { ...question.words, en: { ...draftWords(question.externalId, 'en'), stem: 'New?' } },
    }
    await asOperator(() => saveQuizDraft({ ...draft, questions: [changed] }))
    const admin = await createViewer({ role: 'admin' })
    const rows = () => Promise.all([db().attempt.count(), db().answer.count(), db().auditEvent.count()])
    const before = await rows()
    const open = await actAs(admin, () => getPreview(draft.slug, 1, 'en', 'en', null))
    expect(open).toMatchObject({
      isDraft: true,
      total: 1,
      locales: ['en', 'ja'],
      question: { state: 'open', stem: 'New?' },
    })
    expect(JSON.stringify(open)).not.toContain('explanation')
    const picked = open?.question.options[2]?.id ?? ''
    const shown = await actAs(admin, () =>
      getPreview(draft.slug, 1, 'ja', 'en', { picks: [picked, 'nothing'], text: null }),
    )
    expect(shown?.question).toMatchObject({ state: 'revealed', locale: 'ja', verdict: 'right' })
    expect(await actAs(admin, () => getPreview(draft.slug, 2, 'en', 'en', null))).toBeNull()
    expect(await actAs(admin, () => getPreview('no-such-quiz', 1, 'en', 'en', null))).toBeNull()
    expect(await rows()).toEqual(before)
  })
})

describe('the list of quizzes', () => {
  const list = (query: Record<string, string>) =>
    asOperator(() => listAdminQuizzes(parseListAddress(adminQuizList, query), 'en'))
  const slugs = async (query: Record<string, string>) => (await list(query)).quizzes.map(({ slug }) => slug)

  test('is found by words of titles and questions, in Japanese too, and filtered', async () => {
    const draft = draftWith({ ja: { stem: '分散学習の同期方式はどれ？' } })
    await publishDraft(draft)
    expect(await slugs({ q: '同期方式' })).toEqual([draft.slug])
    expect(await slugs({ q: `${draft.slug.toUpperCase()} IN JA` })).toEqual([draft.slug])
    expect(await slugs({ q: '同期方式 何か' })).toEqual([])
    expect(await slugs({ q: '同期方式', language: 'ja', topic: 'storage', state: 'published' })).toEqual([draft.slug])
    for (const other of [{ language: 'ko' }, { topic: 'security' }, { state: 'draft' }])
      expect(await slugs({ q: '同期方式', ...other })).toEqual([])
    await change(draft.slug, 'archive')
    expect(await slugs({ q: '同期方式' })).toEqual([])
    expect(await slugs({ q: '同期方式', state: 'archived' })).toEqual([draft.slug])
  })

  test('is sorted by each of its columns, both ways', async () => {
    const few = await createQuiz({ questions: 1 })
    const many = await createQuiz({ questions: 7 })
    for (const sort of adminQuizList.sorts) {
      const [up, down] = [await slugs({ sort }), await slugs({ sort: `${sort}.desc` })]
      expect(up.sort()).toEqual(down.sort())
    }
    const byCount = await slugs({ sort: 'questions.desc' })
    expect(byCount.indexOf(many.slug)).toBeLessThan(byCount.indexOf(few.slug))
  })
})
