import { actAs } from '@/lib/access/viewer'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { describe, expect, test } from './browser'

/** A quiz with figures, tables and code. */
const QUIZ = 'storage'

describe('the attempt page', () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    test(`moves nothing while it loads, ${viewport.width} px wide`, async ({ newPage }) => {
      const viewer = await createViewer({ name: 'Robin Example' })
      const attemptId = await startQuiz(viewer, QUIZ, 'practice')
      const questions = await readQuestions(attemptId)
      const page = await newPage({ as: viewer.email, viewport })
      // A slow computer shows a page while it is still being read.
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const shiftOf = async (position: number) => {
        await page.goto(`/en/attempts/${attemptId}/${position}`)
        await page.locator('form[data-ready="true"]').waitFor()
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
      expect(questions.length).toBeGreaterThan(8)
      let figures = 0
      for (const question of questions) {
        const { position, order } = question
        expect(await shiftOf(position), `question ${position}, open`).toBe(0)
        const picks = order.slice(0, 1)
        const text = picks.length === 0 ? '1' : null
        const translationId = question.translationIds.en ?? ''
        const settled = await actAs(viewer, () =>
          revealAnswer({ attemptId, position }, { picks, text, number: 1, translationId }),
        )
        expect(settled.status).toBe('revealed')
        expect(await shiftOf(position), `question ${position}, answer shown`).toBe(0)
        figures += await page.locator('.prose img').count()
      }
      expect(figures).toBeGreaterThan(0)
    })
})
