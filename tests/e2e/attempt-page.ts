import type { Page } from 'playwright'
import { type StoredAnswer, storedAnswers } from './quizzes'

/** The attempt that a page shows. */
export function attemptIdOf(page: Page): string {
  const [, id] = /\/attempts\/([0-9a-f-]{36})\//.exec(page.url()) ?? []
  if (!id) throw new Error(`${page.url()} shows no attempt.`)
  return id
}

/** The options on the page by their ids, in the order shown. */
export const optionIds = (page: Page): Promise<string[]> =>
  page.locator('input[name="pick"]').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

/** The options that are chosen on the page. */
export const chosenIds = (page: Page): Promise<string[]> =>
  page
    .locator('input[name="pick"]:checked')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

const option = (page: Page, id: string) => page.locator(`label:has(input[name="pick"][value="${id}"])`)

/** Chooses an option and waits until the page says that it is saved. */
export async function pick(page: Page, id: string): Promise<void> {
  await page.locator('form[data-ready="true"]').waitFor()
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await option(page, id).click()
  await saved
  await page.locator('#save-status[data-state="saved"]').waitFor()
}

/** Chooses an option in a page without scripts, which saves nothing by itself. */
export const pickPlainly = (page: Page, id: string) => option(page, id).click()

/** Which address a control leads to. */
type Destination = RegExp | string | ((url: URL) => boolean)

/** Presses a button or follows a link of the page by its words, and waits for the page it leads to. */
export async function press(page: Page, words: string, leadsTo: Destination): Promise<void> {
  const control = page
    .getByRole('button', { name: words, exact: true })
    .or(page.getByRole('link', { name: words, exact: true }))
  await control.first().click()
  await page.waitForURL(leadsTo)
}

/** One stored answer of the attempt that a page shows. */
export async function stored(page: Page, position: number): Promise<StoredAnswer> {
  const answer = (await storedAnswers(attemptIdOf(page)))[position - 1]
  if (!answer) throw new Error(`The attempt has no question ${position}.`)
  return answer
}
