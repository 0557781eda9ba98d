import type { Page } from 'playwright'
import { demoPassword } from '@/lib/person/demo-cast'
import { draftQuestion } from '../factories/quizzes'
import { attemptIdOf, chosenIds, optionIds, pick, press, stored } from './attempt-page'
import { describe, expect, test } from './browser'
import { newPerson } from './people'
import { FIRST_QUIZ, lettersOf, publish, rightOption, smallQuiz, storedAnswers, wrongOption } from './quizzes'
import { wordsOf } from './words'

const percent = (locale: string, share: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
const at = (position: number | string) => new RegExp(`/attempts/[0-9a-f-]{36}/${position}$`)

/** A table as rows of words. */
const rowsOf = (page: Page, caption: string) =>
  page
    .getByRole('region', { name: caption, exact: true })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim())),
    )

describe('the main job', () => {
  test('in Japanese, then in Spanish, by practice, from the sign-in form to the progress', async ({ newPage }) => {
    const page = await newPage({ locale: 'ja' })
    const ja = wordsOf('ja')
    await page.goto('/')
    await page.waitForURL(/\/ja\/sign-in\?next=%2Fja$/)
    await page.getByLabel(ja('signIn.email')).fill('mika@demo.test')
    await page.getByLabel(ja('signIn.password')).fill(demoPassword)
    await page.getByRole('button', { name: ja('signIn.submit') }).click()
    await page.waitForURL(/\/ja$/)
    await page.getByRole('heading', { name: ja('home.hello', { name: 'Mika Sato' }) }).waitFor()

    await press(page, ja('shell.quizzes'), /\/ja\/quizzes$/)
    await page.locator(`main a[href="/ja/quizzes/${FIRST_QUIZ}"]`).click()
    await page.waitForURL(`**/ja/quizzes/${FIRST_QUIZ}`)
    await press(page, ja('quiz.practise'), at(1))
    const attemptId = attemptIdOf(page)
    const answers = await storedAnswers(attemptId)
    expect(answers).toHaveLength(15)
    expect(await page.locator('html').getAttribute('lang')).toBe('ja')
    expect(await page.locator('#question').getAttribute('lang')).toBe('ja')

    // The first is right, the second is wrong, the third is left blank.
    const [first, second] = [await stored(page, 1), await stored(page, 2)]
    await pick(page, rightOption(first))
    await page.getByRole('button', { name: ja('attempt.check') }).click()
    const verdict = page.getByRole('region', { name: ja('attempt.verdictLabel') })
    await verdict.getByText(ja('attempt.verdict.right', { key: lettersOf(first, first.key).join() })).waitFor()
    await press(page, ja('attempt.next'), at(2))
    await pick(page, wrongOption(second))
    await page.getByRole('button', { name: ja('attempt.check') }).click()
    await verdict
      .getByText(
        ja('attempt.verdict.wrong', {
          count: 1,
          picks: lettersOf(second, [wrongOption(second)]).join(),
          key: lettersOf(second, second.key).join(),
        }),
      )
      .waitFor()
    await press(page, ja('attempt.next'), at(3))
    await press(page, ja('attempt.skip'), at(4))

    // In the middle of the fourth the language changes, and nothing else does.
    const fourth = await stored(page, 4)
    await pick(page, rightOption(fourth))
    const before = await storedAnswers(attemptId)
    const [order, japanese] = [await optionIds(page), await page.locator('#question legend').textContent()]
    await page.getByLabel(ja('attempt.contentLanguage')).selectOption('es')
    const switched = page.waitForResponse((response) => response.url().endsWith('/language'))
    await page.getByRole('button', { name: ja('attempt.switch') }).click()
    await switched
    await page.locator('fieldset[lang="es"]').waitFor()
    expect(attemptIdOf(page)).toBe(attemptId)
    expect(await page.locator('html').getAttribute('lang')).toBe('ja')
    expect(await page.locator('#question legend').textContent()).not.toBe(japanese)
    expect(await optionIds(page)).toEqual(order)
    expect(await chosenIds(page)).toEqual([rightOption(fourth)])
    expect(await storedAnswers(attemptId)).toEqual(before)

    // The rest is right, but for the last two.
    for (let position = 4; position <= 15; position++) {
      const answer = answers[position - 1]
      if (!answer) throw new Error(`There is no question ${position}.`)
      if (position > 4) await pick(page, position < 14 ? rightOption(answer) : wrongOption(answer))
      await press(
        page,
        ja(position < 15 ? 'attempt.skip' : 'attempt.toFinish'),
        at(position < 15 ? position + 1 : 'finish'),
      )
    }
    await page.getByText(ja('attempt.finishText', { answered: 14, total: 15 })).waitFor()
    await press(page, ja('attempt.submit'), at('result'))

    const taken = await storedAnswers(attemptId)
    // Each in the language in which it was chosen.
    expect(taken.map(({ locale }) => locale)).toEqual(
      taken.map(({ position }) => (position === 3 ? null : position <= 4 ? 'ja' : 'es')),
    )
    const isRight = ({ position }: { position: number }) => position === 1 || (position > 3 && position < 14)
    await page.getByRole('heading', { name: ja('result.score', { percent: percent('ja', 0.73) }) }).waitFor()
    await page.getByText(ja('result.passed', { mark: percent('ja', 0.7) })).waitFor()
    await page.getByText(ja('result.counts', { right: 11, total: 15 })).waitFor()
    const topics = [...new Set(answers.flatMap((answer) => answer.topics))].map((slug) => {
      const inTopic = answers.filter((answer) => answer.topics.includes(slug))
      return { questions: inTopic.length, right: inTopic.filter(isRight).length }
    })
    const shown = (await rowsOf(page, ja('result.topics'))).slice(1)
    expect(shown.map(([, share, questions]) => `${share} ${questions}`).sort()).toEqual(
      topics
        .map(({ right, questions }) => `${percent('ja', Math.floor((100 * right) / questions) / 100)} ${questions}`)
        .sort(),
    )
    // Each question in the language in which it was answered.
    expect(
      await page.locator('article').evaluateAll((articles) => articles.map((article) => article.getAttribute('lang'))),
    ).toEqual(taken.map(({ locale }) => locale ?? 'es'))

    await press(page, ja('result.toProgress'), /\/ja\/progress$/)
    const answeredTopics = [...new Set(answers.flatMap((answer) => answer.topics))].map((slug) => {
      const inTopic = answers.filter((answer) => answer.topics.includes(slug))
      return {
        answered: inTopic.filter(({ position }) => position !== 3).length,
        right: inTopic.filter(isRight).length,
      }
    })
    // Quizzes of other tests share these topics, so that only what was answered is certain here, and not of how many.
    const progress = (await rowsOf(page, ja('progress.topics'))).slice(1).map(([, , right]) => right ?? '')
    for (const { answered, right } of answeredTopics)
      expect(progress.some((cell) => cell.startsWith(ja('progress.of', { part: right, whole: answered })))).toBe(true)
  })

  test('as an exam: no answer before the end, back and forth, part of the points for part of the answer', async ({
    newPage,
  }) => {
    const slug = await publish()
    const page = await newPage({ as: await newPerson() })
    const en = wordsOf('en')
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), at(1))
    expect(await page.getByRole('button', { name: en('attempt.check') }).count()).toBe(0)
    await pick(page, wrongOption(await stored(page, 1)))
    await press(page, en('attempt.saveAndNext'), at(2))
    expect(await page.locator('input[name="pick"][type="checkbox"]').count()).toBe(4)
    await pick(page, rightOption(await stored(page, 2)))
    await press(page, en('attempt.previous'), at(1))
    // Changed at the second look.
    const first = await stored(page, 1)
    expect(await chosenIds(page)).toEqual([wrongOption(first)])
    await pick(page, rightOption(first))
    await press(page, en('attempt.saveAndNext'), at(2))
    await press(page, en('attempt.saveAndNext'), at(3))
    await pick(page, wrongOption(await stored(page, 3)))
    await press(page, en('attempt.toFinish'), at('finish'))
    await page.getByText(en('attempt.finishText', { answered: 3, total: 3 })).waitFor()
    await press(page, en('attempt.submit'), at('result'))
    // (1 + 1/2 + 0) / 3, and the pass mark is exactly one half.
    await page.getByRole('heading', { name: en('result.score', { percent: '50%' }) }).waitFor()
    await page.getByText(en('result.passed', { mark: '50%' })).waitFor()
    await page
      .getByText(
        en('attempt.verdict.partly', {
          percent: 50,
          key: lettersOf(await stored(page, 2), (await stored(page, 2)).key).join(' and '),
        }),
      )
      .waitFor()
    const rows = (await rowsOf(page, en('result.topics'))).slice(1)
    expect(rows.map(([, share, questions]) => [share, questions])).toEqual([
      ['25%', '2'],
      ['50%', '2'],
    ])
    const resultUrl = page.url()
    await page.goBack()
    await page.waitForURL(resultUrl)
  })

  test('is taken up again after the tab was closed, and in another browser', async ({ newPage }) => {
    const slug = await publish()
    const person = await newPerson()
    const page = await newPage({ as: person })
    const en = wordsOf('en')
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), at(1))
    const attemptId = attemptIdOf(page)
    const first = await stored(page, 1)
    await pick(page, wrongOption(first))
    const context = page.context()
    await page.close()

    for (const next of [await newPage({ context }), await newPage({ as: person })]) {
      await next.goto('/en')
      await press(next, en('next.resume'), at(2))
      expect(attemptIdOf(next)).toBe(attemptId)
      await press(next, en('attempt.previous'), at(1))
      expect(await chosenIds(next)).toEqual([wrongOption(first)])
      expect(await optionIds(next)).toEqual(first.order)
    }
  })

  test('on two devices: the second is told, sees what is stored, and can choose anew', async ({ newPage }) => {
    const slug = await publish()
    const person = await newPerson()
    const en = wordsOf('en')
    const one = await newPage({ as: person, expectedStatuses: [409] })
    await one.goto(`/en/quizzes/${slug}`)
    await press(one, en('quiz.exam'), at(1))
    const two = await newPage({ as: person, expectedStatuses: [409] })
    await two.goto(one.url())
    const { order } = await stored(one, 1)
    const [a = '', b = '', c = ''] = order

    await pick(one, a)
    await two.locator('form[data-ready="true"]').waitFor()
    await two.locator(`label:has(input[value="${b}"])`).click()
    await two.locator('#save-status[data-state="superseded"]').waitFor()
    expect(await two.locator('#save-status').textContent()).toBe(en('attempt.notice.superseded'))
    expect(await chosenIds(two)).toEqual([a])
    expect((await stored(one, 1)).picks).toEqual([a])
    await pick(two, b)
    expect((await stored(one, 1)).picks).toEqual([b])

    // The first one now carries the old number in its form: sending that says so on the page.
    await one.locator('#save-status').evaluate((status) => delete status.dataset.state)
    await one.locator(`label:has(input[value="${c}"])`).click()
    await one.locator('#save-status[data-state="superseded"]').waitFor()
    expect(await chosenIds(one)).toEqual([b])
    await press(one, en('attempt.saveAndNext'), at(2))
    expect((await stored(two, 1)).picks).toEqual([b])
  })

  test('words a fallback: a question without the language is whole in another, and says so', async ({ newPage }) => {
    const draft = smallQuiz()
    draft.questions.push(draftQuestion({}, ['en', 'es']))
    const slug = await publish(draft)
    const page = await newPage({ as: await newPerson(), locale: 'ja' })
    const ja = wordsOf('ja')
    await page.goto(`/ja/quizzes/${slug}`)
    await press(page, ja('quiz.exam'), at(1))
    expect(await page.locator('#question').getAttribute('lang')).toBe('ja')
    await page.goto(page.url().replace(/1$/, '4'))
    expect(await page.locator('#question').getAttribute('lang')).toBe('en')
    expect(await page.locator('#question').textContent()).not.toMatch(/in (ja|es)/)
    await page.getByText(ja('attempt.fallback', { wanted: '日本語', shown: 'English' })).waitFor()
  })
})
