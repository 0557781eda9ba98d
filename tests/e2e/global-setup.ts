import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findRunningUrl } from '../../lib/db/embedded/running'
import { launchBrowser } from './launch-browser'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product answers, without a slash at the end. */
    baseUrl: string
    /** The product's own database. */
    databaseUrl: string
    /** The product's data folder, for the command line. */
    dataFolder: string
    /** Where the one browser of all tests is reached. */
    browserUrl: string
  }
}

const root = resolve(import.meta.dirname, '../..')
const READY = /Polyquiz is ready: (\S+)/
/** A first start builds the application. */
const START_MS = 600_000
const STOP_MS = 30_000

async function freePort(): Promise<number> {
  const probe = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (!address || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

/** Starts the product as `npm start` does, with nothing of the developer's settings in its environment. */
async function startProduct(folder: string) {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot']
  const inherited = Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    cwd: root,
    env: { NODE_ENV: 'production', ...inherited, POLYQUIZ_DATA: folder, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  const address = await new Promise<string>((done, fail) => {
    const deadline = setTimeout(() => fail(new Error(`Polyquiz did not start:\n${output}`)), START_MS)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const [, found] = READY.exec(output) ?? []
      if (!found) return
      clearTimeout(deadline)
      done(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', () => {
      clearTimeout(deadline)
      fail(new Error(`Polyquiz ended before it was ready:\n${output}`))
    })
  })
  return {
    address,
    async stop() {
      child.kill('SIGTERM')
      const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(deadline)
    },
  }
}

/** One product and one browser for all browser tests. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'polyquiz-e2e-'))
  const product = await startProduct(folder)
  const databaseUrl = await findRunningUrl(folder)
  if (!databaseUrl) throw new Error('The product runs without its own database.')
  const browser = await launchBrowser()
  project.provide('baseUrl', product.address)
  project.provide('databaseUrl', databaseUrl)
  project.provide('dataFolder', folder)
  project.provide('browserUrl', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
