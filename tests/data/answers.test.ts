import { describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { assessAnswer } from '@/lib/attempt/commands/assess-answer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { reportProblem } from '@/lib/attempt/commands/report-problem'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { getAttemptFrame, getQuestion } from '@/lib/attempt/queries/get-question'
import { getResult } from '@/lib/attempt/queries/get-result'
import type { AttemptMode, QuestionKind, Scoring } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import { readQuestions, type StoredQuestion, saveChoice, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion, draftWords, publishDraft } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

/** Someone new before questions of these kinds. */
async function begin(kinds: readonly QuestionKind[], mode: AttemptMode = 'practice', scoring: Scoring = 'partial') {
  const questions = kinds.map((kind) => draftQuestion({ kind, scoring }, ['en', 'es']))
  const quiz = await createQuiz({ questions, locales: ['en', 'es'] })
  const viewer = await createViewer()
  const attemptId = await startQuiz(viewer, quiz.slug, mode)
  return { quiz, viewer, attemptId, questions: await readQuestions(attemptId) }
}

const submit = (viewer: Viewer, attemptId: string) => actAs(viewer, () => submitAttempt(attemptId))
const stored = (attemptId: string) =>
  db().attempt.findUniqueOrThrow({
    where: { id: attemptId },
    include: { answers: { orderBy: { position: 'asc' } }, topics: true },
  })
const reveal = (
  viewer: Viewer,
  attemptId: string,
  question: StoredQuestion | undefined,
  text: string | null,
  number: number,
) =>
  actAs(viewer, () =>
    revealAnswer(
      { attemptId, position: question?.position ?? 0 },
      { picks: [], text, number, translationId: question?.translationIds.en ?? '' },
    ),
  )

describe('an open question', () => {
  test('is answered in words, which are kept as written and shown again', async () => {
    const { viewer, attemptId, questions } = await begin(['open'])
    const text = '  Because writes are **striped**:\n\n- 数据\u00a0块 <b>&amp;</b>\t'
    expect(await saveChoice(viewer, attemptId, questions[0], { text })).toMatchObject({
      status: 'saved',
      stored: { text, picks: [], number: 1 },
    })
    expect(await actAs(viewer, () => getQuestion(attemptId, 1))).toMatchObject({
      question: { kind: 'open', text, options: [] },
      places: [{ answered: true }],
    })
    expect((await stored(attemptId)).answers).toMatchObject([{ text, picks: [], locale: 'en' }])
    await saveChoice(viewer, attemptId, questions[0], { text: ' \n', number: 2 })
    expect(await actAs(viewer, () => getAttemptFrame(attemptId))).toMatchObject({ places: [{ answered: false }] })
  })

  test('takes no options, and other kinds take no words', async () => {
    const { viewer, attemptId, questions } = await begin(['open', 'single', 'multiple', 'trueFalse'])
    const [open, ...others] = questions
    expect(await saveChoice(viewer, attemptId, open, { picks: others[0]?.key ?? [] })).toEqual({ status: 'invalid' })
    for (const question of others)
      expect(await saveChoice(viewer, attemptId, question, { picks: question.key, text: 'Why' })).toEqual({
        status: 'invalid',
      })
    expect((await stored(attemptId)).answers.map(({ seq }) => seq)).toEqual([0, 0, 0, 0])
  })

  test('is never scored: a score is over the questions that are', async () => {
    const { viewer, attemptId, questions } = await begin(['open', 'single', 'open', 'single', 'single'])
    await saveChoice(viewer, attemptId, questions[0], { text: 'What I think.' })
    await saveChoice(viewer, attemptId, questions[1], { picks: questions[1]?.key ?? [] })
    await submit(viewer, attemptId)
    const attempt = await stored(attemptId)
    expect(attempt).toMatchObject({ scoreNum: 1n, scoreDen: 3n, topics: [{ num: 1n, den: 3n, questions: 3 }] })
    expect(attempt.answers.map(({ awardNum, awardDen }) => [awardNum, awardDen])).toEqual([
      [null, null],
      [1, 1],
      [null, null],
      [0, 1],
      [0, 1],
    ])
  })

  test('alone gives no score, which is neither passed nor failed', async () => {
    const { viewer, attemptId, questions } = await begin(['open', 'open'], 'exam')
    await saveChoice(viewer, attemptId, questions[0], { text: 'What I think.' })
    await submit(viewer, attemptId)
    expect(await stored(attemptId)).toMatchObject({
      ended: 'submitted',
      scoreNum: null,
      scoreDen: null,
      firstNum: null,
      passed: null,
      topics: [],
    })
    expect(await actAs(viewer, () => getResult(attemptId, 'en'))).toMatchObject({
      score: null,
      passed: null,
      topics: [],
    })
  })

  test('shows its model answer when asked, blank or not, and is judged by its own person only then', async () => {
    const { viewer, attemptId, questions } = await begin(['open', 'open', 'single'])
    const assess = (who: Viewer, position: number, how: 'knew' | 'partly' | 'missed') =>
      actAs(who, () => assessAnswer({ attemptId, position }, how))
    expect(await assess(viewer, 1, 'knew')).toEqual({ status: 'not-found' })
    expect(await reveal(viewer, attemptId, questions[0], 'What I think.', 1)).toEqual({ status: 'revealed' })
    expect(await reveal(viewer, attemptId, questions[1], null, 1)).toEqual({ status: 'revealed' })
    expect(await actAs(viewer, () => getQuestion(attemptId, 1))).toMatchObject({
      question: {
        state: 'revealed',
        text: 'What I think.',
        explanation: expect.stringContaining('model answer of'),
        verdict: 'unscored',
        award: null,
        selfAssessment: null,
      },
    })
    expect(await assess(await createViewer(), 1, 'knew')).toEqual({ status: 'not-found' })
    expect(await assess(viewer, 1, 'knew')).toEqual({ status: 'assessed' })
    expect(await assess(viewer, 1, 'partly')).toEqual({ status: 'assessed' })
    // What is settled stays as it was written.
    expect(await saveChoice(viewer, attemptId, questions[0], { text: 'The model answer', number: 2 })).toEqual({
      status: 'revealed',
    })
    // Other kinds are not judged by their person.
    await submit(viewer, attemptId)
    expect(await assess(viewer, 3, 'knew')).toEqual({ status: 'not-found' })
    expect(await assess(viewer, 2, 'missed')).toEqual({ status: 'assessed' })
    const attempt = await stored(attemptId)
    expect(attempt).toMatchObject({ scoreNum: 0n, scoreDen: 1n })
    expect(attempt.answers.map(({ selfAssessment, text }) => [selfAssessment, text])).toEqual([
      ['partly', 'What I think.'],
      ['missed', null],
      [null, null],
    ])
    expect(await actAs(viewer, () => getResult(attemptId, 'en'))).toMatchObject({
      questions: [{ selfAssessment: 'partly' }, { selfAssessment: 'missed' }, { selfAssessment: null }],
    })
  })
})

describe('a question of true or false', () => {
  test('keeps its options in the order they were written, where others are shuffled', async () => {
    const { slug } = await createQuiz({
      questions: [draftQuestion({ kind: 'trueFalse' }), draftQuestion({ kind: 'single' })],
    })
    const orders = new Set<string>()
    for (let person = 0; person < 12; person++) {
      const [question, other] = await readQuestions(await startQuiz(await createViewer(), slug))
      expect(question?.order).toEqual([question?.options.a, question?.options.b])
      orders.add(other?.order.join() ?? '')
    }
    // Twenty-four are possible: that all twelve people get one and the same is one chance in 10^15.
    expect(orders.size).toBeGreaterThan(1)
  })

  test('has one answer, right or wrong', async () => {
    const { viewer, attemptId, questions } = await begin(['trueFalse', 'trueFalse'])
    const [first, second] = questions
    expect(await saveChoice(viewer, attemptId, first, { picks: first?.order ?? [] })).toEqual({ status: 'invalid' })
    await saveChoice(viewer, attemptId, first, { picks: first?.key ?? [] })
    await saveChoice(viewer, attemptId, second, { picks: second?.order.filter((id) => !second.key.includes(id)) ?? [] })
    await submit(viewer, attemptId)
    expect(await stored(attemptId)).toMatchObject({ scoreNum: 1n, scoreDen: 2n })
  })
})

describe('several right options', () => {
  // Of a to d, a and c are right.
  const picked = [['a', 'c'], ['a'], ['a', 'c', 'b'], ['b'], []]

  test.each([
    ['partial', ['1/1', '1/2', '1/2', '0/1', '0/1'], '2/5'],
    ['all', ['1/1', '0/1', '0/1', '0/1', '0/1'], '1/5'],
  ] as const)('earn, counted as %s, %j', async (scoring, awards, score) => {
    const { viewer, attemptId, questions } = await begin(Array(5).fill('multiple'), 'practice', scoring)
    for (const [index, names] of picked.entries())
      await saveChoice(viewer, attemptId, questions[index], {
        picks: names.map((name) => questions[index]?.options[name] ?? ''),
      })
    // What is checked in the middle earns the same as at the end.
    const { position = 0, translationIds } = questions[1] ?? {}
    const choice = { picks: [questions[1]?.options.a ?? ''], number: 2, translationId: translationIds?.en ?? '' }
    await actAs(viewer, () => revealAnswer({ attemptId, position }, choice))
    expect((await stored(attemptId)).answers.map(({ awardNum, awardDen }) => `${awardNum}/${awardDen}`)[1]).toBe(
      awards[1],
    )
    await submit(viewer, attemptId)
    const attempt = await stored(attemptId)
    expect(attempt.answers.map(({ awardNum, awardDen }) => `${awardNum}/${awardDen}`)).toEqual(awards)
    expect(`${attempt.scoreNum}/${attempt.scoreDen}`).toBe(score)
  })
})

describe('a flag and how sure one is', () => {
  test('are saved with the answer, shown again, and earn nothing', async () => {
    const { viewer, attemptId, questions } = await begin(['single', 'single'])
    const [question] = questions
    const wrong = question?.order.filter((id) => !question.key.includes(id)).slice(0, 1) ?? []
    expect(
      await saveChoice(viewer, attemptId, question, { picks: wrong, flagged: true, confidence: 'sure' }),
    ).toMatchObject({ status: 'saved', stored: { flagged: true, confidence: 'sure' } })
    const flagged = { picks: [], flagged: true }
    expect(await saveChoice(viewer, attemptId, questions[1], flagged)).toMatchObject({ status: 'saved' })
    expect(await actAs(viewer, () => getQuestion(attemptId, 1))).toMatchObject({
      question: { flagged: true, confidence: 'sure' },
      places: [
        { answered: true, flagged: true },
        { answered: false, flagged: true },
      ],
    })
    expect(
      await saveChoice(viewer, attemptId, question, { picks: wrong, confidence: 'unsure', number: 2 }),
    ).toMatchObject({ status: 'saved', stored: { flagged: false, confidence: 'unsure' } })
    await submit(viewer, attemptId)
    const attempt = await stored(attemptId)
    expect(attempt).toMatchObject({ scoreNum: 0n })
    expect(attempt.answers.map(({ flagged, confidence }) => [flagged, confidence])).toEqual([
      [false, 'unsure'],
      [true, null],
    ])
  })

  test.each([
    ['flag', { flagged: true }],
    ['confidence', { confidence: 'unsure' as const }],
    ['picks', { picks: [] }],
  ])('belong to what is saved: the same number with another %s is superseded', async (_what, change) => {
    const { viewer, attemptId, questions } = await begin(['single'])
    const choice = { picks: questions[0]?.key ?? [], confidence: 'sure' as const }
    const saved = await saveChoice(viewer, attemptId, questions[0], choice)
    expect(await saveChoice(viewer, attemptId, questions[0], choice)).toEqual(saved)
    const other = await saveChoice(viewer, attemptId, questions[0], { ...choice, ...change })
    expect(other).toEqual({ status: 'superseded', stored: 'stored' in saved && saved.stored })
  })

  test('so do the words of an open question', async () => {
    const { viewer, attemptId, questions } = await begin(['open'])
    const saved = await saveChoice(viewer, attemptId, questions[0], { text: 'One' })
    expect(await saveChoice(viewer, attemptId, questions[0], { text: 'One' })).toEqual(saved)
    expect(await saveChoice(viewer, attemptId, questions[0], { text: 'Two' })).toMatchObject({
      status: 'superseded',
      stored: { text: 'One' },
    })
  })
})

describe('a save whose reply was lost', () => {
  test('is acknowledged again after the end, and changes nothing', async () => {
    const { viewer, attemptId, questions } = await begin(['single', 'open'], 'exam')
    const choice = { picks: questions[0]?.key ?? [], confidence: 'sure' as const }
    const saved = await saveChoice(viewer, attemptId, questions[0], choice)
    const written = await saveChoice(viewer, attemptId, questions[1], { text: 'One' })
    await submit(viewer, attemptId)
    const ended = await stored(attemptId)
    expect(await saveChoice(viewer, attemptId, questions[0], choice)).toEqual(saved)
    expect(await saveChoice(viewer, attemptId, questions[1], { text: 'One' })).toEqual(written)
    for (const other of [
      { ...choice, number: 2 },
      { ...choice, flagged: true },
      { ...choice, picks: [] },
    ])
      expect(await saveChoice(viewer, attemptId, questions[0], other)).toEqual({ status: 'ended' })
    expect(await stored(attemptId)).toEqual(ended)
  })
})

describe('a problem that someone reports', () => {
  const report = (who: Viewer, attemptId: string, position: number, translationId: string | undefined) =>
    actAs(who, () => reportProblem({ attemptId, position }, translationId ?? '', 'The figure is cut off.'))

  test('is tied to the answer, its version and the words that were read', async () => {
    const { quiz, viewer, attemptId, questions } = await begin(['single', 'open'], 'exam')
    const [first, second] = questions
    // Since the attempt began, the question has a new version: what was read is the old one.
    const [asked, ...rest] = quiz.questions
    if (!asked) throw new Error('The quiz has questions.')
    const words = Object.fromEntries(['en', 'es'].map((locale) => [locale, draftWords(asked.externalId, locale)]))
    await publishDraft({ ...quiz, questions: [{ ...asked, key: ['c'], words }, ...rest] })
    expect(await report(viewer, attemptId, 1, first?.translationIds.es)).toEqual({ status: 'reported' })
    expect(await report(viewer, attemptId, 2, second?.translationIds.en)).toEqual({ status: 'reported' })
    await submit(viewer, attemptId)
    expect(await report(viewer, attemptId, 1, first?.translationIds.en)).toEqual({ status: 'reported' })
    const reports = await db().problemReport.findMany({ where: { attemptId }, orderBy: { id: 'asc' } })
    const common = { personId: viewer.personId, attemptId, text: 'The figure is cut off.', status: 'open' }
    expect(reports).toMatchObject([
      {
        ...common,
        questionId: first?.questionId,
        versionId: first?.versionId,
        translationId: first?.translationIds.es,
      },
      {
        ...common,
        questionId: second?.questionId,
        versionId: second?.versionId,
        translationId: second?.translationIds.en,
      },
      {
        ...common,
        questionId: first?.questionId,
        versionId: first?.versionId,
        translationId: first?.translationIds.en,
      },
    ])
  })

  test('is of one’s own attempt, a question in it, and words of that', async () => {
    const { viewer, attemptId, questions } = await begin(['single', 'single'])
    const [first, second] = questions
    const none = { status: 'not-found' }
    expect(await report(await createViewer(), attemptId, 1, first?.translationIds.en)).toEqual(none)
    expect(await report(viewer, attemptId, 3, first?.translationIds.en)).toEqual(none)
    expect(await report(viewer, attemptId, 1, second?.translationIds.en)).toEqual(none)
    expect(await db().problemReport.count({ where: { attemptId } })).toBe(0)
  })
})
