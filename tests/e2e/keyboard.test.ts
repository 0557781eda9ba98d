import type { Page } from 'playwright'
import { attemptIdOf, chosenIds, stored } from './attempt-page'
import { describe, expect, test } from './browser'
import { pressKey, readFocus, tabTo } from './keys'
import { newPerson } from './people'
import { publish } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const at = (position: number | string) => new RegExp(`/attempts/[0-9a-f-]{36}/${position}$`)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

describe('with the keyboard alone', () => {
  test('the whole main job can be done, and the focus is always to be seen', async ({ newPage }) => {
    const slug = await publish()
    const password = 'a password for one test'
    const email = await newPerson({ password })
    const page = await newPage()
    await page.goto('/en/sign-in')
    await tabTo(page, page.getByLabel(en('signIn.email')))
    await page.keyboard.type(email)
    await tabTo(page, page.getByLabel(en('signIn.password')))
    await page.keyboard.type(password)
    await pressKey(page, 'Enter', /\/en$/)
    await tabTo(page, link(page, en('shell.quizzes')))
    await pressKey(page, 'Enter', /\/quizzes$/)
    await tabTo(page, page.locator(`main a[href="/en/quizzes/${slug}"]`))
    await pressKey(page, 'Enter', `**/quizzes/${slug}`)
    await tabTo(page, button(page, en('quiz.practise')))
    await pressKey(page, 'Enter', at(1))

    await page.locator('form[data-ready="true"]').waitFor()
    await tabTo(page, page.locator('input[name="pick"]'))
    await page.keyboard.press('Space')
    await page.locator('#save-status[data-state="saved"]').waitFor()
    await page.keyboard.press('ArrowDown')
    const { order } = await stored(page, 1)
    expect(await chosenIds(page)).toEqual([order[1]])
    await expect.poll(async () => (await stored(page, 1)).picks).toEqual([order[1]])
    await tabTo(page, button(page, en('attempt.check')))
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: en('attempt.verdictLabel') }).waitFor()
    await tabTo(page, link(page, en('attempt.next')))
    await pressKey(page, 'Enter', at(2))
    await page.locator('form[data-ready="true"] input[name="pick"][type="checkbox"]').first().waitFor()
    await page.keyboard.press('a')
    await page.locator('#save-status[data-state="saved"]').waitFor()
    await tabTo(page, button(page, en('attempt.skip')))
    await pressKey(page, 'Enter', at(3))
    await tabTo(page, button(page, en('attempt.toFinish')))
    await pressKey(page, 'Enter', at('finish'))
    await tabTo(page, button(page, en('attempt.submit')))
    await pressKey(page, 'Enter', at('result'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await tabTo(page, link(page, en('result.toProgress')))
    await pressKey(page, 'Enter', /\/progress$/)
  })

  test('another board and another period can be chosen', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await newPerson() })
    await page.goto('/en/boards')
    await tabTo(page, page.getByLabel(en('boards.board'), { exact: true }))
    await page.keyboard.type(slug)
    await tabTo(page, button(page, en('boards.show')))
    await pressKey(page, 'Enter', `**/boards?of=quiz%3A${slug}`)
    await tabTo(page, link(page, en('boards.span.week')))
    await pressKey(page, 'Enter', `**/boards?of=quiz:${slug}&span=week`)
    await page.getByText(en('boards.empty')).waitFor()
  })

  test('letters and digits choose, and never send', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    await button(page, en('quiz.practise')).click()
    await page.waitForURL(at(1))
    const url = page.url()
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(`${request.method()} ${request.url()}`)
    })

    const { order } = await stored(page, 1)
    await page.locator('form[data-ready="true"]').waitFor()
    for (const [index, keys] of [
      ['b', '2'],
      ['d', '4'],
      ['A', '1'],
      ['c', '3'],
    ].entries())
      for (const key of keys) {
        await page.keyboard.press(key)
        const id = order[[1, 3, 0, 2][index] ?? 0]
        expect(await chosenIds(page), key).toEqual([id])
        await expect.poll(async () => (await stored(page, 1)).picks).toEqual([id])
      }
    for (const key of ['e', '5', '9', 'Control+a', 'z']) await page.keyboard.press(key)
    expect(await chosenIds(page)).toEqual([order[2]])
    // In another control keys mean what they always mean there.
    await page.getByLabel(en('attempt.contentLanguage')).focus()
    await page.keyboard.press('b')
    expect(await chosenIds(page)).toEqual([order[2]])
    expect(documents).toEqual([])
    expect(page.url()).toBe(url)

    // Of several, a key ticks and unticks.
    await page.goto(url.replace(/1$/, '2'))
    await page.locator('form[data-ready="true"]').waitFor()
    const several = (await stored(page, 2)).order
    await page.keyboard.press('a')
    await page.keyboard.press('3')
    expect(await chosenIds(page)).toEqual([several[0], several[2]])
    await page.keyboard.press('a')
    expect(await chosenIds(page)).toEqual([several[2]])
    await expect.poll(async () => (await stored(page, 2)).picks).toEqual([several[2]])
    expect(attemptIdOf(page)).toBe(attemptIdOf({ url: () => url } as Page))
  })

  test('on a phone, nothing that has the focus lies under the row of actions', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await newPerson(), viewport: { width: 390, height: 600 } })
    await page.goto(`/en/quizzes/${slug}`)
    await button(page, en('quiz.practise')).click()
    await page.waitForURL(at(1))
    await page.goto(page.url().replace(/1$/, '2'))
    await tabTo(page, page.locator('details summary'))
    for (let stops = 0; stops < 8; stops++) {
      await page.keyboard.press('Shift+Tab')
      const focus = await page.evaluate(readFocus)
      if (focus) expect(`${focus.name}: ${focus.problem ?? 'is shown'}`).toBe(`${focus.name}: is shown`)
    }
  })
})
