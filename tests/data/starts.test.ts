import { beforeEach, describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { kinds } from '@/lib/attempt/kinds'
import { getResult } from '@/lib/attempt/queries/get-result'
import { drawItems, orderOptions, seededRandom } from '@/lib/attempt/rules'
import type { StartInput } from '@/lib/attempt/schema'
import { db, newId } from '@/lib/db/client'
import { getQuiz } from '@/lib/quiz/queries'
import type { QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, saveChoice, setRules, startQuiz, takeQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion } from '../factories/quizzes'
import { testClock, testDatabase } from './database'

const clock = testClock(testDatabase())
beforeEach(() => clock.set(0))

const start = (viewer: Viewer, slug: string, more: Partial<StartInput> = {}) =>
  actAs(viewer, () => startAttempt({ slug, mode: 'exam', uiLocale: 'en', ...more }))
const mayStart = async (viewer: Viewer, slug: string) => (await actAs(viewer, () => getQuiz(slug, 'en')))?.rules.may
const attemptsOf = ({ personId }: Viewer) =>
  db().attempt.findMany({ where: { personId }, orderBy: { startedAt: 'asc' }, include: { answers: true } })

describe('a limit of attempts', () => {
  test('counts starts, one that was left lying as well, and is a person’s own', async () => {
    const { slug } = await createQuiz({ rules: { attemptLimit: 2, seconds: 60 } })
    const [viewer, other] = [await createViewer(), await createViewer()]
    await takeQuiz(viewer, slug, [])
    expect(await start(viewer, slug)).toMatchObject({ status: 'started' })
    // The second is open: it goes on, and is no third.
    expect(await start(viewer, slug)).toMatchObject({ status: 'resumed' })
    expect(await mayStart(viewer, slug)).toEqual({ status: 'limit' })
    await clock.set(3600)
    const [, second] = await attemptsOf(viewer)
    await actAs(viewer, () => submitAttempt(second?.id ?? ''))
    expect((await attemptsOf(viewer)).map(({ ended }) => ended)).toEqual(['submitted', 'expired'])
    expect(await start(viewer, slug)).toEqual({ status: 'limit' })
    expect(await start(viewer, slug, { mode: 'practice' })).toEqual({ status: 'limit' })
    expect(await attemptsOf(viewer)).toHaveLength(2)
    expect(await start(other, slug)).toMatchObject({ status: 'started' })
  })

  test('holds against many starts at once', async () => {
    const { slug } = await createQuiz({ rules: { attemptLimit: 2 } })
    const viewer = await createViewer()
    await takeQuiz(viewer, slug, [])
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => start(viewer, slug)))
    expect(outcomes.filter(({ status }) => status === 'started')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'resumed')).toHaveLength(19)
    expect(await attemptsOf(viewer)).toHaveLength(2)
  })

  test('is raised for one person by an allowance', async () => {
    const { slug } = await createQuiz({ rules: { attemptLimit: 1 } })
    const viewer = await createViewer()
    await takeQuiz(viewer, slug, [])
    expect(await start(viewer, slug)).toEqual({ status: 'limit' })
    const { id: quizId } = await db().quiz.findUniqueOrThrow({ where: { slug } })
    const { personId } = viewer
    await db().allowance.create({ data: { id: newId(), personId, quizId, extraAttempts: 1 } })
    expect(await mayStart(viewer, slug)).toEqual({ status: 'ok' })
    await takeQuiz(viewer, slug, [])
    expect(await start(viewer, slug)).toEqual({ status: 'limit' })
    const page = await actAs(viewer, () => getQuiz(slug, 'en'))
    expect(page?.rules.attempts).toEqual({ allowed: 2, started: 2 })
  })
})

