import { actAs } from '@/lib/access/viewer'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { describe, expect, test } from './browser'

/** A quiz with figures, tables and code. */
const QUIZ = 'storage'

describe('the attempt page', () => {
  test('moves nothing while it loads, narrow and wide', async ({ newPage }) => {
    const viewer = await createViewer({ name: 'Robin Example' })
    const attemptId = await startQuiz(viewer, QUIZ, 'practice')
    const questions = await readQuestions(attemptId)
    const page = await newPage({ as: viewer.email })
    // A slow computer shows a page while it is still being read.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 2 })
    // Pictures come last of all, so that what makes no room for them moves.
    let arrive = () => {}
    let isShown = Promise.resolve()
    await page.route(/\.(svg|png|webp)$/, async (route) => {
      await isShown
      await route.continue()
    })
    const shiftOf = async (position: number, width: number) => {
      isShown = new Promise((done) => {
        arrive = done
      })
      await page.setViewportSize({ width, height: 850 })
      await page.goto(`/en/attempts/${attemptId}/${position}`, { waitUntil: 'commit' })
      await page.locator('form[data-ready="true"]').waitFor()
      arrive()
      await page.waitForLoadState('load')
      return page.evaluate(
        () =>
          new Promise<number>((done) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(sum))))
          }),
      )
    }
    let blocks = 0
    /** Narrow, and wide too where something stands that is not lines of text. */
    const expectStill = async (position: number, what: string) => {
      expect(await shiftOf(position, 390), `question ${position}, ${what}, narrow`).toBe(0)
      const found = await page.locator('.prose :is(img, table, pre)').count()
      blocks += found
      if (found > 0) expect(await shiftOf(position, 1440), `question ${position}, ${what}, wide`).toBe(0)
    }
    expect(questions.length).toBeGreaterThan(8)
    for (const { position, order, translationIds } of questions) {
      await expectStill(position, 'open')
      const picks = order.slice(0, 1)
      const choice = { picks, text: picks.length === 0 ? '1' : null, number: 1, translationId: translationIds.en ?? '' }
      const settled = await actAs(viewer, () => revealAnswer({ attemptId, position }, choice))
      expect(settled.status).toBe('revealed')
      await expectStill(position, 'answer shown')
    }
    expect(blocks).toBeGreaterThan(3)
  })
})
