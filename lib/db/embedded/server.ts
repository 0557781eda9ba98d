import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Account } from './account'
import { type Binaries, program } from './binaries'
import { type Cluster, NAME, writePrivate, writeSettings } from './cluster'
import { isAlive } from './lock.mjs'
import { Refusal } from './refusal'

type Postmaster = { pid: number; port: number; status: string }

/** How long a server may take to come up: after a crash under load it has a log to replay. */
const START_SECONDS = 600

/** How long a server that has been stopped may take to end itself; the next start waits for it anyway. */
const LEAVE_SECONDS = 10

const pidFile = (cluster: Cluster) => join(cluster.data, 'postmaster.pid')

/** What postmaster.pid says, or null; PostgreSQL fixes which line holds what. */
function readPostmaster(cluster: Cluster): Postmaster | null {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : null
  } catch {
    return null
  }
}

/** False when the process is surely something else: after a reboot, the number in a left file is soon someone's. */
function mayBePostgres(pid: number): boolean {
  if (process.platform === 'win32') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    const said = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return said.status !== 0 || said.stdout.includes('postgres')
  }
}

/** The address of a database on a cluster's server. */
export function urlOf(cluster: Cluster, port: number, database = NAME): string {
  return `postgresql://${NAME}:${cluster.password}@127.0.0.1:${port}/${database}`
}

/** Runs one statement on the maintenance database. */
async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function isOurs(cluster: Cluster, port: number): Promise<boolean> {
  try {
    const [row] = await ask(urlOf(cluster, port, 'postgres'), 'SHOW data_directory')
    return realpathSync(String(row?.data_directory)) === realpathSync(cluster.data)
  } catch {
    return false
  }
}

/**
 * The server that already runs on this cluster (its parent was killed), or null. What a dead server left behind is
 * cleared away, but only when its process is gone or is surely not PostgreSQL.
 */
export async function findRunning(cluster: Cluster): Promise<{ pid: number; port: number } | null> {
  const deadline = Date.now() + START_SECONDS * 1000
  for (;;) {
    const left = readPostmaster(cluster)
    if (!left) return null
    if (!isAlive(left.pid) || !mayBePostgres(left.pid)) {
      rmSync(pidFile(cluster), { force: true })
      return null
    }
    if (left.status === 'ready' && (await isOurs(cluster, left.port))) return { pid: left.pid, port: left.port }
    if (Date.now() > deadline) {
      throw new Refusal(
        `A PostgreSQL server (process ${left.pid}) holds ${cluster.data} but does not answer: stop it and start again.`,
      )
    }
    await pause(200)
  }
}

/** Whether the server is alive, asked in a way cheap enough to repeat all day. */
export const isServing = (pid: number) => isAlive(pid)

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => done(true)))
  })
}

/** The port of last time when it is free, else any free one. */
export async function choosePort(cluster: Cluster, account: Account): Promise<number> {
  let last = 0
  try {
    last = Number(readFileSync(cluster.portFile, 'utf8'))
  } catch {
    // The first start has none.
  }
  if (last > 0 && last < 65536 && (await isFree(last))) return last
  const port = await new Promise<number>((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })
  writePrivate(cluster.portFile, String(port), account)
  return port
}

const environment = () => ({
  ...process.env,
  LC_ALL: undefined,
  LC_MESSAGES: 'C',
  PGDATA: undefined,
  PGPORT: undefined,
})

/** Starts the server and waits until it takes connections. It has a session of its own, so Ctrl-C is not meant for it. */
export async function startServer(
  cluster: Cluster,
  binaries: Binaries,
  account: Account,
  port: number,
): Promise<{ pid: number }> {
  writeSettings(cluster, port, account)
  try {
    if (statSync(cluster.logFile).size > 10_000_000) truncateSync(cluster.logFile)
  } catch {
    writePrivate(cluster.logFile, '', account)
  }
  const from = statSync(cluster.logFile).size
  const code = await new Promise<number | null>((done, fail) => {
    const args = ['start', '-w', '-s', '-t', String(START_SECONDS), '-D', cluster.data, '-l', cluster.logFile]
    const child = spawn(program(binaries, 'pg_ctl'), args, {
      ...account,
      cwd: '/',
      detached: true,
      stdio: 'ignore',
      env: environment(),
      windowsHide: true,
    })
    child.on('error', fail)
    child.on('exit', done)
  })
  const running = readPostmaster(cluster)
  if (code === 0 && running) return { pid: running.pid }
  const said = readFileSync(cluster.logFile).subarray(from).toString('utf8').trim()
  throw new Error(`PostgreSQL did not start; ${cluster.logFile} says:\n${said.split('\n').slice(-8).join('\n')}`)
}

/** True when the start failed because processes of a killed server have not all gone yet. */
export const isStillLeaving = (error: unknown) =>
  error instanceof Error && /pre-existing shared memory block|lock file .* already exists/.test(error.message)

/** Makes the application's database when it is not there yet. */
export async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  const url = urlOf(cluster, port, 'postgres')
  const found = await ask(url, `SELECT 1 FROM pg_database WHERE datname = '${NAME}'`)
  if (found.length === 0) await ask(url, `CREATE DATABASE ${NAME}`)
}

const stopArgs = (cluster: Cluster) => ['stop', '-m', 'fast', '-w', '-s', '-t', '60', '-D', cluster.data]

/** Stops the server and waits for its end: running statements are cancelled, what was acknowledged is on disk. */
export async function stopServer(cluster: Cluster, binaries: Binaries, account: Account): Promise<void> {
  const running = readPostmaster(cluster)
  await new Promise<void>((done) => {
    const options = { ...account, cwd: '/', stdio: 'ignore', env: environment(), windowsHide: true } as const
    const child = spawn(program(binaries, 'pg_ctl'), stopArgs(cluster), { ...options, detached: true })
    child.on('error', () => done())
    child.on('exit', () => done())
  })
  // pg_ctl waits for the pid file to go, which is a moment before the server ends.
  const deadline = Date.now() + LEAVE_SECONDS * 1000
  while (running && isAlive(running.pid) && Date.now() < deadline) await pause(10)
}

/** As stopServer, for the moment at which a process may no longer wait for anything. */
export function stopServerSync(cluster: Cluster, binaries: Binaries, account: Account): void {
  const options = { ...account, cwd: '/', stdio: 'ignore', env: environment(), windowsHide: true } as const
  // A second Ctrl-C may end pg_ctl, but by then the server has been told, and the next start waits for it to be gone.
  spawnSync(program(binaries, 'pg_ctl'), stopArgs(cluster), options)
}
