import { beforeAll, describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { getAttemptFrame, getQuestion } from '@/lib/attempt/queries/get-question'
import { getResult } from '@/lib/attempt/queries/get-result'
import { NO_OPTION, type PlainChoice, questionKind } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import { getPractice } from '@/lib/progress/queries/get-practice'
import { listMissedQuestions } from '@/lib/progress/queries/list-missed-questions'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import type { QuizDraft } from '@/lib/quiz/schema'
import { startReview } from '@/lib/review/commands/start-review'
import { getTodaysReview } from '@/lib/review/queries'
import { readQuestions, type StoredQuestion, saveChoice, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion, publishDraft, saveDraft } from '../factories/quizzes'
import { testClock, testDatabase } from './database'

const clock = testClock(testDatabase())

const KINDS = ['ordering', 'numeric', 'shortText'] as const
const LOCALES = ['en', 'ja'] as const
const newQuiz = (topic = 'storage') =>
  createQuiz({ questions: KINDS.map((kind) => draftQuestion({ kind, topics: [topic] }, LOCALES)), locales: LOCALES })

let quiz: QuizDraft
beforeAll(async () => {
  quiz = await newQuiz()
})

async function begin(mode: 'practice' | 'exam' = 'practice', of = quiz) {
  const viewer = await createViewer()
  const attemptId = await startQuiz(viewer, of.slug, mode)
  const [order, number, words] = await readQuestions(attemptId)
  if (!order || !number || !words) throw new Error('The quiz has three questions.')
  const reveal = (question: StoredQuestion, choice: Partial<PlainChoice>) =>
    actAs(viewer, () =>
      revealAnswer(
        { attemptId, position: question.position },
        { picks: [], number: 1, translationId: question.translationIds.en ?? '', ...choice },
      ),
    )
  const save = (question: StoredQuestion, choice: Partial<PlainChoice>) =>
    saveChoice(viewer, attemptId, question, choice)
  return { viewer, attemptId, order, number, words, reveal, save }
}

const placesOf = (viewer: Viewer, attemptId: string) =>
  actAs(viewer, async () => {
    const frame = await getAttemptFrame(attemptId)
    return frame && 'places' in frame ? frame.places.map(({ answered }) => answered) : []
  })
const questionOf = (viewer: Viewer, attemptId: string, { position }: StoredQuestion) =>
  actAs(viewer, async () => {
    const page = await getQuestion(attemptId, position)
    if (!page || !('question' in page)) throw new Error('There is no such question.')
    return page.question
  })

describe('what is saved', () => {
  test('is an order with empty places, a number as it was typed and a text', async () => {
    const { viewer, attemptId, order, number, words, save } = await begin()
    const [a = '', b = ''] = order.order
    expect(await placesOf(viewer, attemptId)).toEqual([false, false, false])
    for (const [question, choice] of [
      [order, { picks: [NO_OPTION, a, b] }],
      [number, { text: ' １，５００ ' }],
      [words, { text: 'rwop' }],
    ] as const) {
      const said = { picks: [...('picks' in choice ? choice.picks : [])], text: 'text' in choice ? choice.text : null }
      expect(await save(question, said)).toMatchObject({ status: 'saved', stored: { ...said, number: 1 } })
      // The same again, whose reply was lost.
      expect(await save(question, said)).toMatchObject({ status: 'saved', stored: { number: 1 } })
      expect(await questionOf(viewer, attemptId, question)).toMatchObject({ state: 'open', text: said.text, number: 1 })
    }
    expect(await save(order, { picks: [NO_OPTION, b, a] })).toMatchObject({ status: 'superseded' })
    expect(await placesOf(viewer, attemptId)).toEqual([true, true, true])
    const { options } = await questionOf(viewer, attemptId, order)
    expect(options.map(({ id, place }) => [id, place])).toEqual(
      order.order.map((id) => [id, { [a]: 2, [b]: 3 }[id] ?? null]),
    )
  })

  test('of every kind fits the kind, or is refused by saving and by revealing alike', async () => {
    const all = await createQuiz({ questions: questionKind.options.map((kind) => draftQuestion({ kind })) })
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, all.slug)
    for (const question of await readQuestions(attemptId)) {
      const { kind, order, position, translationIds } = question
      const place = { attemptId, position }
      const [first = NO_OPTION, ...others] = order
      const several = ['multiple', 'ordering'].includes(kind)
      const writes = ['open', 'numeric', 'shortText'].includes(kind)
      const isOrder = kind === 'ordering'
      const fits: [Partial<PlainChoice>, boolean][] = [
        [{ picks: order.slice(0, 2) }, several || order.length === 0],
        [{ picks: [...others, first, first].slice(0, order.length + 1) }, false],
        [{ picks: ['00000000-0000-4000-8000-000000000000'] }, false],
        [{ picks: [NO_OPTION, first] }, isOrder],
        [{ text: '12' }, writes],
        [{ text: 'x'.repeat(201) }, kind === 'open'],
      ]
      for (const [choice, isFit] of fits) {
        const whole = { picks: [], number: 1, translationId: translationIds.en ?? '', ...choice }
        const what = `${kind} ${JSON.stringify(choice).slice(0, 60)}`
        await db().answer.update({
          where: { attemptId_position: place },
          data: { seq: 0, savedAt: null, picks: [], text: null },
        })
        expect((await actAs(viewer, () => saveAnswer(place, whole))).status, what).toBe(isFit ? 'saved' : 'invalid')
        if (isFit) continue
        expect((await actAs(viewer, () => revealAnswer(place, whole))).status, what).toBe('invalid')
      }
    }
  })

  test('is never an order whose places end empty', async () => {
    const { viewer, attemptId, order } = await begin()
    const place = { attemptId, position: order.position }
    const picks = [order.order[0] ?? '', NO_OPTION]
    const choice = { picks, number: 1, translationId: order.translationIds.en ?? '' }
    await expect(actAs(viewer, () => saveAnswer(place, choice))).rejects.toThrow('answer_picks_are_options')
  })
})

