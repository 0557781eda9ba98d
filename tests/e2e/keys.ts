import type { Locator, Page } from 'playwright'
import { expect } from './browser'

/** Where the focus is, and what is wrong with how it shows; null on the body. */
export function readFocus() {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const name = `${element.tagName} ${element.getAttribute('name') ?? ''} "${element.textContent?.trim().slice(0, 40)}"`
  const outlined = [element, element.closest('label')].some((each) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const [box] = element.getClientRects()
  if (!box || box.width === 0 || box.height === 0) return { name, problem: 'has no size' }
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  if (!top) return { name, problem: 'is outside the window' }
  const around = element.closest('label') ?? element
  if (!around.contains(top) && !top.contains(element))
    return { name, problem: `is covered by ${top.outerHTML.slice(0, 200)}` }
  return { name, problem: outlined ? null : 'shows no outline' }
}

/** Presses Tab until an element has the focus; at every stop the focus is to be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(readFocus)
    if (focus) expect(`${focus.name}: ${focus.problem ?? 'is shown'}`).toBe(`${focus.name}: is shown`)
    if (await target.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The keyboard does not reach ${target}.`)
}

/** Presses a key that acts and waits for the page it leads to. */
export async function pressKey(page: Page, key: string, leadsTo: RegExp | string) {
  await page.keyboard.press(key)
  await page.waitForURL(leadsTo)
}
