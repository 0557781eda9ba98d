import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { demoCast, demoPassword } from '../lib/person/demo-cast'
import { launchBrowser } from '../tests/e2e/launch-browser'
import { freePort, start, temporaryFolder, until, untilHealthy } from '../tests/product'

const QUIZ = 'ai-ml-best-practices'
const root = resolve(import.meta.dirname, '..')

/** What one cold load of a page brings over the wire, in bytes as sent. */
type Load = { js: number; html: number; requests: number }

/**
 * Weighs the attempt page, loaded cold in Chromium, against the least page of the same framework: gzipped JavaScript,
 * gzipped HTML and the number of requests.
 */
export async function run(): Promise<{ bench: string; figures: Record<string, number>; notes: string[] }> {
  process.stderr.write('building the product and a bare page ...\n')
  execFileSync(process.execPath, ['bin/start.mjs', '--build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const bareFolder = resolve(root, 'bench/bare')
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  execFileSync(process.execPath, [next, 'build'], { cwd: bareFolder, env, stdio: ['ignore', 'ignore', 'inherit'] })

  const data = temporaryFolder()
  const [port, barePort] = [await freePort(), await freePort()]
  const product = start({ POLYQUIZ_DATA: data.folder, PORT: String(port) })
  const bare = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(barePort)], {
    cwd: bareFolder,
    env,
    stdio: 'ignore',
  })
  const server = await launchBrowser()
  const browser = await chromium.connect(server.wsEndpoint())
  try {
    await untilHealthy(port, product)
    await until('the bare page answers', async () => {
      const reply = await fetch(`http://127.0.0.1:${barePort}/`)
      if (!reply.ok) throw new Error(String(reply.status))
    })
    const base = `http://localhost:${port}`
    const { state, address } = await openAttempt(browser, base)
    const attempt = await loadCold(browser, address, state)
    const least = await loadCold(browser, `http://127.0.0.1:${barePort}/`)
    return {
      bench: 'page',
      figures: {
        extra_js_kb: kilobytes(attempt.js - least.js),
        html_kb: kilobytes(attempt.html),
        requests: attempt.requests,
        js_kb: kilobytes(attempt.js),
        bare_js_kb: kilobytes(least.js),
        bare_html_kb: kilobytes(least.html),
      },
      notes: [
        'Bytes as sent (gzip), one cold load each in Chromium with an empty cache, in one run.',
        'The attempt page is question 1 in practice mode, in English, signed in.',
      ],
    }
  } finally {
    await browser.close()
    await server.close()
    const bareEnded = once(bare, 'close')
    bare.kill('SIGTERM')
    product.process.kill('SIGTERM')
    await Promise.all([bareEnded, product.ended])
    data.remove()
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
