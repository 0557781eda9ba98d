// Starts Polyquiz: database, migrations, content, then Next's server, all in this process. `npm start` imports the
// bundle of this file; the container image runs it directly.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { actAs, operator } from '../lib/access/viewer'
import { disconnect } from '../lib/db/client'
import { type Embedded, startEmbedded } from '../lib/db/embedded/embedded'
import { Refusal } from '../lib/db/embedded/refusal'
import { checkServer, migrate, UnfitServerError } from '../lib/db/migrate'
import { getOrCreateSecret } from '../lib/db/secret'
import { ContentError, loadContent } from '../lib/exchange/content'
import { ensureSetupLink } from '../lib/person/commands/invitations'
import { seedCast } from '../prisma/seed/cast'
import { checkDatabaseUrl, withoutSecret } from './database-url'
import { choosePort, readPort } from './port'

/** How long requests in flight may take when the application is stopped. */
const DRAIN_MS = 8000

const began = Date.now()
const say = (line: string) => console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s] ${line}`)

const here = dirname(fileURLToPath(import.meta.url))
/** The finished application has what it needs beside this file; while developing, that is the project's folder. */
const isBuilt = existsSync(join(here, 'server.js'))
// Deprecations are for who builds this, not for who runs it: Prisma's own use of `pg` causes one at every first start.
process.noDeprecation = isBuilt
const assets = isBuilt ? here : join(here, '..')
const project = process.cwd()

let embedded: Embedded | null = null
let isServing = false
let isInterrupted = false

function interrupt(signal: NodeJS.Signals) {
  if (isInterrupted) process.exit(0)
  isInterrupted = true
  console.log()
  say(isServing ? 'stopping: finishing requests, then the database' : 'stopping')
  if (isServing) {
    // Next finishes what is in flight and exits; what never ends must not keep us.
    setTimeout(() => process.exit(0), DRAIN_MS).unref()
    // It knows nothing of a closed terminal.
    if (signal === 'SIGHUP') process.kill(process.pid, 'SIGTERM')
  }
}

function takeCareOfTheEnd() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  process.on('exit', () => {
    embedded?.stopSync()
    // Stopping when asked to is no failure, although Next reports the signal's number.
    if (isInterrupted) process.exitCode = 0
  })
}

/** Between two steps of the start: ends here when it was interrupted meanwhile. */
function goOn() {
  if (isInterrupted) process.exit(0)
}

async function openDatabase(): Promise<string> {
  const given = process.env.DATABASE_URL
  const folder = resolve(process.env.POLYQUIZ_DATA || join(project, '.data'))
  // Next's server moves to the folder of what was built.
  process.env.POLYQUIZ_DATA = folder
  if (given) {
    await checkDatabaseUrl(given)
    await checkServer(given)
    say(`using the PostgreSQL at ${withoutSecret(given)}`)
    return given
  }
  say(`starting PostgreSQL on ${folder}`)
  embedded = await startEmbedded({ folder, log: say, project })
  process.env.DATABASE_URL = embedded.url
  process.env.POLYQUIZ_DEMO = '1'
  return embedded.url
}

async function serve() {
  const isDemo = !process.env.DATABASE_URL
  // A demo has sign-ins that everybody can read: nobody but this machine may reach it. HOSTNAME is not asked, since
  // containers set it to their own name.
  const host = isDemo ? '127.0.0.1' : process.env.HOST || '127.0.0.1'
  const wanted = readPort(process.env.PORT)

  const url = await openDatabase()
  goOn()
  const { applied } = await migrate(url, join(assets, 'prisma', 'migrations'))
  if (applied.length > 0) say(`applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`)
  goOn()
  const { loaded } = await actAs(operator, () => loadContent(join(assets, 'content')))
  if (loaded.length > 0) say(`loaded ${loaded.length} quiz${loaded.length === 1 ? '' : 'zes'} from content/`)
  goOn()
  const port = await choosePort(wanted, host, isDemo)
  if (port !== wanted) say(`port ${wanted} is taken; taking ${port}`)

  const address = `http://localhost:${port}`
  process.env.PORT = String(port)
  process.env.HOSTNAME = host
  process.env.NEXTAUTH_URL ||= address
  process.env.NEXTAUTH_SECRET ||= await getOrCreateSecret()
  const people = isDemo ? await actAs(operator, seedCast) : []
  const setupToken = isDemo ? null : await actAs(operator, ensureSetupLink)
  // Next's own copy of Prisma opens its own connections; classes of this copy would not be known to it.
  await disconnect()
  goOn()

  isServing = true
  const { log } = console
  // Next announces itself under another address than the one that sign-in works with; errors still come through.
  if (isBuilt) console.log = () => {}
  await (isBuilt ? startBuilt() : startDevelopment(host, port))
  await untilAnswering(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/api/health`)
  console.log = log
  goOn()

  say(`Polyquiz is ready: ${process.env.NEXTAUTH_URL}`)
  if (people.length > 0) {
    const width = Math.max(...people.map(({ email }) => email.length))
    console.log('\n  Demo sign-ins, for this machine only:')
    for (const { email, password, about } of people) console.log(`    ${email.padEnd(width)}  ${password}  ${about}`)
  }
  if (setupToken) {
    console.log('\n  Make the first administrator here (the link works once, for a day):')
    console.log(`    ${process.env.NEXTAUTH_URL}/invitation/${setupToken}`)
  }
  if (host === '127.0.0.1' && !isDemo) {
    console.log('\n  Only this machine can reach it. To serve others, put a proxy before it or set HOST=0.0.0.0.')
  }
  console.log('\n  Stop with Ctrl-C.\n')
}

/** Next's server starts by being imported and does not say when it listens. */
async function untilAnswering(address: string) {
  const deadline = Date.now() + 120_000
  for (;;) {
    try {
      await (await fetch(address, { signal: AbortSignal.timeout(10_000) })).arrayBuffer()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(50)
    }
  }
}

async function startBuilt() {
  await import(pathToFileURL(join(here, 'server.js')).href)
}

async function startDevelopment(host: string, port: number) {
  const { spawn } = await import('node:child_process')
  const next = join(project, 'node_modules', 'next', 'dist', 'bin', 'next')
  const child = spawn(process.execPath, [next, 'dev', '-H', host, '-p', String(port)], {
    stdio: 'inherit',
    cwd: project,
  })
  child.on('exit', (code) => process.exit(code ?? 0))
  process.on('SIGTERM', () => child.kill())
}

process.env.NEXT_TELEMETRY_DISABLED = '1'
takeCareOfTheEnd()
serve().catch((error: unknown) => {
  if (isInterrupted) process.exit(0)
  const isForThePerson = [Refusal, UnfitServerError, ContentError].some((kind) => error instanceof kind)
  console.error(isForThePerson ? `\n${(error as Error).message}` : error)
  process.exit(1)
})
