import type { Browser, BrowserContext } from 'playwright'
import { demoCast, demoPassword } from '../lib/person/demo-cast'
import { launchBrowser } from '../tests/e2e/launch-browser'
import { startLoader } from './load'
import type { Ask } from './load-process'
import { type Measured, medianOf, ratioOf, round, takeTurns } from './measure'
import { prepareMembers, QUIZ } from './members'
import { type Servers, startServers } from './servers'

const CONNECTIONS = 16
const WARM_UP = 500
const ROUND_MS = 3000
const TURNS = 7

/** What one cold load of a page brings over the wire, in bytes as sent. */
type Load = { js: number; html: number; requests: number }

/**
 * Weighs the attempt page, loaded cold in Chromium, against the least page of the same framework (gzipped JavaScript,
 * gzipped HTML and the number of requests), and counts attempt and result pages per second beside it.
 */
export async function run(): Promise<Measured> {
  const servers = await startServers()
  try {
    const weights = await weigh(servers)
    const rates = await count(servers)
    return {
      bench: 'page',
      figures: { ...weights, ...rates },
      notes: [
        'Bytes as sent (gzip), one cold load each in Chromium with an empty cache, in one run.',
        'The attempt page weighed is question 1 in practice mode, in English, signed in.',
        `Pages per second over ${CONNECTIONS} connections, each a member of its own with a session cookie: every question of an open attempt in turn, and the result of an ended one with all its questions and explanations. Gzipped, without a browser.`,
        `The bare page of the framework asks nothing of a database; ${WARM_UP} requests of warm-up, then ${TURNS} rounds of ${ROUND_MS / 1000} s in turn; ratios are medians of the ratios within a turn.`,
      ],
    }
  } finally {
    await servers.stop()
  }
}

async function weigh({ product, bare }: Servers): Promise<Record<string, number>> {
  const browser = await launchBrowser()
  try {
    const { state, address } = await openAttempt(browser, product)
    const attempt = await loadCold(browser, address, state)
    const least = await loadCold(browser, `${bare}/`)
    return {
      extra_js_kb: kilobytes(attempt.js - least.js),
      html_kb: kilobytes(attempt.html),
      requests: attempt.requests,
      js_kb: kilobytes(attempt.js),
      bare_js_kb: kilobytes(least.js),
      bare_html_kb: kilobytes(least.html),
    }
  } finally {
    await browser.close()
  }
}

async function count({ product, bare, databaseUrl }: Servers): Promise<Record<string, number>> {
  process.stderr.write('preparing members and counting pages ...\n')
  const members = await prepareMembers(databaseUrl, product, CONNECTIONS)
  const loader = startLoader()
  const load = async (origin: string, connections: Ask[][]) => {
    await loader.run({ origin, connections, requests: WARM_UP })
    return () => loader.run({ origin, connections, milliseconds: ROUND_MS })
  }
  try {
    const {
      attempt = [],
      result = [],
      least = [],
    } = await takeTurns<'attempt' | 'result' | 'least'>(
      {
        attempt: await load(
          product,
          members.map(({ cookie, attemptId, saves }) =>
            saves.map(({ position }) => ({ path: `/en/attempts/${attemptId}/${position}`, cookie })),
          ),
        ),
        result: await load(
          product,
          members.map(({ cookie, endedAttemptId }) => [{ path: `/en/attempts/${endedAttemptId}/result`, cookie }]),
        ),
        least: await load(
          bare,
          members.map(({ cookie }) => [{ path: '/', cookie }]),
        ),
      },
      TURNS,
    )
    const figures: Record<string, number> = {
      of_bare_page_16: round(ratioOf(attempt, least, 'perSecond')),
      result_of_bare_page_16: round(ratioOf(result, least, 'perSecond')),
    }
    for (const [name, rounds] of Object.entries({ attempt, result, bare_page: least })) {
      figures[`${name}s_per_second_${CONNECTIONS}`] = round(medianOf(rounds, 'perSecond'), 1)
      figures[`${name}_p50_ms_${CONNECTIONS}`] = round(medianOf(rounds, 'p50'), 1)
      figures[`${name}_p95_ms_${CONNECTIONS}`] = round(medianOf(rounds, 'p95'), 1)
    }
    return figures
  } finally {
    loader.stop()
  }
}

const kilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10

type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function openAttempt(browser: Browser, base: string): Promise<{ state: State; address: string }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${base}/en/sign-in`)
  await page.fill('#email', demoCast[0]?.email ?? '')
  await page.fill('#password', demoPassword)
  await page.click('main button[type=submit]')
  await page.waitForURL(`${base}/en`)
  await page.goto(`${base}/en/quizzes/${QUIZ}`)
  await page.click('button[value=practice]')
  await page.waitForURL('**/attempts/**')
  const address = page.url()
  const state = await context.storageState()
  await context.close()
  return { state, address }
}

async function loadCold(browser: Browser, address: string, state?: State): Promise<Load> {
  const context = await browser.newContext(state ? { storageState: state } : {})
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const kinds = new Map<string, string>()
  const load: Load = { js: 0, html: 0, requests: 0 }
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    load.requests++
    const kind = kinds.get(requestId)
    if (kind === 'Script') load.js += encodedDataLength
    if (kind === 'Document') load.html += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await context.close()
  return load
}
