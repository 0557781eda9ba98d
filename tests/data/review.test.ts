import { beforeAll, describe, expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { getQuestion } from '@/lib/attempt/queries/get-question'
import { getResult } from '@/lib/attempt/queries/get-result'
import { seededRandom } from '@/lib/attempt/rules'
import { getBoard } from '@/lib/board/queries'
import { db } from '@/lib/db/client'
import { keepRevealedReviews } from '@/lib/review/commands/keep-revealed'
import { startReview } from '@/lib/review/commands/start-review'
import { getTodaysReview } from '@/lib/review/queries'
import { type Card, nextCard, REVIEW_QUESTIONS, ratingOf } from '@/lib/review/rules'
import { readQuestions, saveChoice, setRules, startQuiz, takeQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion, publishDraft } from '../factories/quizzes'
import { setClock, testDatabase } from './database'

const database = testDatabase()

/** A failure prints its seed; given here, the same history is made again. */
const SEED = process.env.REVIEW_SEED ?? String(Date.now())

const START = Date.parse('2026-10-20T09:00:00Z')
/** Moves the clock to so many hours after its start. */
const setHours = (hours: number) => setClock(database.url, new Date(START + hours * 3_600_000).toISOString())
beforeAll(() => setHours(0))

/** The cards of a person by question, as they are kept. */
async function cardsOf({ personId }: Viewer): Promise<Record<string, Card>> {
  const cards = await db().reviewCard.findMany({ where: { personId } })
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return Object.fromEntries(
    cards.map(({ questionId, dueOn, lastRatedOn, stability, difficulty, reps, lapses }) => [
      questionId,
      { dueOn: day(dueOn), lastRatedOn: day(lastRatedOn), stability, difficulty, reps, lapses },
    ]),
  )
}

/** The same, worked out the long way from raw answers, in the order in which they were settled. */
async function recomputedCards({ personId, zone }: Viewer): Promise<Record<string, Card>> {
  const answers = await db().answer.findMany({
    where: { attempt: { personId }, awardNum: { not: null }, NOT: { picks: { isEmpty: true } } },
    include: { attempt: true },
  })
  const settled = answers
    .map((answer) => ({ ...answer, at: answer.revealedAt ?? answer.attempt.endedAt }))
    .filter((answer) => answer.at !== null)
    .sort((a, b) => Number(a.at) - Number(b.at))
  const cards: Record<string, Card> = {}
  const days = new Set<string>()
  for (const { questionId, awardNum, awardDen, confidence, at } of settled) {
    const day = (at ?? new Date()).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 10)
    if (days.has(`${questionId} ${day}`)) continue
    days.add(`${questionId} ${day}`)
    cards[questionId] = nextCard(cards[questionId] ?? null, ratingOf(awardNum === awardDen, confidence), day)
  }
  return cards
}

