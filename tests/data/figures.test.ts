import { expect, test } from 'vitest'
import { actAs } from '@/lib/access/viewer'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { getFigure } from '@/lib/attempt/queries/get-figure'
import { figureSize } from '@/lib/quiz/figures'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { draftQuestion, draftWords, publishDraft, quizDraft } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

// A figure that lies in content/, so that it is read as it will be.
const QUIZ = 'storage'
const FIGURE = 'striping.svg'

test('a figure of an explanation is seen once the explanation is, and by nobody else', async () => {
  const externalId = `${QUIZ}/figure`
  const words = draftWords(externalId, 'en')
  const explained = { ...words, explanation: `Look: ![stripes](/assets/${QUIZ}/${FIGURE})` }
  await publishDraft({
    ...quizDraft({ questions: [draftQuestion({ externalId, words: { en: explained } })] }),
    slug: QUIZ,
  })

  const [viewer, other] = [await createViewer(), await createViewer()]
  const see = (who: typeof viewer) => actAs(who, () => getFigure(QUIZ, FIGURE))
  const attemptId = await startQuiz(viewer, QUIZ, 'practice')
  expect(await see(viewer)).toBeNull()
  // Whoever writes quizzes looks at it before anyone takes them.
  expect(await see(await createViewer({ role: 'translator' }))).toContain('<svg')

  const [question] = await readQuestions(attemptId)
  await actAs(viewer, () =>
    revealAnswer(
      { attemptId, position: 1 },
      { picks: question?.order.slice(0, 1) ?? [], number: 1, translationId: question?.translationIds.en ?? '' },
    ),
  )
  expect(await see(viewer)).toContain('<svg')
  expect(await see(other)).toBeNull()
})

test('names that lead elsewhere are no figures', async () => {
  const viewer = await createViewer()
  for (const [quiz, figure] of [
    ['..', 'quiz.yaml'],
    [QUIZ, '../quiz.yaml'],
    [QUIZ, '..%2Fquiz.yaml'],
    [QUIZ, 'none.svg'],
  ] as const)
    expect(await actAs(viewer, () => getFigure(quiz, figure))).toBeNull()
})

test('a figure states its size, so that nothing moves when it arrives', () => {
  expect(figureSize(`/assets/${QUIZ}/${FIGURE}`)).toEqual({ width: expect.any(Number), height: expect.any(Number) })
  expect(figureSize('/assets/storage/none.svg')).toBeNull()
  expect(figureSize('/elsewhere.svg')).toBeNull()
})