describe('an order', () => {
  test('is shown in an order of chance, in whatever quiz', async () => {
    await db().quiz.update({ where: { slug: quiz.slug }, data: { shuffle: false } })
    const seen = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const { order } = await begin()
      expect([...order.order].sort()).toEqual([...order.key].sort())
      seen.add(order.order.join())
    }
    expect(seen.size).toBeGreaterThan(3)
    await db().quiz.update({ where: { slug: quiz.slug }, data: { shuffle: true } })
  })
})

describe('before it is revealed', () => {
  test('nothing of a key is told but the unit', async () => {
    const { viewer, attemptId, order, number, words } = await begin('exam')
    const questions = [order, number, words]
    const shown = await Promise.all(questions.map((question) => questionOf(viewer, attemptId, question)))
    expect(shown[1]).toMatchObject({ unit: 'MiB/s' })
    expect(shown.map(({ unit }) => unit)).toEqual([null, 'MiB/s', null])
    expect(JSON.stringify(shown)).not.toMatch(/1500|2%|ReadWriteOncePod|RWOP|単一|right|accepted|explanation of/)
  })
})

describe('revealing', () => {
  test('says how each answer stands, and what is right', async () => {
    const { viewer, attemptId, order, number, words, reveal } = await begin()
    const [a = '', b = '', c = '', d = ''] = order.key
    expect(await reveal(order, {})).toEqual({ status: 'blank' })
    expect(await reveal(order, { picks: [a, c, b] })).toEqual({ status: 'revealed' })
    expect(await questionOf(viewer, attemptId, order)).toMatchObject({
      state: 'revealed',
      verdict: 'partly',
      award: { num: 1n, den: 4n },
    })
    const { options } = await questionOf(viewer, attemptId, order)
    const rights = new Map(options.map((option) => [option.id, 'rightPlace' in option && option.rightPlace]))
    expect([a, b, c, d].map((id) => rights.get(id))).toEqual([1, 2, 3, 4])

    expect(await reveal(number, { text: '  ' })).toEqual({ status: 'blank' })
    expect(await reveal(number, { text: 'fast' })).toEqual({ status: 'unreadable' })
    expect(await reveal(number, { text: '1500 GB' })).toEqual({ status: 'unreadable' })
    expect(await questionOf(viewer, attemptId, number)).toMatchObject({ state: 'open', number: 0 })
    expect(await reveal(number, { text: '１．４７０ MiB/s' })).toEqual({ status: 'revealed' })
    expect(await questionOf(viewer, attemptId, number)).toMatchObject({
      verdict: 'right',
      accepted: { value: '1500', tolerance: '2%', unit: 'MiB/s' },
    })

    expect(await reveal(words, { text: 'RWO' })).toEqual({ status: 'revealed' })
    expect(await questionOf(viewer, attemptId, words)).toMatchObject({
      verdict: 'wrong',
      text: 'RWO',
      accepted: { en: ['ReadWriteOncePod', 'RWOP'], ja: ['単一ポッド'] },
    })
    expect(await placesOf(viewer, attemptId)).toEqual([true, true, true])
    // A revealed answer is final.
    expect(await reveal(words, { text: 'RWOP', number: 2 })).toEqual({ status: 'revealed' })
    expect(await questionOf(viewer, attemptId, words)).toMatchObject({ verdict: 'wrong' })
  })
})

