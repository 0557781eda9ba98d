import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../../lib/db/embedded/embedded'
import { isAlive } from '../../lib/db/embedded/lock.mjs'
import { Refusal } from '../../lib/db/embedded/refusal'
import { runOn } from './database'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polyquiz-embedded-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let made: string | undefined
afterAll(() => {
  if (made) rmSync(made, { recursive: true, force: true })
})

/** A folder with a cluster that has run before: a copy of one, since making it takes longer than all that is done with it. */
async function folderWithCluster(): Promise<string> {
  if (!made) {
    made = mkdtempSync(join(tmpdir(), 'polyquiz-embedded-'))
    await (await startEmbedded({ folder: made, log: () => {} })).stop()
  }
  const folder = temporaryFolder()
  execFileSync('cp', ['-a', `${made}/.`, folder])
  return folder
}

async function start(folder: string, lines: string[] = []): Promise<Embedded> {
  const server = await startEmbedded({ folder, log: (line) => lines.push(line) })
  cleanups.push(() => server.stop())
  return server
}

async function startInAnotherProcess(folder: string): Promise<{ url: string; parent: ChildProcess }> {
  const script = join(import.meta.dirname, 'embedded-parent.ts')
  const parent = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanups.push(() => parent.kill('SIGKILL'))
  const url = await new Promise<string>((done, fail) => {
    parent.stdout?.once('data', (chunk) => done(String(chunk).trim()))
    parent.once('exit', (code) => fail(new Error(`ended with ${code}`)))
  })
  return { url, parent }
}

async function kill(parent: ChildProcess) {
  const gone = once(parent, 'exit')
  parent.kill('SIGKILL')
  await gone
}

const data = (folder: string) => join(folder, 'postgres', 'data')
const postmasterOf = (folder: string) =>
  Number(readFileSync(join(data(folder), 'postmaster.pid'), 'utf8').split('\n')[0])

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}