describe('a wait between attempts', () => {
  test('runs from the end of the last whole one to the instant', async () => {
    const { slug } = await createQuiz({ rules: { waitSeconds: 3600 } })
    const viewer = await createViewer()
    await start(viewer, slug)
    await clock.set(600)
    await takeQuiz(viewer, slug, [])
    const until = clock.at(600 + 3600).toISOString()
    expect(await start(viewer, slug)).toEqual({ status: 'wait', until })
    await clock.set(600 + 3600 - 0.001)
    expect(await start(viewer, slug)).toEqual({ status: 'wait', until })
    expect(await mayStart(viewer, slug)).toEqual({ status: 'wait', until })
    await clock.set(600 + 3600)
    expect(await mayStart(viewer, slug)).toEqual({ status: 'ok' })
    expect(await start(viewer, slug)).toMatchObject({ status: 'started' })
  })

  test('is not put off by a retake of what was missed', async () => {
    const { slug } = await createQuiz({ rules: { waitSeconds: 3600 } })
    const viewer = await createViewer()
    const missedOf = await takeQuiz(viewer, slug, [])
    await clock.set(3000)
    const retake = await start(viewer, slug, { missedOf })
    if (retake.status !== 'started') throw new Error(retake.status)
    await actAs(viewer, () => submitAttempt(retake.attemptId))
    await clock.set(3600)
    expect(await start(viewer, slug)).toMatchObject({ status: 'started' })
  })
})

describe('practice', () => {
  test.each(['end', 'date', 'never'] as const)('is not offered where keys are shown %s', async (reveal) => {
    const { slug } = await createQuiz({
      rules: { reveal, revealAt: reveal === 'date' ? clock.at(60).toISOString() : null },
    })
    const viewer = await createViewer()
    expect(await start(viewer, slug, { mode: 'practice' })).toEqual({ status: 'not-found' })
    expect(await start(viewer, slug)).toMatchObject({ status: 'started' })
  })
})

