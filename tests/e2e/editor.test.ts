import type { Page } from 'playwright'
import { db } from '@/lib/db/client'
import { describe, expect, expectNoAxeViolations, expectNoOverflow, test, untilAlive } from './browser'
import { newPerson } from './people'
import { publish } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const admin = (name: string) => newPerson({ role: 'admin', name })
const pathOf = (slug: string, rest = 'questions/first') => `/en/admin/quizzes/${slug}/${rest}`

/** The box of a text in a language. */
const box = (page: Page, text: string, language: string) =>
  page.getByRole('textbox', { name: `${text} in ${language}`, exact: true })

async function open(page: Page, slug: string): Promise<void> {
  await page.goto(pathOf(slug))
  await untilAlive(page, 'textarea')
}

const untilSaved = (page: Page) =>
  expect.poll(() => page.locator('#save-state').getAttribute('data-state')).toBe('saved')

/** The newest text of the first question in a language. */
async function storedText(slug: string, locale: string, field: string): Promise<string> {
  const row = await db().translationField.findFirst({
    where: { field, translation: { locale, version: { question: { externalId: `${slug}/first` } } } },
    orderBy: [{ translation: { version: { number: 'desc' } } }, { translation: { revision: 'desc' } }],
  })
  return row?.markdown ?? ''
}

