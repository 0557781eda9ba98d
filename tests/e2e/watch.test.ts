import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { baseUrl, browser, watch } from './browser'

/** Does something in a page; returns what the watch has written down once that holds `awaited`. */
async function problemsOf(
  work: (page: Page) => Promise<unknown>,
  awaited: string,
  expectedStatuses: number[] = [],
): Promise<string> {
  const context = await (await browser()).newContext({ baseURL: baseUrl })
  const problems: string[] = []
  try {
    const page = await context.newPage()
    await watch(page, problems, { expectedStatuses })
    await page.goto('/en/sign-in')
    await work(page)
    await expect.poll(() => problems.join('\n')).toContain(awaited)
    return problems.join('\n')
  } finally {
    await context.close()
  }
}

describe('the watch over pages', () => {
  test('hears console errors and warnings', async () => {
    await problemsOf((page) => page.evaluate(() => console.error('oh')), 'console error: oh')
    await problemsOf((page) => page.evaluate(() => console.warn('hm')), 'console warning: hm')
  })

  test('hears uncaught exceptions', async () => {
    const throwing = (page: Page) => page.evaluate(() => void Promise.reject(new Error('lost')))
    await problemsOf(throwing, 'uncaught: Error: lost')
  })

  test('hears violations of the content security policy', async () => {
    const styling = (page: Page) => page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await problemsOf(styling, 'content security policy: style-src')
  })

  test('hears failing answers, but for those that are expected', async () => {
    const asking = (page: Page) =>
      page.evaluate(async () => {
        await fetch('/api/answers', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
        console.warn('done')
      })
    await problemsOf(asking, '404 from POST')
    expect(await problemsOf(asking, 'console warning: done', [404])).not.toContain('404')
  })
})