describe('the review queue', () => {
  test('is what going through all answers gives, a day’s first answer counting alone', {
    timeout: 120_000,
  }, async () => {
    const random = seededRandom(SEED)
    const quizzes = [await createQuiz({ questions: 4 }), await createQuiz({ questions: 3 })]
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Madrid']) {
      const viewer = await createViewer({ zone })
      let hours = 0
      for (let step = 0; step < 9; step++) {
        // Some days see several answers to one question, and the clocks change on 25 October in Madrid.
        hours += random() * 20
        await setHours(hours)
        const quiz = quizzes[Math.floor(random() * quizzes.length)]
        const review = random() < 0.4 ? await actAs(viewer, () => startReview('en')) : null
        const mode = random() < 0.5 ? 'practice' : 'exam'
        const attemptId =
          review && 'attemptId' in review ? review.attemptId : await startQuiz(viewer, quiz?.slug ?? '', mode)
        for (const question of await readQuestions(attemptId)) {
          const luck = random()
          if (luck < 0.2) continue
          const picks =
            luck < 0.7 ? question.key : question.order.filter((id) => !question.key.includes(id)).slice(0, 1)
          const [unsure, sure] = [random() < 0.3, random() < 0.3]
          const confidence = unsure ? ('unsure' as const) : sure ? ('sure' as const) : null
          const choice = { picks, number: 1, translationId: question.translationIds.en ?? '', confidence }
          if (mode === 'exam' && !review) await saveChoice(viewer, attemptId, question, choice)
          else await actAs(viewer, () => revealAnswer({ attemptId, position: question.position }, choice))
        }
        if (random() < 0.9) await actAs(viewer, () => submitAttempt(attemptId))
      }
      const kept = await cardsOf(viewer)
      expect(Object.keys(kept).length, `REVIEW_SEED=${SEED}`).toBeGreaterThan(0)
      expect(kept, `REVIEW_SEED=${SEED} ${zone}`).toEqual(await recomputedCards(viewer))
    }
    await setHours(0)
  })

  test('rates right and sure, right and unsure, and wrong', async () => {
    const quiz = await createQuiz({ questions: [draftQuestion(), draftQuestion(), draftQuestion(), draftQuestion()] })
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, quiz.slug, 'exam')
    const questions = await readQuestions(attemptId)
    const wrong = questions[2]?.order.find((id) => !questions[2]?.key.includes(id)) ?? ''
    await saveChoice(viewer, attemptId, questions[0], { picks: questions[0]?.key ?? [], confidence: 'sure' })
    await saveChoice(viewer, attemptId, questions[1], { picks: questions[1]?.key ?? [], confidence: 'unsure' })
    await saveChoice(viewer, attemptId, questions[2], { picks: [wrong], confidence: 'sure' })
    await actAs(viewer, () => submitAttempt(attemptId))
    const log = await db().reviewLog.findMany({ where: { attemptId } })
    const ratings = questions.map(({ questionId }) => log.find((entry) => entry.questionId === questionId)?.rating)
    // The last was left blank: nothing was answered.
    expect(ratings).toEqual(['good', 'hard', 'again', undefined])
  })

  test('tells nothing of keys that are held back, and takes the answers once they are shown', async () => {
    const quiz = await createQuiz({ questions: [draftQuestion()] })
    const never = await createQuiz({ questions: [draftQuestion()] })
    await setRules(quiz.slug, { reveal: 'date', revealAt: new Date(START + 50 * 3_600_000) })
    await setRules(never.slug, { reveal: 'never' })
    const viewer = await createViewer({ zone: 'Asia/Tokyo' })
    for (const { slug } of [quiz, never]) {
      const attemptId = await startQuiz(viewer, slug, 'exam')
      const [question] = await readQuestions(attemptId)
      await saveChoice(viewer, attemptId, question, { picks: question?.key ?? [] })
      await actAs(viewer, () => submitAttempt(attemptId))
    }
    await actAs(operator, () => keepRevealedReviews())
    expect(await cardsOf(viewer)).toEqual({})
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({ due: 0, nextDueOn: null })
    await setHours(51)
    expect(await actAs(operator, () => keepRevealedReviews())).toBeGreaterThan(0)
    const cards = Object.values(await cardsOf(viewer))
    expect(cards.map(({ lastRatedOn, reps }) => ({ lastRatedOn, reps }))).toEqual([
      { lastRatedOn: '2026-10-22', reps: 1 },
    ])
    expect(await actAs(operator, () => keepRevealedReviews())).toBe(0)
    await setHours(0)
  })

  test('makes a question due again when its key changes, and only then', async () => {
    const [first, second] = [draftQuestion(), draftQuestion()]
    const quiz = await createQuiz({ questions: [first, second] })
    const viewer = await createViewer()
    await takeQuiz(viewer, quiz.slug, ['right', 'right'])
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({ due: 0, nextDueOn: '2026-10-22' })
    await publishDraft({
      ...quiz,
      questions: [
        { ...first, key: ['c'] },
        { ...second, options: [...second.options].reverse() },
      ],
    })
    // The day's answer has been given.
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({ due: 0, nextDueOn: '2026-10-21' })
    await setHours(24)
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({ due: 1 })
    const started = await actAs(viewer, () => startReview('en'))
    const asked = 'attemptId' in started ? await readQuestions(started.attemptId) : []
    expect(asked.map(({ options, key }) => key.map((id) => id === options.c))).toEqual([[true]])
    await setHours(0)
  })
})