describe('an end', () => {
  test('scores all of them: what cannot be read is wrong, what is blank has no day', async () => {
    const { viewer, attemptId, order, number, words, save } = await begin('exam')
    await save(order, { picks: order.key })
    await save(number, { text: 'about a lot' })
    await save(words, { text: ' ' })
    await actAs(viewer, () => submitAttempt(attemptId))
    const result = await actAs(viewer, () => getResult(attemptId, 'en'))
    if (!result || !('score' in result)) throw new Error('There is no result.')
    expect(result.score).toEqual({ num: 1n, den: 3n })
    expect(result.questions.map((question) => 'verdict' in question && question.verdict)).toEqual([
      'right',
      'wrong',
      'blank',
    ])
    const answers = await db().answer.findMany({ where: { attemptId }, orderBy: { position: 'asc' } })
    expect(answers.map(({ answeredOn }) => answeredOn !== null)).toEqual([true, true, false])
    expect(answers.map(({ awardNum, awardDen }) => [awardNum, awardDen])).toEqual([
      [1, 1],
      [0, 1],
      [0, 1],
    ])
  })
})

describe('progress and reviews', () => {
  test('count what was written like what was picked', async () => {
    const own = await newQuiz('observability')
    await clock.set(0)
    const { viewer, attemptId, order, number, words, save } = await begin('practice', own)
    await save(order, { picks: [...order.key].reverse() })
    await save(number, { text: '1500' })
    await save(words, { text: 'wrong' })
    await actAs(viewer, () => submitAttempt(attemptId))
    await actAs(viewer, async () => {
      const topic = (await listTopicProgress('en')).find(({ slug }) => slug === 'observability')
      expect(topic).toMatchObject({ questions: 3, answered: 3, right: 1 })
      expect((await getPractice()).days).toMatchObject([{ answers: 3, scored: 3, right: 1 }])
      const missed = await listMissedQuestions('en')
      expect(missed.map(({ position }) => position).sort()).toEqual([order.position, words.position])
      expect(await db().reviewCard.count({ where: { personId: viewer.personId } })).toBe(3)
      const retake = await startAttempt({ slug: own.slug, mode: 'practice', uiLocale: 'en', missedOf: attemptId })
      const again = 'attemptId' in retake ? await readQuestions(retake.attemptId) : []
      expect(again.map(({ kind }) => kind)).toEqual(['ordering', 'shortText'])
      await clock.set(4 * 86_400)
      expect(await getTodaysReview()).toMatchObject({ due: 3 })
      const review = await startReview('en')
      const asked = 'attemptId' in review ? await readQuestions(review.attemptId) : []
      expect(asked.map(({ kind }) => kind).sort()).toEqual([...KINDS].sort())
    })
    await clock.set(0)
  })

  test('are shuffled whatever the quiz says, each time anew: an order in an attempt, a retake and a review', async () => {
    // So many that chance does not leave all of them as they were written, nor as is right.
    const questions = Array.from({ length: 6 }, () => draftQuestion({ kind: 'ordering' }))
    const { slug } = await createQuiz({ questions, rules: { shuffle: false } })
    await clock.set(0)
    const viewer = await createViewer()
    const shuffledOrders = async (attemptId: string) => {
      const asked = await readQuestions(attemptId)
      const shown = asked.map(({ order }) => order)
      const written = asked.map(({ options: { a, b, c, d } }) => [a, b, c, d])
      const right = asked.map(({ key }) => key)
      expect(shown.map((order) => [...order].sort())).toEqual(right.map((order) => [...order].sort()))
      expect(shown).not.toEqual(right)
      expect(shown).not.toEqual(written)
      return JSON.stringify(shown)
    }
    const first = await startQuiz(viewer, slug)
    for (const question of await readQuestions(first))
      await saveChoice(viewer, first, question, { picks: [...question.key].reverse() })
    await actAs(viewer, async () => {
      await submitAttempt(first)
      const retake = await startAttempt({ slug, mode: 'practice', uiLocale: 'en', missedOf: first })
      await clock.set(4 * 86_400)
      const review = await startReview('en')
      if (!('attemptId' in retake && 'attemptId' in review)) throw new Error('Both can be started.')
      const orders = await Promise.all([first, retake.attemptId, review.attemptId].map(shuffledOrders))
      expect(new Set(orders).size).toBe(3)
    })
    await clock.set(0)
  })

  test('make a question due again when what is right changes: the order, the number or the texts', async () => {
    const own = await newQuiz()
    await clock.set(0)
    const { viewer, attemptId, order, number, words, save } = await begin('practice', own)
    await save(order, { picks: order.key })
    await save(number, { text: '1500' })
    await save(words, { text: 'RWOP' })
    await actAs(viewer, () => submitAttempt(attemptId))
    const dueOn = async () => {
      const cards = await db().reviewCard.findMany({ where: { personId: viewer.personId } })
      const day = new Map(cards.map((card) => [card.questionId, card.dueOn.toISOString().slice(0, 10)]))
      return [order, number, words].map(({ questionId }) => day.get(questionId))
    }
    const [later = ''] = await dueOn()
    expect(await dueOn()).toEqual([later, later, later])
    const [first, second, third] = own.questions
    if (!first || !second || !third) throw new Error('The quiz has three questions.')
    const change = (questions: QuizDraft['questions']) => publishDraft({ ...own, questions })
    // Other options, but nothing else that is right.
    await change([{ ...first, options: [...first.options].reverse() }, second, third])
    expect(await dueOn()).toEqual([later, later, later])
    await change([{ ...first, key: [...first.key].reverse() }, second, third])
    const [soon = ''] = await dueOn()
    expect(soon < later).toBe(true)
    expect(await dueOn()).toEqual([soon, later, later])
    const changed = [{ ...first, key: [...first.key].reverse() }]
    await change([...changed, { ...second, accepted: { value: '1500', tolerance: '3%', unit: 'MiB/s' } }, third])
    expect(await dueOn()).toEqual([soon, soon, later])
    await change([...changed, second, { ...third, accepted: { en: ['RWO'] } }])
    expect(await dueOn()).toEqual([soon, soon, soon])
  })
})