describe('the editor', () => {
  test('lets two write one question at once: sentences go together, one sentence is chosen', async ({ newPage }) => {
    const slug = await publish()
    const first = await newPage({ as: await admin('Ada First') })
    const second = await newPage({ as: await admin('Lin Second') })
    await open(first, slug)
    const start = 'The first is here. The second is here. The third is here.'
    await box(first, 'Explanation', 'Español').fill(start)
    await untilSaved(first)
    await open(second, slug)

    await box(first, 'Explanation', 'Español').fill(start.replace('The first', 'Number one'))
    await untilSaved(first)
    await box(second, 'Explanation', 'Español').fill(start.replace('The third', 'Number three'))
    const both = 'Number one is here. The second is here. Number three is here.'
    await expect.poll(() => box(second, 'Explanation', 'Español').inputValue()).toBe(both)
    await second.getByText('Saved together with a change by Ada First:').waitFor()
    expect((await second.locator('ins').allTextContents()).join(' ')).toBe('Number one')
    expect(await storedText(slug, 'es', 'explanation')).toBe(both)

    // Now the same sentence.
    await box(first, 'Question', 'Español').fill('Ada asks this?')
    await untilSaved(first)
    await box(second, 'Question', 'Español').fill('Lin asks that?')
    await second.getByText('Ada First changed this while you were writing:').waitFor()
    expect(await storedText(slug, 'es', 'stem')).toBe('Ada asks this?')
    await expectNoAxeViolations(second, 'a conflict')
    await second.getByRole('button', { name: en('editor.takeBoth') }).click()
    await expect.poll(() => storedText(slug, 'es', 'stem')).toBe('Ada asks this?\nLin asks that?')
    expect(await box(second, 'Question', 'Español').inputValue()).toBe('Ada asks this?\nLin asks that?')
  })

  test('works with the keyboard alone', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await admin('Key Board') })
    await page.goto(pathOf(slug, 'questions'))
    await untilAlive(page, 'ol button')
    const tabTo = async (name: string) => {
      for (let stops = 0; stops < 150; stops++) {
        await page.keyboard.press('Tab')
        const label = await page.evaluate(
          () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
        )
        if (label === name) return
      }
      throw new Error(`The keyboard does not reach ${name}.`)
    }
    await tabTo('Move question 1 down')
    await page.keyboard.press('Enter')
    await page.getByText('Question 1 is now number 2 of 3.').waitFor()
    const order = () =>
      db().quizItem.findMany({ where: { quiz: { slug } }, orderBy: { position: 'asc' }, include: { question: true } })
    await expect
      .poll(async () => (await order()).map(({ question }) => question.externalId.slice(slug.length + 1)))
      .toEqual(['second', 'first', 'third'])
    await page.keyboard.press('Shift+Tab')

    await page.goto(pathOf(slug))
    await untilAlive(page, 'textarea')
    await tabTo('Question in English')
    await page.keyboard.press('End')
    await page.keyboard.type(' Really?')
    await untilSaved(page)
    expect(await storedText(slug, 'en', 'stem')).toMatch(/ Really\?$/)
    await page.getByText(en('editor.meaningLegend')).waitFor()
    await tabTo('Move Option A down')
    await page.keyboard.press('Enter')
    await page.getByText('Option A is now number 2 of 4.').waitFor()
    await untilSaved(page)
    // The focus goes with the option, so that it can be moved on.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Option B down')
    await page.getByText('Version 2 is a draft. Members see version 1.').waitFor()
    const version = await db().questionVersion.findFirstOrThrow({
      where: { question: { externalId: `${slug}/first` }, status: 'draft' },
      include: { options: { orderBy: { position: 'asc' }, include: { option: true } } },
    })
    expect(version.options.map(({ option }) => option.externalId)).toEqual(['b', 'a', 'c', 'd'])
    // What is removed hands the focus on to the next.
    page.once('dialog', (dialog) => void dialog.accept())
    await tabTo('Remove Option C')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('[id^="remove-"]').count()).toBe(3)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Remove Option C')
    await untilSaved(page)
  })

  test('keeps what is typed through a reload', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await admin('Re Load') })
    await open(page, slug)
    // Nothing reaches the server until the page has been left.
    await page.route('**/api/admin/questions', (route) => route.abort())
    const text = '途中まで書いた文。'
    await box(page, 'Question', '日本語').pressSequentially(text)
    await page.unroute('**/api/admin/questions')
    await page.reload()
    await expect.poll(() => storedText(slug, 'ja', 'stem')).toContain(text)
    await expect.poll(() => box(page, 'Question', '日本語').inputValue()).toContain(text)
  })

  test('shows what members will see while it is written', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await admin('Pre View') })
    await open(page, slug)
    await page.locator('#preview summary').click()
    const view = page.locator('#preview-view')
    await view.getByText('Right answer').waitFor()
    await box(page, 'Explanation', 'English').fill('It is **bold** and {option:b} is right. <script>alert(1)</script>')
    await view.locator('strong', { hasText: 'bold' }).waitFor()
    expect(await view.locator('.option-letter').textContent()).toBe('B')
    expect(await view.textContent()).toContain('<script>alert(1)</script>')
    expect(await view.locator('script').count()).toBe(0)
    await untilSaved(page)
  })

  test('shows one language at a time on a phone, and nothing moves sideways', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await admin('Pho Ne'), viewport: { width: 390, height: 800 } })
    await open(page, slug)
    await expectNoOverflow(page, 'the editor on a phone')
    expect(await box(page, 'Question', 'English').isVisible()).toBe(true)
    expect(await box(page, 'Question', '日本語').isVisible()).toBe(false)
    await page.getByLabel(en('editor.languageShown')).selectOption('ja')
    expect(await box(page, 'Question', '日本語').isVisible()).toBe(true)
    expect(await box(page, 'Question', 'English').isVisible()).toBe(false)
    await expectNoAxeViolations(page, 'the editor on a phone')
    for (const rest of ['questions', 'settings', 'questions/first/history']) {
      await page.goto(pathOf(slug, rest))
      await expectNoOverflow(page, rest)
      await expectNoAxeViolations(page, rest)
    }
  })

  test('shows what changed since a version that members see', async ({ newPage }) => {
    const slug = await publish()
    const page = await newPage({ as: await admin('Hi Story') })
    await open(page, slug)
    await box(page, 'Question', 'Español').fill('Palabras nuevas')
    await untilSaved(page)
    await page.goto(`${pathOf(slug, 'questions/first/history')}?language=es`)
    expect((await page.locator('#changes ins').allTextContents()).join(' ')).toContain('Palabras nuevas')
    expect(page.url()).toContain('language=es')
  })
})

describe('the settings of a quiz', () => {
  test('are saved without scripts, and who comes second is told what the first saved', async ({ newPage }) => {
    const slug = await publish()
    const first = await newPage({ as: await admin('Set One'), javaScript: false })
    const second = await newPage({ as: await admin('Set Two'), javaScript: false })
    for (const page of [first, second]) await page.goto(pathOf(slug, 'settings'))
    await first.getByLabel(en('editor.quiz.timeLimit')).fill('30')
    await first.getByRole('button', { name: en('editor.quiz.save') }).click()
    await first.getByText(en('editor.quiz.saved')).waitFor()
    await second.getByLabel(en('editor.quiz.timeLimit')).fill('45')
    await second.getByRole('button', { name: en('editor.quiz.save') }).click()
    await second.getByText(en('editor.quiz.changed')).waitFor()
    await second.getByText('Stored now: 30').waitFor()
    const stored = () => db().quiz.findUniqueOrThrow({ where: { slug }, select: { seconds: true } })
    expect(await stored()).toEqual({ seconds: 1800 })
    await second.getByRole('button', { name: en('editor.quiz.save') }).click()
    await second.getByText(en('editor.quiz.saved')).waitFor()
    expect(await stored()).toEqual({ seconds: 2700 })
  })
})
