import { type ChildProcess, fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { disconnect } from '../lib/db/client'
import { startEmbedded } from '../lib/db/embedded/embedded'
import { choosePlace, homeOf } from '../lib/db/embedded/place'
import { migrate } from '../lib/db/migrate'
import { temporaryFolder } from '../tests/product'
import { PAGES, type Task, type TaskReport, type What } from './boards/asker'
import { foundCompany, publishQuizzes } from './boards/company'
import { explaining, type Plan, readPlans } from './boards/plans'
import { nextMessage } from './load'
import { type Measured, medianOf, quantile, type Round, ratioOf, round, takeTurns } from './measure'

const SIZES = ['1000', '30000', '1000000'] as const
const [LEAST, , MOST] = SIZES
const TURNS = 9
/** Calls of a round. */
const TIMES: Record<What, number> = {
  firstPage: 100,
  myPlace: 100,
  teamBoard: 100,
  topicBoard: 100,
  choices: 20,
  submit: 20,
}
/** A page has been asked this often before it is explained, so that its statements have the plans that they keep. */
const EXPLAINED_AFTER = 12

type Size = (typeof SIZES)[number]
type Turns = Partial<Record<Size, Round[]>>

/**
 * What boards cost with a thousand, thirty thousand and a million people: the four pages, and the submit that keeps them.
 * Each size has a database of its own on one server, and a process of its own that asks it as the product does; all sizes
 * take turns.
 */
export async function run(): Promise<Measured> {
  const place = temporaryFolder()
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  const server = await startEmbedded({ folder: place.folder, log })
  const addressOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const askers: ChildProcess[] = []
  const startAsker = (url: string) => {
    const asker = fork(join(import.meta.dirname, 'boards', 'asker.ts'), { env: { ...process.env, DATABASE_URL: url } })
    askers.push(asker)
    return asker
  }
  try {
    await foundCompanies(server.url, addressOf)
    const bySize = new Map(SIZES.map((size) => [size, startAsker(addressOf(`company_${size}`))]))
    const measure = (what: What) => {
      log(`measuring ${nameOf(what)} ...`)
      const contenders = [...bySize].map(([size, asker]) => [size, () => ask(asker, { what, times: TIMES[what] })])
      return takeTurns<Size>(Object.fromEntries(contenders), TURNS)
    }
    const measured = new Map<What, Turns>()
    for (const what of [...PAGES, 'submit'] as const) measured.set(what, await measure(what))

    const logFile = join(homeOf(choosePlace(place.folder, log).folder), 'server.log')
    const explained = startAsker(explaining(addressOf(`company_${MOST}`)))
    const plans = new Map<What, Plan[]>()
    for (const what of [...PAGES, 'submit'] as const) {
      await ask(explained, { what, times: EXPLAINED_AFTER })
      const from = statSync(logFile).size
      await ask(explained, { what, times: 1 })
      plans.set(what, readPlans(logFile, from))
    }
    return { bench: 'boards', figures: figuresOf(measured), notes: notesOf(plans) }
  } finally {
    for (const asker of askers) asker.kill()
    await server.stop()
    place.remove()
  }
}

/** Makes a company of every size, each a copy of one database that has the quizzes. */
async function foundCompanies(url: string, addressOf: (name: string) => string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // Nothing is gained by waiting for the disk while the data is made.
    await setDurable(client, false)
    await client.query('CREATE DATABASE quizzes')
    const quizzes = addressOf('quizzes')
    await migrate(quizzes)
    process.env.DATABASE_URL = quizzes
    await publishQuizzes()
    await disconnect()
    const submits = (TURNS + 1) * TIMES.submit + EXPLAINED_AFTER + 1
    for (const size of SIZES) {
      await client.query(`CREATE DATABASE company_${size} TEMPLATE quizzes STRATEGY FILE_COPY`)
      await foundCompany(addressOf(`company_${size}`), Number(size), submits)
    }
    await setDurable(client, true)
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}

async function setDurable(client: Client, isDurable: boolean): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes'])
    await client.query(isDurable ? `ALTER SYSTEM RESET ${setting}` : `ALTER SYSTEM SET ${setting} = off`)
  await client.query(isDurable ? 'ALTER SYSTEM RESET max_wal_size' : `ALTER SYSTEM SET max_wal_size = '16GB'`)
  await client.query('SELECT pg_reload_conf()')
}

async function ask(asker: ChildProcess, task: Task): Promise<Round> {
  asker.send(task)
  const report = await nextMessage<TaskReport>(asker)
  if ('failure' in report) throw new Error(report.failure)
  const { latencies } = report
  const total = latencies.reduce((sum, each) => sum + each, 0)
  return {
    perSecond: (latencies.length * 1000) / total,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
  }
}

const nameOf = (what: What) => what.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function figuresOf(measured: ReadonlyMap<What, Turns>): Record<string, number> {
  const ratio = (what: What, figure: 'p50' | 'p95') => {
    const turns = measured.get(what) ?? {}
    return round(ratioOf(turns[MOST] ?? [], turns[LEAST] ?? [], figure))
  }
  const figures: Record<string, number> = {
    p95_ratio_million_to_thousand: Math.max(...PAGES.map((what) => ratio(what, 'p95'))),
    submit_ratio_million_to_thousand: ratio('submit', 'p50'),
    submit_p95_ratio_million_to_thousand: ratio('submit', 'p95'),
  }
  for (const what of PAGES) figures[`${nameOf(what)}_p95_ratio`] = ratio(what, 'p95')
  for (const [what, turns] of measured)
    for (const size of SIZES)
      for (const figure of ['p50', 'p95'] as const)
        figures[`${nameOf(what)}_${figure}_ms_${size}`] = round(medianOf(turns[size] ?? [], figure))
  return figures
}

function notesOf(plans: ReadonlyMap<What, readonly Plan[]>): string[] {
  return [
    `The product's own queries and command, one call after the other, each by someone drawn at random from all who are shown: everyone's board from its top (first_page) and from the asker's own place downwards (my_place), a board of a team of theirs and of a topic, all for all time and all with the asker's place among its neighbours; choices lists what boards there are.`,
    `A round of warm-up, then ${TURNS} rounds in turn over the sizes, of ${TIMES.firstPage} calls (choices and submits ${TIMES.submit}); medians over the rounds; ratios are medians of the ratios within a turn. p95_ratio_million_to_thousand is the worst of the pages' p95; submit_ratio_million_to_thousand is of the p50.`,
    `Processes and PostgreSQL share ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}; Node ${process.versions.node}.`,
    ...[...plans].flatMap(([what, statements]) => [
      `Plans of ${nameOf(what)} with ${Number(MOST).toLocaleString('en')} people, as executed; each node with the rows of all its loops:`,
      ...statements.map(
        ({ statement, milliseconds, plan }) => `  ${milliseconds} ms: ${statement.slice(0, 60)} ... ${plan}`,
      ),
    ]),
  ]
}
