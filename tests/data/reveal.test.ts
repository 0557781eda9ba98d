import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { assessAnswer } from '@/lib/attempt/commands/assess-answer'
import { chooseLanguage } from '@/lib/attempt/commands/choose-language'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { getFigure } from '@/lib/attempt/queries/get-figure'
import { getQuestion } from '@/lib/attempt/queries/get-question'
import { getResult } from '@/lib/attempt/queries/get-result'
import { revealQuestions } from '@/lib/attempt/queries/reveal-questions'
import type { AttemptMode, Reveal } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import { getQuiz, listQuizzes } from '@/lib/quiz/queries'
import { readQuestions, type StoredQuestion, saveChoice, setRules, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { draftQuestion, draftWords, publishDraft, quizDraft } from '../factories/quizzes'
import { testClock, testDatabase } from './database'

const clock = testClock(testDatabase())

// A quiz in content/ has figures that can be read.
const SLUG = 'storage'
const FIGURE = 'striping.svg'
const LOCALES = ['en', 'es'] as const
const REVEAL_AT = 5000

beforeAll(async () => {
  const questions = (['single', 'multiple', 'trueFalse', 'open'] as const).map((kind) => {
    const externalId = `${SLUG}/${kind}-of-reveal`
    const words = Object.fromEntries(
      LOCALES.map((locale) => {
        const written = draftWords(externalId, locale, kind)
        return [locale, { ...written, explanation: `${written.explanation} ![Striping](/assets/${SLUG}/${FIGURE})` }]
      }),
    )
    return draftQuestion({ externalId, kind, words, topics: [kind === 'open' ? 'networking' : 'storage'] })
  })
  await publishDraft({ ...quizDraft({ questions, locales: LOCALES }), slug: SLUG })
})
beforeEach(() => clock.set(0))

type Taken = { viewer: Viewer; attemptId: string; questions: StoredQuestion[] }

/** Someone new answers everything, rightly, with the other language beside, under a rule of what is shown when. */
async function take(reveal: Reveal, mode: AttemptMode = 'exam'): Promise<Taken> {
  await setRules(SLUG, { reveal, revealAt: reveal === 'date' ? clock.at(REVEAL_AT) : null })
  const viewer = await createViewer()
  const attemptId = await startQuiz(viewer, SLUG, mode)
  await actAs(viewer, () => chooseLanguage(attemptId, 'en', 'es'))
  const questions = await readQuestions(attemptId)
  for (const question of questions) {
    const given = question.kind === 'open' ? { text: 'What I think.' } : { picks: question.key }
    expect(await saveChoice(viewer, attemptId, question, given)).toMatchObject({ status: 'saved' })
  }
  return { viewer, attemptId, questions }
}
const submit = ({ viewer, attemptId }: Taken) => actAs(viewer, () => submitAttempt(attemptId))

/** All that leaves the server about an attempt, as text. */
async function everything({ viewer, attemptId, questions }: Taken): Promise<string> {
  const shown = await actAs(viewer, async () => [
    await getResult(attemptId, 'en'),
    await Promise.all(questions.map(({ position }) => getQuestion(attemptId, position))),
    await revealQuestions(
      attemptId,
      questions.map(({ questionId }) => questionId),
      ({ translationId }) => ({ words: translationId, beside: null }),
      'en',
    ),
    await listQuizzes('en'),
    await getQuiz(SLUG, 'en'),
    await listTopicProgress('en'),
    await getFigure(SLUG, FIGURE),
  ])
  return JSON.stringify(shown, (_name, value) => (typeof value === 'bigint' ? Number(value) : value))
}

/** Words and names that only a revealed question carries. */
const OF_THE_KEY =
  /explanation of|feedback a of|model answer of|docs\.example\.com|<svg|"right":(true|false)|"(verdict|award|letters|sources|selfAssessment|feedback)":/

async function expectNothing(taken: Taken) {
  expect((await everything(taken)).match(OF_THE_KEY)).toBeNull()
  const progress = await actAs(taken.viewer, () => listTopicProgress('en'))
  expect(progress.map(({ answered, right }) => [answered, right])).toEqual([[0, 0]])
  for (const { position } of taken.questions)
    expect(await actAs(taken.viewer, () => assessAnswer({ attemptId: taken.attemptId, position }, 'knew'))).toEqual({
      status: 'not-found',
    })
}

async function expectAll(taken: Taken) {
  const result = await actAs(taken.viewer, () => getResult(taken.attemptId, 'en'))
  if (!result || 'open' in result) throw new Error('the attempt has ended')
  expect(result.reveals).toBe('now')
  expect(result.questions.map((question) => [question.state, 'verdict' in question && question.verdict])).toEqual([
    ['revealed', 'right'],
    ['revealed', 'right'],
    ['revealed', 'right'],
    ['revealed', 'unscored'],
  ])
  expect(result.topics).toMatchObject([{ slug: 'storage', questions: 3, share: { num: 1n, den: 1n } }])
  const text = await everything(taken)
  for (const word of ['explanation of', 'feedback a of', 'model answer of', 'docs.example.com', '<svg', 'in es'])
    expect(text).toContain(word)
  for (const { kind, key } of taken.questions)
    if (kind !== 'open')
      expect(
        result.questions.flatMap(({ options }) =>
          options.filter((option) => 'right' in option && option.right).map(({ id }) => id),
        ),
      ).toEqual(expect.arrayContaining(key))
  const progress = await actAs(taken.viewer, () => listTopicProgress('en'))
  expect(progress.map(({ slug, questions, answered, right }) => [slug, questions, answered, right])).toEqual([
    ['storage', 3, 3, 3],
  ])
  const open = taken.questions.find(({ kind }) => kind === 'open')
  const place = { attemptId: taken.attemptId, position: open?.position ?? 0 }
  expect(await actAs(taken.viewer, () => assessAnswer(place, 'partly'))).toEqual({ status: 'assessed' })
}

describe('keys, explanations and figures', () => {
  test.each(['each', 'end'] as const)('are shown at the end of an exam (%s), and not before', async (reveal) => {
    const taken = await take(reveal)
    await expectNothing(taken)
    await submit(taken)
    await expectAll(taken)
  })

  test('are shown of each answer that is settled, in practice, and of no other', async () => {
    const taken = await take('each', 'practice')
    await expectNothing(taken)
    const { viewer, attemptId, questions } = taken
    const [question, ...others] = questions
    const { position = 0, key = [], translationIds } = question ?? {}
    const choice = { picks: key, number: 2, translationId: translationIds?.en ?? '' }
    expect(await actAs(viewer, () => revealAnswer({ attemptId, position }, choice))).toEqual({ status: 'revealed' })
    expect(await actAs(viewer, () => getQuestion(attemptId, position))).toMatchObject({
      question: { state: 'revealed', verdict: 'right', beside: { locale: 'es' } },
    })
    expect(await actAs(viewer, () => getFigure(SLUG, FIGURE))).toContain('<svg')
    for (const other of others) {
      const shown = await actAs(viewer, () => getQuestion(attemptId, other.position))
      expect(shown).toMatchObject({ question: { state: 'open' } })
      expect(JSON.stringify(shown).match(OF_THE_KEY)).toBeNull()
    }
    const ids = others.map(({ questionId }) => questionId)
    const words = ({ translationId }: { translationId: string | null }) => ({ words: translationId, beside: null })
    expect(await actAs(viewer, () => revealQuestions(attemptId, ids, words, 'en'))).toEqual([])
  })

  test('are shown from the date on, to the instant', async () => {
    const taken = await take('date')
    await expectNothing(taken)
    await submit(taken)
    for (const seconds of [0, REVEAL_AT - 0.001]) {
      await clock.set(seconds)
      await expectNothing(taken)
      expect(await actAs(taken.viewer, () => getResult(taken.attemptId, 'en'))).toMatchObject({
        reveals: { at: clock.at(REVEAL_AT).toISOString() },
        topics: [],
        score: { num: 1n, den: 1n },
      })
    }
    await clock.set(REVEAL_AT)
    await expectAll(taken)
  })

  test('are shown at the end where the date has passed by then', async () => {
    const taken = await take('date')
    await clock.set(REVEAL_AT + 60)
    await expectNothing(taken)
    await submit(taken)
    await expectAll(taken)
  })

  test('are never shown where the quiz says never', async () => {
    const taken = await take('never')
    await expectNothing(taken)
    await submit(taken)
    await clock.set(REVEAL_AT)
    await expectNothing(taken)
    await clock.set(20 * 86_400)
    await expectNothing(taken)
    const result = await actAs(taken.viewer, () => getResult(taken.attemptId, 'en'))
    expect(result).toMatchObject({ reveals: 'never', topics: [] })
    // The attempt is seen again as it was taken all the same: its words, its order, its answers.
    if (!result || 'open' in result) throw new Error('the attempt has ended')
    for (const [index, question] of result.questions.entries()) {
      const { order, key, kind } = taken.questions[index] as StoredQuestion
      expect(question.options.map(({ id }) => id)).toEqual(order)
      expect(question.options.filter(({ picked }) => picked).map(({ id }) => id)).toEqual(
        order.filter((id) => key.includes(id)),
      )
      expect(question).toMatchObject({ locale: 'en', beside: { locale: 'es' } })
      if (kind === 'open') expect(question.text).toBe('What I think.')
    }
  })

  test('are no other person’s, from when on they are shown', async () => {
    const taken = await take('end')
    await submit(taken)
    const other = await createViewer()
    expect(await actAs(other, () => getResult(taken.attemptId, 'en'))).toBeNull()
    expect(await actAs(other, () => getFigure(SLUG, FIGURE))).toBeNull()
    expect(await db().answer.count({ where: { attemptId: taken.attemptId, revealedAt: { not: null } } })).toBe(0)
  })
})