describe('a retake of what was missed', () => {
  // Of six questions the third and the sixth have several right options, a and c.
  const sixth = ['right', ['a'], ['a'], 'blank', 'right', 'right'] as const

  test('asks only what was not fully right, in practice, and counts for nothing', async () => {
    const { slug } = await createQuiz({ questions: 6, rules: { attemptLimit: 1, seconds: 60 } })
    const viewer = await createViewer()
    const missedOf = await takeQuiz(
      viewer,
      slug,
      sixth.map((pick) => (typeof pick === 'string' ? pick : [...pick])),
    )
    const before = await readQuestions(missedOf)
    // Beyond the limit of attempts, and asked for as an exam.
    const retake = await start(viewer, slug, { missedOf })
    if (retake.status !== 'started') throw new Error(retake.status)
    const questions = await readQuestions(retake.attemptId)
    expect(questions.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(questions.map(({ questionId }) => questionId)).toEqual([1, 2, 3].map((at) => before[at]?.questionId))
    for (const question of questions)
      expect(await saveChoice(viewer, retake.attemptId, question, { picks: question.key })).toMatchObject({
        status: 'saved',
      })
    await actAs(viewer, () => submitAttempt(retake.attemptId))
    expect(await db().attempt.findUniqueOrThrow({ where: { id: retake.attemptId } })).toMatchObject({
      mode: 'practice',
      purpose: 'missed',
      retakeOfId: missedOf,
      number: 2,
      deadlineAt: null,
      counts: false,
      scoreNum: 1n,
      scoreDen: 1n,
    })
    expect(await actAs(viewer, () => getResult(retake.attemptId, 'en'))).toMatchObject({ isRetake: true })
    // The result that counts is still the first.
    expect(await db().attempt.findUniqueOrThrow({ where: { id: missedOf } })).toMatchObject({ counts: true })
    expect(await start(viewer, slug)).toEqual({ status: 'limit' })
  })

  test('of a retake asks what was missed in that', async () => {
    const { slug } = await createQuiz({ questions: 3 })
    const viewer = await createViewer()
    const first = await start(viewer, slug, { missedOf: await takeQuiz(viewer, slug, ['right']) })
    if (first.status !== 'started') throw new Error(first.status)
    const [question, left] = await readQuestions(first.attemptId)
    await saveChoice(viewer, first.attemptId, question, { picks: question?.key ?? [] })
    await actAs(viewer, () => submitAttempt(first.attemptId))
    const second = await start(viewer, slug, { missedOf: first.attemptId })
    if (second.status !== 'started') throw new Error(second.status)
    expect((await readQuestions(second.attemptId)).map(({ questionId }) => questionId)).toEqual([left?.questionId])
  })

  test('is there only once the keys may be seen', async () => {
    const { slug } = await createQuiz({ rules: { reveal: 'date', revealAt: clock.at(1000).toISOString() } })
    const viewer = await createViewer()
    const begun = await start(viewer, slug)
    if (begun.status !== 'started') throw new Error(begun.status)
    const { attemptId: missedOf } = begun
    await actAs(viewer, () => submitAttempt(missedOf))
    expect(await start(viewer, slug, { missedOf })).toEqual({ status: 'not-found' })
    await clock.set(999.999)
    expect(await start(viewer, slug, { missedOf })).toEqual({ status: 'not-found' })
    await clock.set(1000)
    expect(await start(viewer, slug, { missedOf })).toMatchObject({ status: 'started' })
  })

  test('is nothing where keys are never shown', async () => {
    const { slug } = await createQuiz({ rules: { reveal: 'never' } })
    const viewer = await createViewer()
    const begun = await start(viewer, slug)
    if (begun.status !== 'started') throw new Error(begun.status)
    await actAs(viewer, () => submitAttempt(begun.attemptId))
    await clock.set(86_400)
    expect(await start(viewer, slug, { missedOf: begun.attemptId })).toEqual({ status: 'not-found' })
  })

  test('is of one’s own ended attempt at this quiz alone, and of something missed', async () => {
    const shared = draftQuestion()
    const { slug } = await createQuiz({ questions: [shared] })
    const { slug: elsewhere } = await createQuiz({ questions: [draftQuestion()] })
    // The same question stands in both.
    const { id: quizId } = await db().quiz.findUniqueOrThrow({ where: { slug: elsewhere } })
    const { id: questionId } = await db().question.findUniqueOrThrow({ where: { externalId: shared.externalId } })
    await db().quizItem.create({ data: { quizId, questionId, position: 2 } })
    const [viewer, other] = [await createViewer(), await createViewer()]
    const theirs = await takeQuiz(other, slug, [])
    const whole = await takeQuiz(viewer, slug, ['right'])
    const ofAnother = await takeQuiz(viewer, elsewhere, [])
    for (const missedOf of [theirs, newId(), ofAnother])
      expect(await start(viewer, slug, { missedOf })).toEqual({ status: 'not-found' })
    expect(await start(viewer, slug, { missedOf: whole })).toEqual({ status: 'no-questions' })
    expect(await attemptsOf(viewer)).toHaveLength(2)
    // While an attempt is open, it goes on.
    const open = await startQuiz(viewer, elsewhere, 'exam')
    expect(await start(viewer, elsewhere, { missedOf: open })).toMatchObject({ status: 'resumed', attemptId: open })
  })
})

describe('a pool', () => {
  /** Two questions for everyone; two of five on networking; three on security, of which there are only two. */
  const createPooled = () => {
    const topics = [
      'storage',
      'networking',
      'networking',
      'security',
      'networking',
      'storage',
      'security',
      'networking',
      'networking',
    ]
    return createQuiz({
      questions: topics.map((topic, index) =>
        draftQuestion({ topics: [topic], kind: index % 2 ? 'multiple' : 'single' }),
      ),
      pools: [
        { topic: 'networking', draw: 2 },
        { topic: 'security', draw: 3 },
      ],
    })
  }

  /** What the quiz and the stored seed say that an attempt asks, and in which order its options stand. */
  async function redraw(attemptId: string, { slug }: QuizDraft) {
    const { seed } = await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })
    const quiz = await db().quiz.findUniqueOrThrow({
      where: { slug },
      include: {
        pools: { orderBy: { id: 'asc' } },
        items: {
          orderBy: { position: 'asc' },
          include: { question: { include: { versions: { include: { options: { orderBy: { position: 'asc' } } } } } } },
        },
      },
    })
    const random = seededRandom(seed)
    return drawItems(quiz.items, quiz.pools, random).map(({ questionId, question }) => {
      const [version] = question.versions
      const options = (version?.options ?? []).map(({ optionId: id, pinLast }) => ({ id, pinLast }))
      return {
        questionId,
        order: orderOptions(options, kinds[version?.kind ?? 'single'].shuffles === 'allowed', random),
      }
    })
  }
  const asked = async (attemptId: string) =>
    (await readQuestions(attemptId)).map(({ questionId, order }) => ({ questionId, order }))

  test('is drawn from once: as many as it says, or all it has, and what is in none is asked of everyone', async () => {
    const quiz = await createPooled()
    const { pools } = await db().quiz.findUniqueOrThrow({
      where: { slug: quiz.slug },
      include: { pools: { include: { topic: true, items: true } } },
    })
    const items = (topic: string) =>
      pools.find((pool) => pool.topic.slug === topic)?.items.map(({ questionId }) => questionId) ?? []
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, quiz.slug)
    const before = await asked(attemptId)
    const ids = before.map(({ questionId }) => questionId)
    expect(ids).toHaveLength(6)
    expect(ids.filter((id) => items('networking').includes(id))).toHaveLength(2)
    expect(ids.filter((id) => items('security').includes(id))).toHaveLength(2)
    expect((await actAs(viewer, () => getQuiz(quiz.slug, 'en')))?.questions).toBe(6)
    // Coming back, even after the pool has changed, draws nothing again.
    await db().pool.updateMany({ where: { quiz: { slug: quiz.slug } }, data: { draw: 1 } })
    expect(await start(viewer, quiz.slug)).toMatchObject({ status: 'resumed', attemptId })
    expect(await asked(attemptId)).toEqual(before)
    await actAs(viewer, () => submitAttempt(attemptId))
    expect(await asked(await startQuiz(viewer, quiz.slug))).toHaveLength(4)
  })

  test('is drawn from by the seed that is stored: the same comes out again, question by question', async () => {
    const quiz = await createPooled()
    const seen = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const attemptId = await startQuiz(await createViewer(), quiz.slug)
      const drawn = await asked(attemptId)
      expect(drawn).toEqual(await redraw(attemptId, quiz))
      seen.add(drawn.map(({ questionId }) => questionId).join())
    }
    // Ten pairs are possible: that all twelve people get one and the same is one chance in 10^11.
    expect(seen.size).toBeGreaterThan(1)
  })

  test('draws every question about equally often', async () => {
    const quiz = await createPooled()
    const { pools } = await db().quiz.findUniqueOrThrow({
      where: { slug: quiz.slug },
      include: { pools: { where: { draw: 2 }, include: { items: true } } },
    })
    const rounds = 60
    const viewer = await createViewer()
    for (let round = 0; round < rounds; round++) await takeQuiz(viewer, quiz.slug, [])
    for (const { questionId } of pools[0]?.items ?? []) {
      const drawn = await db().answer.count({ where: { questionId, attempt: { personId: viewer.personId } } })
      // Expected are 24 with a deviation of 3.8: beyond six of them lies one run in 10^8.
      expect(drawn).toBeGreaterThan(1)
      expect(drawn).toBeLessThan(47)
    }
    expect(pools[0]?.items).toHaveLength(5)
  })

  test('is passed over by a retake, which asks what was missed of what was drawn', async () => {
    const quiz = await createPooled()
    const viewer = await createViewer()
    const missedOf = await takeQuiz(viewer, quiz.slug, ['right'])
    const drawn = await asked(missedOf)
    const retake = await start(viewer, quiz.slug, { missedOf })
    if (retake.status !== 'started') throw new Error(retake.status)
    expect((await asked(retake.attemptId)).map(({ questionId }) => questionId)).toEqual(
      drawn.slice(1).map(({ questionId }) => questionId),
    )
  })
})

test('rules that change bind those who start later', async () => {
  const { slug } = await createQuiz({ rules: { reveal: 'end' } })
  const viewer = await createViewer()
  const attemptId = await startQuiz(viewer, slug, 'exam')
  await setRules(slug, { reveal: 'never' })
  await actAs(viewer, () => submitAttempt(attemptId))
  expect(await actAs(viewer, () => getResult(attemptId, 'en'))).toMatchObject({ reveals: 'now' })
  const later = await startQuiz(viewer, slug, 'exam')
  await actAs(viewer, () => submitAttempt(later))
  expect(await actAs(viewer, () => getResult(later, 'en'))).toMatchObject({ reveals: 'never' })
})
