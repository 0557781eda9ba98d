import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright'
import { test as base, expect, inject } from 'vitest'
import type { UiLocale } from '@/lib/i18n/locales'
import { launchBrowser } from './launch-browser'
import { cookieOf } from './people'

/** Where the product answers. */
export const baseUrl = inject('baseUrl')

export type PageOptions = {
  /** The browser's language. */
  locale?: UiLocale
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  javaScript?: boolean
  /** Email of the person who is signed in. */
  as?: string
  /** Statuses from 400 up that this test provokes. */
  expectedStatuses?: number[]
  /** This test takes the connection away: requests may fail. */
  isOffline?: boolean
  /** Address of an HTTP proxy through which everything goes. */
  proxy?: string
  /** A context that exists already: another tab of the same browser. */
  context?: BrowserContext
}

let connection: Promise<Browser> | undefined

/** The one browser of all tests. */
export function browser(): Promise<Browser> {
  connection ??= launchBrowser()
  return connection
}

/**
 * Writes down whatever goes wrong in a page: console errors and warnings, uncaught exceptions, violations of the content
 * security policy, failed requests, and answers of status 400 and above that are not expected.
 */
export async function watch(
  page: Page,
  problems: string[],
  {
    expectedStatuses = [],
    javaScript = true,
    isOffline = false,
  }: Pick<PageOptions, 'expectedStatuses' | 'javaScript' | 'isOffline'> = {},
): Promise<void> {
  await page.addInitScript(reportViolations)
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (isOffline && message.text().includes('net::ERR_')) return
    const [, status] =
      /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text()) ?? []
    if (status && expectedStatuses.includes(Number(status))) return
    // React repeats in the browser what failed on the server: https://react.dev/errors/441.
    if (expectedStatuses.includes(500) && message.text().includes('react.dev/errors/441')) return
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || `${error.name} ${error.message}`}`))
  page.on('crash', () => problems.push('the page crashed'))
  page.on('requestfailed', (request) => {
    if (isOffline) return
    // What the person left before it arrived.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return
    // A browser without scripts refuses to load those that it is told to load beforehand.
    if (!javaScript && request.resourceType() === 'script') return
    problems.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() < 400 || expectedStatuses.includes(response.status())) return
    problems.push(`${response.status()} from ${response.request().method()} ${response.url()}`)
  })
}

/** Runs in every document before its own scripts. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
  })
}

/** Signs a browser in without the form. */
export async function signInBySession(context: BrowserContext, email: string): Promise<void> {
  const { name, value } = await cookieOf(email)
  await context.addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Lax' }])
}

type NewPage = (options?: PageOptions) => Promise<Page>

/** A test with pages that make it fail when anything goes wrong in them. */
export const test = base.extend<{ newPage: NewPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture without others takes an empty pattern
  newPage: async ({}, use) => {
    const contexts = new Set<BrowserContext>()
    const problems: string[] = []
    await use(async (options = {}) => {
      const context =
        options.context ??
        (await (
          await browser()
        ).newContext({
          baseURL: baseUrl,
          locale: options.locale ?? 'en',
          colorScheme: options.colorScheme ?? 'light',
          viewport: options.viewport ?? { width: 1280, height: 800 },
          javaScriptEnabled: options.javaScript ?? true,
          ...(options.proxy && { proxy: { server: options.proxy, bypass: '<-loopback>' } }),
        }))
      if (!contexts.has(context)) {
        contexts.add(context)
        context.setDefaultTimeout(15_000)
      }
      if (options.as) await signInBySession(context, options.as)
      const page = await context.newPage()
      await watch(page, problems, options)
      return page
    })
    for (const context of contexts) await context.close()
    expect(problems, 'problems in the pages').toEqual([])
  },
})

export { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'

/** The checker that `expectNoAxeViolations` runs; it brings it along unless a page has it already. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The page has no accessibility problem that a program can find. */
export async function expectNoAxeViolations(page: Page, what: string, options: RunOptions = {}): Promise<void> {
  // Evaluated from outside the page, so that its policy stays in force.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const { violations, passes } = await page.evaluate(
    (given) =>
      (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
        resultTypes: ['violations'],
        preload: false,
        ...given,
      }),
    options,
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found, `axe on ${what}`).toEqual([])
  expect(passes, `what axe looked at on ${what}`).not.toEqual([])
}

/** Resolves when the scripts of the page have taken over an element. */
export async function untilAlive(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector).first()
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
}

/** The document is not wider than its window. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(content, `width of ${what}`).toBeLessThanOrEqual(window)
}
