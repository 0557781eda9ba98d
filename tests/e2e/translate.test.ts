import type { Page } from 'playwright'
import { chosenIds, pick, press, stored } from './attempt-page'
import { describe, expect, test, untilAlive } from './browser'
import { newPerson } from './people'
import { lettersOf, publish, rightOption, wrongOption } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const at = (position: number | string) => new RegExp(`/attempts/[0-9a-f-]{36}/${position}$`)

/**
 * Does to a page what the translation built into browsers does: every text node is taken out and two nested font
 * elements with other words stand in its place, now and whenever the page brings new text.
 */
function translatePage() {
  const translate = (node: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = walker.currentNode; text; text = walker.nextNode() as Text)
      if (text instanceof Text) texts.push(text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || !text.data.trim() || parent.closest('font, script, style, title, [translate="no"]')) continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      outer.style.verticalAlign = inner.style.verticalAlign = 'inherit'
      inner.textContent = `«${text.data}»`
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  document.documentElement.classList.add('translated-ltr')
  document.documentElement.lang = 'de'
  translate(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translate(node)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** The page translated, once it is shown and its scripts run. */
async function translated(page: Page, ready: string) {
  await page.locator(ready).first().waitFor()
  await untilAlive(page, ready)
  await page.evaluate(translatePage)
}

describe('a page that the browser translates', () => {
  test('can be answered to the end', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    await translated(page, 'main form button')
    await page.locator('button[value="practice"]').click()
    await page.waitForURL(at(1))

    await translated(page, 'form[data-ready="true"]')
    const first = await stored(page, 1)
    await pick(page, wrongOption(first))
    await pick(page, rightOption(first))
    await page.locator('button[value="check"]').click()
    await page.locator('#verdict').waitFor()
    await translated(page, '#verdict')
    const key = en('attempt.verdict.right', { key: lettersOf(first, first.key).join() })
    await page.locator('#verdict').getByText(`«${key}»`).waitFor()
    await page.locator('main a[href$="/2"]').click()
    await page.waitForURL(at(2))

    await page.locator('form[data-ready="true"] input[name="pick"][type="checkbox"]').first().waitFor()
    expect(await page.locator('#question legend').textContent()).toContain('second in en')
    await page
      .getByText(en('attempt.place', { position: 2, total: 3 }))
      .first()
      .waitFor()
    expect(await page.getByText(en('attempt.place', { position: 1, total: 3 })).count()).toBe(0)
    await translated(page, 'form[data-ready="true"]')
    await page.keyboard.press('a')
    await page.locator('#save-status[data-state="saved"]').waitFor()
    await page.locator('button[value="next"]').click()
    await page.waitForURL(at(3))

    await translated(page, 'form[data-ready="true"]')
    await pick(page, rightOption(await stored(page, 3)))
    expect(await chosenIds(page)).toEqual([rightOption(await stored(page, 3))])
    await page.locator('button[value="finish"]').click()
    await page.waitForURL(at('finish'))
    await translated(page, 'main form button')
    await page.locator('main form button').click()
    await page.waitForURL(at('result'))
    await translated(page, 'h1')
    // From here the links change the page without loading it anew.
    await page.locator('main a[href="/en/progress"]').click()
    await page.getByRole('heading', { level: 1, name: en('progress.title') }).waitFor()
    await page.locator('nav a[href="/en/quizzes"]').click()
    await page.getByRole('heading', { level: 1, name: en('quizzes.title') }).waitFor()
  })

  test('still tells of a superseded choice', async ({ newPage }) => {
    const slug = await publish()
    const person = await newPerson()
    const one = await newPage({ as: person })
    await one.goto(`/en/quizzes/${slug}`)
    await press(one, en('quiz.exam'), at(1))
    const two = await newPage({ as: person, expectedStatuses: [409] })
    await two.goto(one.url())
    await translated(two, 'form[data-ready="true"]')
    const [a = '', b = ''] = (await stored(one, 1)).order
    await pick(one, a)
    await two.locator(`label:has(input[value="${b}"])`).click()
    await two.locator('#save-status[data-state="superseded"]').waitFor()
    expect(await chosenIds(two)).toEqual([a])
  })

  test('still says what is wrong at signing in and in the profile', async ({ newPage }) => {
    const page = await newPage()
    await page.goto('/en/sign-in')
    await translated(page, 'main form button')
    await page.getByLabel(en('signIn.email')).fill('nobody@example.test')
    await page.getByLabel(en('signIn.password')).fill('not the password')
    await page.locator('main form button').click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel(en('signIn.password')).fill('not that one either')
    await page.locator('main form button').click()
    await page.locator('main form button:not([disabled])').waitFor()
    const own = await newPage({ as: await newPerson() })
    await own.goto('/en/profile')
    await translated(own, 'main form button')
    await own.getByLabel(en('profile.name')).fill('Robin Renamed')
    await own.locator('main form button').click()
    await own.waitForURL(/saved=1/)
    await own.getByText(en('profile.saved')).waitFor()
  })
})