describe('today’s review', () => {
  /** Someone with as many questions due as two quizzes have, all answered wrong two days ago. */
  async function forgetful() {
    await setHours(0)
    const quizzes = [
      await createQuiz({ questions: 7, locales: ['en', 'ja'] }),
      await createQuiz({ questions: 6, locales: ['en'] }),
    ]
    const viewer = await createViewer({ contentLocales: ['ja'] })
    for (const { slug, questions } of quizzes)
      await takeQuiz(
        viewer,
        slug,
        questions.map(() => ['c']),
      )
    await setHours(48)
    return { viewer, quizzes }
  }

  test('asks ten questions of several quizzes in the reader’s language, and moves them on', async () => {
    const { viewer, quizzes } = await forgetful()
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({
      due: 13,
      asks: REVIEW_QUESTIONS,
      quizzes: 2,
      open: null,
    })
    const board = () => actAs(viewer, () => getBoard({ scope: 'quiz', slug: quizzes[0]?.slug ?? '' }, 'all'))
    const before = await board()
    expect(before?.rows).toHaveLength(1)
    const started = await actAs(viewer, () => startReview('en'))
    if (started.status !== 'started') throw new Error(started.status)
    const { attemptId } = started
    expect(await actAs(viewer, () => startReview('en'))).toEqual({ ...started, status: 'resumed' })
    const questions = await readQuestions(attemptId)
    expect(questions).toHaveLength(REVIEW_QUESTIONS)
    const pages = await Promise.all(
      questions.map(({ position }) => actAs(viewer, () => getQuestion(attemptId, position))),
    )
    const locales = pages.map((page) => (page && 'question' in page ? page.question.locale : ''))
    expect(new Set(locales)).toEqual(new Set(['en', 'ja']))
    expect(pages[0]).toMatchObject({ quiz: null, mode: 'practice', locale: 'ja', locales: ['en', 'ja'] })
    await actAs(viewer, async () => {
      for (const { position, key, translationIds } of questions)
        await revealAnswer({ attemptId, position }, { picks: key, number: 1, translationId: translationIds.en ?? '' })
      await submitAttempt(attemptId)
    })
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({ due: 3, asks: 3, open: null })
    expect(await actAs(viewer, () => getResult(attemptId, 'en'))).toMatchObject({
      quiz: null,
      passMark: null,
      passed: null,
      score: { num: 1n, den: 1n },
    })
    // Points come from whole attempts at quizzes alone.
    expect(await board()).toEqual(before)
  })

  test('is nobody else’s', async () => {
    const { viewer } = await forgetful()
    const started = await actAs(viewer, () => startReview('en'))
    const attemptId = 'attemptId' in started ? started.attemptId : ''
    for (const role of ['member', 'admin'] as const) {
      const other = await createViewer({ role })
      expect(await actAs(other, () => getQuestion(attemptId, 1))).toBeNull()
      expect(await actAs(other, () => getResult(attemptId, 'en'))).toBeNull()
      expect(await actAs(other, () => getTodaysReview())).toMatchObject({ due: 0, open: null })
      expect(await actAs(other, () => startReview('en'))).toEqual({ status: 'nothing-due' })
    }
  })

  test('asks nothing of an exam that runs, nor of a quiz that shows its keys no longer', async () => {
    const { viewer, quizzes } = await forgetful()
    await setRules(quizzes[0]?.slug ?? '', { reveal: 'never' })
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({ due: 6 })
    await startQuiz(viewer, quizzes[1]?.slug ?? '', 'exam')
    expect(await actAs(viewer, () => getTodaysReview())).toMatchObject({ due: 0, nextDueOn: null })
    expect(await actAs(viewer, () => startReview('en'))).toEqual({ status: 'nothing-due' })
  })

  test('fifty times at once makes one', async () => {
    const { viewer } = await forgetful()
    const started = await Promise.all(Array.from({ length: 50 }, () => actAs(viewer, () => startReview('en'))))
    expect(started.filter(({ status }) => status === 'started')).toHaveLength(1)
    expect(new Set(started.map((outcome) => 'attemptId' in outcome && outcome.attemptId)).size).toBe(1)
  })
})
