import { beforeAll, expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { seededRandom } from '@/lib/attempt/rules'
import { db } from '@/lib/db/client'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import { wilson } from '@/lib/progress/rules'
import { saveQuizDraft } from '@/lib/quiz/commands/save-quiz-draft'
import type { QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { draftQuestion, publishDraft, quizDraft } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

const TOPICS = ['storage', 'networking', 'security']

let quizzes: QuizDraft[]
beforeAll(async () => {
  // Questions on one, two or no topics, of both kinds, in two quizzes; and one quiz that is not published.
  const make = (count: number) => {
    const draft = quizDraft({ questions: 0 })
    const questions = Array.from({ length: count }, (_, index) =>
      draftQuestion({
        externalId: `${draft.slug}/q${index}`,
        kind: index % 3 === 0 ? 'multiple' : 'single',
        topics: TOPICS.filter((_topic, at) => (index + at) % 3 === 0 || (index % 4 === 0 && at === 1)),
      }),
    )
    return { ...draft, questions }
  }
  quizzes = [make(7), make(6)]
  for (const draft of quizzes) await publishDraft(draft)
  await actAs(operator, () => saveQuizDraft(make(3)))
})

type Told = { topics: string[]; isBlank: boolean; isRight: boolean }

/** Takes a quiz with random answers, submits it or leaves it open, and tells what the person did, by question. */
async function takeAtRandom(viewer: Viewer, draft: QuizDraft, random: () => number, ends: boolean) {
  const told = new Map<string, Told>()
  const attemptId = await startQuiz(viewer, draft.slug, random() < 0.5 ? 'practice' : 'exam')
  const questions = await readQuestions(attemptId)
  await actAs(viewer, async () => {
    for (const [index, question] of questions.entries()) {
      const source = draft.questions[index]
      if (!source) throw new Error('The quiz has more questions than its draft.')
      const way = random()
      const wrong = question.order.find((id) => !question.key.includes(id)) ?? ''
      const picks = way < 0.25 ? [] : way < 0.6 ? question.key : way < 0.8 ? [wrong] : question.key.slice(0, 1)
      if (picks.length > 0)
        await saveAnswer(
          { attemptId, position: question.position },
          { picks, number: 1, translationId: question.translationIds.en ?? '' },
        )
      told.set(source.externalId, {
        topics: source.topics,
        isBlank: picks.length === 0,
        isRight: [...picks].sort().join() === [...question.key].sort().join(),
      })
    }
    if (ends) await submitAttempt(attemptId)
  })
  return ends ? told : new Map<string, Told>()
}

test.each([1, 2, 3, 4])('progress is what going through a person’s history gives (history %i)', async (history) => {
  const random = seededRandom(`history ${history}`)
  const [viewer, bystander] = await Promise.all([createViewer(), createViewer()])
  const latest = new Map<string, Told>()
  for (let round = 0; round < 4; round++) {
    for (const [index, draft] of quizzes.entries()) {
      if (random() < 0.3) continue
      // One that is left open is resumed, and counts for nothing until it ends: so only the last of all.
      const told = await takeAtRandom(viewer, draft, random, round < 3 || index === 0)
      for (const [question, what] of told) if (!what.isBlank) latest.set(question, what)
    }
  }
  const [first] = quizzes
  if (first) await takeAtRandom(bystander, first, random, true)

  const all = quizzes.flatMap(({ questions }) => questions)
  const expected = TOPICS.map((topic) => {
    const onTopic = all.filter(({ topics }) => topics.includes(topic))
    const answered = onTopic.flatMap(({ externalId }) => latest.get(externalId) ?? [])
    const right = answered.filter(({ isRight }) => isRight).length
    return {
      slug: topic,
      name: `Topic ${topic}`,
      nameLocale: 'en',
      questions: onTopic.length,
      answered: answered.length,
      right,
      interval: answered.length < 5 ? null : wilson(right, answered.length),
    }
  }).sort((a, b) => a.name.localeCompare(b.name))
  const shown = await actAs(viewer, () => listTopicProgress('en'))
  expect(shown.map(({ quiz: _quiz, ...figures }) => figures)).toEqual(expected)
  for (const { slug, quiz } of shown) {
    const holds = quizzes.filter(({ questions }) => questions.some(({ topics }) => topics.includes(slug)))
    expect(holds.map((draft) => draft.slug)).toContain(quiz)
  }
})

test('topics are named in the language of the page, or else in English, and sorted by it', async () => {
  const viewer = await createViewer()
  const names = async (locale: string) =>
    (await actAs(viewer, () => listTopicProgress(locale))).map(({ name, nameLocale }) => `${nameLocale} ${name}`)
  expect(await names('es')).toEqual(['es Tema networking', 'es Tema security', 'es Tema storage'])
  expect(await names('ja')).toEqual(['en Topic networking', 'en Topic security', 'en Topic storage'])
})

test('the share of a topic in a result is the mean over its questions', async () => {
  const [draft] = quizzes
  if (!draft) throw new Error('There is no quiz.')
  const viewer = await createViewer()
  await takeAtRandom(viewer, draft, seededRandom('shares'), true)
  const attempt = await db().attempt.findFirstOrThrow({
    where: { personId: viewer.personId },
    include: {
      topics: { include: { topic: true } },
      answers: { include: { question: { include: { topics: { include: { topic: true } } } } } },
    },
  })
  expect(attempt.topics).toHaveLength(3)
  for (const { topic, num, den, questions } of attempt.topics) {
    const awards = attempt.answers
      .filter(({ question }) => question.topics.some((on) => on.topic.slug === topic.slug))
      .map(({ awardNum, awardDen }) => (awardNum ?? 0) / (awardDen ?? 1))
    expect(questions).toBe(awards.length)
    expect(Number(num) / Number(den)).toBeCloseTo(awards.reduce((a, b) => a + b, 0) / awards.length, 12)
  }
})
