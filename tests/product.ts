import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The project's folder. */
export const root = resolve(import.meta.dirname, '..')

/** The built application. */
export const built = join(root, '.next', 'standalone')

/** Repeats an attempt until it succeeds; a deadline, not a pause, decides. */
export async function until<T>(
  what: string,
  attempt: () => T | Promise<T>,
  seconds = 60,
  mayGoOn = () => true,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline || !mayGoOn()) throw new Error(`not within ${seconds} s: ${what}`, { cause: error })
    }
    await pause(50)
  }
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'polyquiz-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** What is running, as its terminal shows it. */
export type Running = {
  process: ChildProcess
  pid: number
  output(): string
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

/** Starts a Node program with nothing of the developer's settings in its environment. */
export function launch(args: string[], env: Record<string, string>, cwd = root): Running {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot']
  const inherited = Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  const child = spawn(process.execPath, args, {
    cwd,
    env: { NODE_ENV: 'production', ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return { process: child, pid: child.pid ?? 0, output: () => Buffer.concat(chunks).toString(), ended }
}

/** Starts the product as `npm start` does. */
export const start = (env: Record<string, string>) => launch(['bin/start.mjs'], env)

/** A first start loads the content, and a busy machine takes its time. */
const START_SECONDS = 240

/** Waits until the product answers with its database behind it. */
export async function untilHealthy(port: number, running: Running): Promise<void> {
  const check = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5000) })
    if (!answer.ok) throw new Error(`health answers ${answer.status}`)
  }
  try {
    await until(`healthy on port ${port}`, check, START_SECONDS, () => running.process.exitCode === null)
  } catch (cause) {
    throw new Error(`Polyquiz is not healthy; its terminal says:\n${running.output()}`, { cause })
  }
}

/** Waits until the terminal shows something. */
export function untilShown(running: Running, pattern: RegExp, seconds = START_SECONDS): Promise<void> {
  return until(
    `the terminal shows ${pattern}`,
    () => {
      if (!pattern.test(running.output())) throw new Error(`the terminal says:\n${running.output()}`)
    },
    seconds,
  )
}

const home = (folder: string) => join(folder, 'postgres')

/** The process number of the PostgreSQL server of a data folder. */
export const postmasterOf = (folder: string) =>
  Number(readFileSync(join(home(folder), 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

/** The address of the built-in database of a data folder, as its running server has it. */
export function databaseUrlOf(folder: string): string {
  const port = readFileSync(join(home(folder), 'data', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(home(folder), 'password'), 'utf8').trim()
  return `postgresql://polyquiz:${password}@127.0.0.1:${port}/polyquiz`
}

/** Every process of the PostgreSQL server of a data folder, the parent first. */
export function serverProcesses(folder: string): number[] {
  const parent = postmasterOf(folder)
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })
  return [parent, ...children.map(Number)]
}

/** Kills processes outright; one that has gone by itself meanwhile is as good. */
export function killOutright(pids: number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