describe('a draft', () => {
  test('of a changed order, number or text is a new version, and of the same is none', async () => {
    const own = await newQuiz()
    const [first, second, third] = own.questions
    if (!first || !second || !third) throw new Error('The quiz has three questions.')
    expect(await saveDraft(own)).toMatchObject({ questions: { unchanged: 3 } })
    const reordered = { en: ['RWOP', 'ReadWriteOncePod'], ja: ['単一ポッド'] }
    expect(await saveDraft({ ...own, questions: [first, second, { ...third, accepted: reordered }] })).toMatchObject({
      questions: { unchanged: 3 },
    })
    const report = await saveDraft({
      ...own,
      questions: [
        { ...first, key: [...first.key].reverse() },
        { ...second, accepted: { value: '1501', tolerance: '2%', unit: 'MiB/s' } },
        { ...third, accepted: { en: ['ReadWriteOncePod', 'RWOP'] } },
      ],
    })
    expect(report).toMatchObject({ questions: { newVersion: 3 } })
    const versions = await db().questionVersion.findMany({
      where: { question: { externalId: { in: own.questions.map(({ externalId }) => externalId) } }, status: 'draft' },
      include: { key: true, translations: true },
    })
    expect(versions.map(({ translations }) => translations.map(({ locale }) => locale).sort())).toEqual(
      versions.map(() => ['en', 'ja']),
    )
    const accepted = versions.map(({ key }) => key?.accepted ?? null)
    expect(accepted).toContainEqual({ value: '1501', tolerance: '2%', unit: 'MiB/s' })
    expect(accepted).toContainEqual({ en: ['ReadWriteOncePod', 'RWOP'] })
  })

  test.each([
    ['a number with options', { kind: 'numeric', options: draftQuestion().options }, /neither options nor a key/],
    ['a number without one', { kind: 'numeric', accepted: null }, /needs a right number/],
    ['a number that is texts', { kind: 'numeric', accepted: { en: ['a'] } }, /needs a right number/],
    ['texts that are a number', { kind: 'shortText', accepted: { value: '1' } }, /needs an accepted answer/],
    ['the same text twice', { kind: 'shortText', accepted: { en: ['A', 'a.'] } }, /count as the same/],
    ['a choice with a number', { kind: 'single', accepted: { value: '1' } }, /only a number or a short text has/],
    ['an order of which something is left out', { kind: 'ordering', key: ['a', 'b', 'c'] }, /every option once/],
    ['an order that names something twice', { kind: 'ordering', key: ['a', 'b', 'c', 'c'] }, /every option once/],
    [
      'an order with something pinned',
      { kind: 'ordering', options: draftQuestion().options.map((option) => ({ ...option, pinLast: true })) },
      /no option stays at the end/,
    ],
  ] as const)('that is %s is refused by name', async (_what, change, message) => {
    const question = draftQuestion(structuredClone(change) as Parameters<typeof draftQuestion>[0])
    const draft = { ...quiz, slug: `${quiz.slug}-x`, questions: [question] }
    await expect(saveDraft(draft)).rejects.toThrow(message)
  })
})