/** Kills processes outright; children that notice their parent's death may have left before their turn. */
function killOutright(pids: number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

async function until<T>(what: string, attempt: () => Promise<T>, seconds = 20): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`, { cause: error })
    }
    await pause(50)
  }
}

describe('a new cluster', () => {
  test('speaks UTF-8, keeps every promise to disk, listens on loopback alone and wants a password', async () => {
    const folder = temporaryFolder()
    const { url } = await start(folder)
    const [settings] = await runOn(
      url,
      `SELECT current_setting('server_encoding') AS encoding,
        (SELECT datctype FROM pg_database WHERE datname = current_database()) AS ctype,
        current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
        current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
        current_setting('data_checksums') AS checksums, length('日本語') AS length`,
    )
    expect(settings).toMatchObject({
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      sockets: '',
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      length: 3,
    })
    if (process.platform === 'linux') expect(settings?.ctype).toBe('C.UTF-8')
    const methods = await runOn(url, `SELECT DISTINCT auth_method FROM pg_hba_file_rules`)
    expect(methods).toEqual([{ auth_method: 'scram-sha-256' }])

    const wrong = new URL(url)
    wrong.password = 'password'
    await expect(runOn(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    expect(statSync(join(folder, 'postgres', 'password')).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
  })

  test('is made anew where an earlier start was interrupted', async () => {
    const folder = temporaryFolder()
    const half = join(folder, 'postgres.new-1a2b')
    mkdirSync(join(half, 'data', 'base'), { recursive: true })
    writeFileSync(join(half, 'data', 'PG_VERSION'), '18\n')
    const { url } = await start(folder)
    expect(await runOn(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(existsSync(half)).toBe(false)
  })
})

describe('a cluster that exists', () => {
  test('keeps its rows and its address over a stop and a start', async () => {
    const folder = await folderWithCluster()
    const first = await start(folder)
    await runOn(first.url, `CREATE TABLE note AS SELECT 'kept' AS text`)
    const pid = postmasterOf(folder)
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    const second = await start(folder)
    expect(second.url).toBe(first.url)
    expect(await runOn(second.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  })

  test('can be stopped without the event loop, as a process does when it exits', async () => {
    const folder = await folderWithCluster()
    const first = await start(folder)
    const pid = postmasterOf(folder)
    first.stopSync()
    // The server takes its pid file away a moment before it ends itself.
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    await start(folder)
  })

  test('of another major version is refused with the way out, and left alone', async () => {
    const folder = await folderWithCluster()
    writeFileSync(join(data(folder), 'PG_VERSION'), '17\n')
    const refused = start(folder)
    await expect(refused).rejects.toBeInstanceOf(Refusal)
    await expect(refused).rejects.toThrow(/PostgreSQL 17.*brings PostgreSQL \d\d.*move .* away/s)
    writeFileSync(join(data(folder), 'PG_VERSION'), '18\n')
    await start(folder)
  })

  test('starts although a left postmaster.pid names a living process that is not PostgreSQL', async () => {
    const folder = await folderWithCluster()
    const left = [process.pid, data(folder), 1, 5432, '', '127.0.0.1', '', 'ready', '']
    writeFileSync(join(data(folder), 'postmaster.pid'), left.join('\n'))
    const { url } = await start(folder)
    expect(await runOn(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('is refused to a second process while the first one lives', async () => {
    const folder = await folderWithCluster()
    const { parent } = await startInAnotherProcess(folder)
    await expect(start(folder)).rejects.toThrow(`already running on ${folder} (process ${parent.pid})`)
  })
})

describe('after a kill', () => {
  test('of the parent, the server left behind is adopted with its rows, and supervised', async () => {
    const folder = await folderWithCluster()
    const { url, parent } = await startInAnotherProcess(folder)
    await runOn(url, `CREATE TABLE note AS SELECT 'kept' AS text`)
    const pid = postmasterOf(folder)
    await kill(parent)
    expect(isAlive(pid)).toBe(true)

    const lines: string[] = []
    const adopted = await start(folder, lines)
    expect(adopted.url).toBe(url)
    expect(postmasterOf(folder)).toBe(pid)
    expect(lines.join('\n')).toMatch(/still running from last time/)
    expect(await runOn(adopted.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])

    process.kill(pid, 'SIGKILL')
    await until('the adopted server is restarted', async () => {
      expect(await runOn(url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
      expect(postmasterOf(folder)).not.toBe(pid)
    })
  })

  test('of parent and server, the next start loses nothing and needs no hand', async () => {
    const folder = await folderWithCluster()
    const { url, parent } = await startInAnotherProcess(folder)
    await runOn(url, `CREATE TABLE note AS SELECT 'kept' AS text`)
    const pid = postmasterOf(folder)
    const all = [pid, ...childrenOf(pid)]
    await kill(parent)
    killOutright(all)
    const again = await start(folder)
    expect(await runOn(again.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  })

  test.runIf(process.platform === 'linux')(
    'of every server process under writes, the server comes back at its address with all that was acknowledged',
    async () => {
      const folder = await folderWithCluster()
      const lines: string[] = []
      const { url } = await start(folder, lines)
      await runOn(url, 'CREATE TABLE tally (n int PRIMARY KEY)')
      const writer = new Client({ connectionString: url })
      writer.on('error', () => {})
      await writer.connect()
      let acknowledged = 0
      const pid = postmasterOf(folder)
      const writing = (async () => {
        for (;;) {
          await writer.query('INSERT INTO tally VALUES ($1)', [acknowledged + 1])
          acknowledged++
        }
      })().catch(() => {})
      await until('the writer is at work', async () => expect(acknowledged).toBeGreaterThan(100))
      killOutright([pid, ...childrenOf(pid)])
      await writing
      const rows = await until('the server is back', () => runOn(url, 'SELECT n FROM tally ORDER BY n'))
      // The statement in flight may have reached the disk without its acknowledgement.
      expect([acknowledged, acknowledged + 1]).toContain(rows.length)
      await until('the terminal says so', async () => expect(lines.join('\n')).toMatch(/has died.*is back after/s))
    },
  )
})

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('as root', () => {
  test('the data moves to where the server can enter when the folder lies in a private one, and is found again', async () => {
    const project = temporaryFolder()
    chmodSync(project, 0o700)
    const folder = join(project, '.data')
    const lines: string[] = []
    const first = await start(folder, lines)
    const place = readFileSync(join(folder, 'place'), 'utf8').trim()
    cleanups.unshift(() => rmSync(place, { recursive: true, force: true }))
    expect(place).toMatch(/^\/var\/lib\/polyquiz\/[0-9a-f]{12}$/)
    expect(lines.join('\n')).toContain(`the data goes to ${place}`)
    await runOn(first.url, `CREATE TABLE note AS SELECT 'kept' AS text`)
    await first.stop()
    const second = await start(folder)
    expect(await runOn(second.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
    await second.stop()

    rmSync(place, { recursive: true })
    await expect(start(folder)).rejects.toThrow(/kept in .* which is gone/)
  })
})
