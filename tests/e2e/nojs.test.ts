import { attemptIdOf, chosenIds, pickPlainly, press, stored } from './attempt-page'
import { describe, expect, test } from './browser'
import { newPerson } from './people'
import { lettersOf, publish, rightOption, storedAnswers, wrongOption } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const at = (position: number | string) => new RegExp(`/attempts/[0-9a-f-]{36}/${position}$`)

describe('without JavaScript', () => {
  test('everything of the main job works', async ({ newPage }) => {
    const slug = await publish()
    const password = 'a password for one test'
    const email = await newPerson({ password })
    const page = await newPage({ javaScript: false })
    await page.goto(`/en/quizzes/${slug}`)
    await page.waitForURL(/\/en\/sign-in\?next=/)
    await page.getByLabel(en('signIn.email')).fill(email)
    await page.getByLabel(en('signIn.password')).fill('not the password')
    await page.getByRole('button', { name: en('signIn.submit') }).click()
    await page.getByRole('alert').getByText(en('signIn.wrong')).waitFor()
    expect(await page.getByLabel(en('signIn.email')).inputValue()).toBe(email)
    await page.getByLabel(en('signIn.password')).fill(password)
    await page.getByRole('button', { name: en('signIn.submit') }).click()
    await page.waitForURL(`**/en/quizzes/${slug}`)

    await press(page, en('quiz.practise'), at(1))
    const [first, second, third] = await storedAnswers(attemptIdOf(page))
    if (!first || !second || !third) throw new Error('The quiz has three questions.')

    // Checking nothing is answered by a sentence.
    await press(page, en('attempt.check'), /\/1\?notice=blank$/)
    await page.getByRole('alert').getByText(en('attempt.notice.blank')).waitFor()
    await pickPlainly(page, rightOption(first))
    await press(page, en('attempt.check'), at(1))
    await page.getByText(en('attempt.verdict.right', { key: lettersOf(first, first.key).join() })).waitFor()
    await press(page, en('attempt.next'), at(2))

    await pickPlainly(page, rightOption(second))
    await press(page, en('attempt.skip'), at(3))
    await press(page, en('attempt.previous'), at(2))
    expect(await chosenIds(page)).toEqual([rightOption(second)])

    await page.getByLabel(en('attempt.contentLanguage')).selectOption('ja')
    await page.getByRole('button', { name: en('attempt.switch') }).click()
    await page.locator('fieldset[lang="ja"]').waitFor()
    expect(await chosenIds(page)).toEqual([rightOption(second)])

    await page.getByText(en('attempt.places')).click()
    await page.getByRole('button', { name: '3', exact: false }).first().click()
    await page.waitForURL(at(3))
    await pickPlainly(page, wrongOption(third))
    await press(page, en('attempt.toFinish'), at('finish'))
    await page.getByText(en('attempt.finishText', { answered: 3, total: 3 })).waitFor()
    await press(page, en('attempt.submit'), at('result'))
    // (1 + 1/2 + 0) / 3
    await page.getByRole('heading', { name: en('result.score', { percent: '50%' }) }).waitFor()
    await press(page, en('shell.signOut'), /\/en\/sign-in$/)
    await page.goto(`/en/quizzes/${slug}`)
    await page.waitForURL(/\/en\/sign-in\?next=/)
  })

  test('a second page that sends an old choice is told so', async ({ newPage }) => {
    const slug = await publish()
    const person = await newPerson()
    const one = await newPage({ javaScript: false, as: person })
    await one.goto(`/en/quizzes/${slug}`)
    await press(one, en('quiz.exam'), at(1))
    const two = await newPage({ javaScript: false, as: person })
    await two.goto(one.url())
    const [a = '', b = ''] = (await stored(one, 1)).order
    await pickPlainly(one, a)
    await press(one, en('attempt.saveAndNext'), at(2))
    await pickPlainly(two, b)
    await press(two, en('attempt.saveAndNext'), /\/1\?notice=superseded$/)
    await two.getByRole('status').getByText(en('attempt.notice.superseded')).waitFor()
    expect(await chosenIds(two)).toEqual([a])
  })
})
