import { db } from '@/lib/db/client'
import { takeQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { optionIds, pick, press } from './attempt-page'
import { expect, expectNoAxeViolations, test } from './browser'
import { wordsOf } from './words'

const ja = wordsOf('ja')
const question = /\/ja\/attempts\/[0-9a-f-]+\/\d+$/

test('what is due is reviewed from home, in the reader’s language, and is due no more', async ({ newPage }) => {
  const viewer = await createViewer({ contentLocales: ['ja'] })
  for (let each = 0; each < 2; each++) {
    const { slug } = await createQuiz({ questions: 1, locales: ['en', 'ja'] })
    await takeQuiz(viewer, slug, [['c']])
  }
  // As if it had been two days ago.
  await db().$executeRaw`UPDATE review_log SET day = day - 2 WHERE person_id = ${viewer.personId}::uuid`
  await db().$executeRaw`
    UPDATE review_card SET last_rated_on = last_rated_on - 2, due_on = last_rated_on - 1
    WHERE person_id = ${viewer.personId}::uuid`
  const page = await newPage({ as: viewer.email, locale: 'ja' })
  await page.goto('/ja')
  await page.getByText(ja('review.due', { due: 2, quizzes: 2 })).waitFor()
  await press(page, ja('review.start'), question)

  await page.getByRole('link', { name: ja('review.title') }).waitFor()
  expect(await page.locator('#question').getAttribute('lang')).toBe('ja')
  expect(await page.locator('#question').textContent()).not.toContain('explanation of')
  await expectNoAxeViolations(page, 'a question of a review')
  await pick(page, (await optionIds(page))[0] ?? '')
  // Left in the middle, it waits at home.
  await page.goto('/ja')
  await page.getByText(ja('review.open', { answered: 1, total: 2 })).waitFor()
  await press(page, ja('review.resume'), /\/2$/)
  await pick(page, (await optionIds(page))[0] ?? '')
  await press(page, ja('attempt.check'), question)
  await page.getByRole('region', { name: ja('attempt.verdictLabel') }).waitFor()
  await press(page, ja('attempt.toFinish'), /\/finish$/)
  await press(page, ja('attempt.submit'), /\/result$/)

  await page.getByText(ja('review.title'), { exact: true }).waitFor()
  expect(await page.getByText(ja('quiz.notPassed'), { exact: true }).count()).toBe(0)
  await expectNoAxeViolations(page, 'the result of a review')
  await page.goto('/ja')
  await page.getByRole('region', { name: ja('review.title') }).waitFor()
  expect(await page.locator('form[action="/api/review"]').count()).toBe(0)
})
