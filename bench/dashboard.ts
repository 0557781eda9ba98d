import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { disconnect } from '../lib/db/client'
import { startEmbedded } from '../lib/db/embedded/embedded'
import { migrate } from '../lib/db/migrate'
import { getOrCreateSecret } from '../lib/db/secret'
import { createPerson, createSessionCookie } from '../tests/factories/people'
import { draftQuestion, publishDraft, quizDraft } from '../tests/factories/quizzes'
import { freePort, root, start, temporaryFolder, untilHealthy } from '../tests/product'
import { startCountingProxy } from './counting-proxy'
import { type Measured, median, quantile, round } from './measure'

const TOPICS = ['benchmarking', 'gpu-selection', 'networking', 'storage', 'observability', 'security'] as const
const QUIZZES = 20
const QUESTIONS = 25
const PEOPLE = 200
/** Answers of each person in the other teams: enough for the tables to be long, and for a few minutes. */
const FEW = 5
const TEAMS = 1000
const EXPORTED = 1_000_000
const TIMES = 60

/**
 * What a manager's page of a team costs: 200 people with 100,000 answers, first alone and then in a company of 1,000 such
 * teams, asked over HTTP, with every statement counted on its way to PostgreSQL; and how much memory a server takes that
 * writes a table of a million rows.
 */
export async function run(): Promise<Measured> {
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  say('building the product ...')
  execFileSync(process.execPath, ['bin/start.mjs', '--build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const place = temporaryFolder()
  const server = await startEmbedded({ folder: place.folder, log: say })
  const stops: (() => Promise<unknown>)[] = [() => server.stop()]
  try {
    await migrate(server.url)
    process.env.DATABASE_URL = server.url
    for (let quiz = 0; quiz < QUIZZES; quiz++)
      await publishDraft(
        quizDraft({
          questions: Array.from({ length: QUESTIONS }, (_, index) =>
            draftQuestion({
              externalId: `bench-${quiz}/q${index + 1}`,
              topics: [TOPICS[(quiz + index) % TOPICS.length] ?? ''],
            }),
          ),
        }),
      )
    const client = new Client({ connectionString: server.url })
    await client.connect()
    stops.push(() => client.end())
    await prepare(client)
    const manager = await createPerson({ teams: { 'team-0': 'manager', exported: 'manager' } })

    const proxy = await startCountingProxy(server.url)
    stops.push(async () => proxy.close())
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const product = start({ DATABASE_URL: proxy.url, PORT: String(port) })
    stops.push(async () => {
      product.process.kill('SIGTERM')
      await product.ended
    })
    await untilHealthy(port, product)
    process.env.NEXTAUTH_URL = origin
    process.env.NEXTAUTH_SECRET = await getOrCreateSecret()
    const { name, value } = await createSessionCookie(manager.personId)
    const headers = { cookie: `${name}=${value}` }
    const open = async () => {
      const [before, began] = [proxy.count(), performance.now()]
      const reply = await fetch(`${origin}/en/teams/team-0`, { headers })
      await reply.text()
      if (reply.status !== 200) throw new Error(`${reply.status} from ${reply.url}`)
      return { ms: performance.now() - began, statements: proxy.count() - before }
    }
    const measure = async () => {
      for (let index = 0; index < 5; index++) await open()
      const samples = []
      for (let index = 0; index < TIMES; index++) samples.push(await open())
      return samples
    }

    say(`a team of ${PEOPLE} people with ${PEOPLE * QUIZZES * QUESTIONS} answers ...`)
    await fill(client, 0, 0, QUIZZES, QUESTIONS)
    const alone = await measure()
    say(`a company of ${TEAMS} teams ...`)
    await fill(client, 1, TEAMS - 1, 1, FEW)
    const company = await measure()

    say(`${EXPORTED} results ...`)
    await fillExported(client)
    const peaks: Record<string, number> = {}
    for (const format of ['csv', 'xlsx'] as const) {
      const download = async (kind: string) => {
        const reply = await fetch(`${origin}/api/teams/exported/export?kind=${kind}&format=${format}`, { headers })
        let bytes = 0
        for await (const piece of reply.body ?? []) bytes += piece.length
        return bytes
      }
      await download('progress')
      const pids = serversOf(product.pid)
      const before = pids.map((pid) => resetPeak(pid))
      const bytes = await download('results')
      if (bytes < 1_000_000) throw new Error(`The file has ${bytes} bytes only.`)
      peaks[format] = Math.max(...pids.map((pid, index) => peakOf(pid) - (before[index] ?? 0)))
    }

    const ms = (samples: { ms: number }[]) => samples.map((sample) => sample.ms)
    return {
      bench: 'dashboard',
      figures: {
        statements: median(company.map((sample) => sample.statements)),
        p50_ms: round(quantile(ms(company), 0.5)),
        p95_ms: round(quantile(ms(company), 0.95)),
        p95_ratio_company_to_team: round(quantile(ms(company), 0.95) / quantile(ms(alone), 0.95)),
        export_peak_mb: round(Math.max(...Object.values(peaks))),
      },
      notes: [
        `The team has ${PEOPLE} members with ${PEOPLE * QUIZZES * QUESTIONS} answers to ${QUIZZES * QUESTIONS} questions; the page shows 50 of them.`,
        `The other ${TEAMS - 1} teams have ${PEOPLE} people with one attempt of ${FEW} answers each, ${(TEAMS - 1) * PEOPLE * FEW} in all: as many answers as`,
        'in the first would take a hundred million rows. A page reads its own team by indexes whatever stands beside it.',
        `Alone: p50 ${round(quantile(ms(alone), 0.5))} ms, p95 ${round(quantile(ms(alone), 0.95))} ms, ${median(alone.map((sample) => sample.statements))} statements; the median, since jobs may ask something meanwhile.`,
        `Export of ${EXPORTED} results: ${Object.entries(peaks)
          .map(([format, peak]) => `${format} ${round(peak)} MB`)
          .join(', ')} above what the server held before.`,
      ],
    }
  } finally {
    await disconnect()
    for (const stop of stops.reverse()) await stop()
    place.remove()
  }
}

/** Chance and ids by number, and the questions by quiz and position. */
async function prepare(client: Client): Promise<void> {
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'`)
  await client.query(`
    CREATE FUNCTION pg_temp.chance(number bigint, what int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
      $$ SELECT (hashint8extended(number, what) & 1048575) / 1048576.0::float8 $$;
    CREATE FUNCTION pg_temp.nth(what int, number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
      $$ SELECT (lpad(to_hex(what), 8, '0') || lpad(to_hex(number), 24, '0'))::uuid $$;
    CREATE TEMPORARY TABLE item AS
    SELECT dense_rank() OVER (ORDER BY quiz_item.quiz_id) - 1 AS quiz, quiz_item.quiz_id, quiz_item.position,
      quiz_item.question_id, version.id AS version_id,
      (SELECT id FROM translation WHERE version_id = version.id LIMIT 1) AS translation_id,
      ARRAY(SELECT option_id FROM version_option WHERE version_id = version.id ORDER BY position) AS options
    FROM quiz_item JOIN question_version AS version ON version.question_id = quiz_item.question_id`)
}

/** Teams from one number to another, each of 200 people with attempts at so many quizzes, and so many answers in each. */
async function fill(client: Client, from: number, to: number, quizzes: number, answers: number): Promise<void> {
  const all = [from, to] as const
  await client.query(
    `INSERT INTO team (id, slug, name) SELECT pg_temp.nth(2, n), 'team-' || n, 'Team ' || n
     FROM generate_series($1::bigint, $2) AS n ON CONFLICT DO NOTHING`,
    [...all],
  )
  await client.query(
    `INSERT INTO person (id, email, name, content_locales) SELECT pg_temp.nth(1, n), n || '@people.test', 'Person ' || n, '{en}'
     FROM generate_series($1::bigint * ${PEOPLE}, ($2::bigint + 1) * ${PEOPLE} - 1) AS n`,
    [...all],
  )
  await client.query(
    `INSERT INTO membership (id, team_id, person_id)
     SELECT pg_temp.nth(3, n), (SELECT id FROM team WHERE slug = 'team-' || n / ${PEOPLE}), pg_temp.nth(1, n)
     FROM generate_series($1::bigint * ${PEOPLE}, ($2::bigint + 1) * ${PEOPLE} - 1) AS n`,
    [...all],
  )
  await client.query(
    `INSERT INTO attempt (id, person_id, quiz_id, mode, number, started_at, ended_at, ended, reveals_at, reviewed_at, settings,
       seed, locale, counts, score_num, score_den, passed)
     SELECT pg_temp.nth(4, n * ${QUIZZES} + quiz), pg_temp.nth(1, n), quiz_id, 'exam', 1, ended_at, ended_at, 'submitted', ended_at,
       ended_at, '{"passNum": 7, "passDen": 10, "reveal": "end", "revealAt": null}', '', 'en', true, 15, ${QUESTIONS}, false
     FROM generate_series($1::bigint * ${PEOPLE}, ($2::bigint + 1) * ${PEOPLE} - 1) AS n
     JOIN (SELECT DISTINCT quiz, quiz_id FROM item) AS quiz ON (quiz.quiz + n) % ${QUIZZES} < $3,
     LATERAL (SELECT app_now() - pg_temp.chance(n * ${QUIZZES} + quiz, 1) * interval '200 days' AS ended_at) AS time`,
    [...all, quizzes],
  )
  await client.query(
    `INSERT INTO answer (attempt_id, question_id, position, version_id, option_order, picks, seq, saved_at, translation_id, locale,
       award_num, award_den, answered_on)
     SELECT attempt.id, question_id, position, version_id, options, options[1:1], 1, attempt.ended_at, translation_id, 'en',
       (pg_temp.chance(hashtextextended(attempt.id::text, position), 2) < 0.6)::int, 1, attempt.ended_at::date
     FROM attempt JOIN item ON item.quiz_id = attempt.quiz_id AND item.position <= $3
     WHERE attempt.person_id BETWEEN pg_temp.nth(1, $1::bigint * ${PEOPLE}) AND pg_temp.nth(1, ($2::bigint + 1) * ${PEOPLE} - 1)`,
    [...all, answers],
  )
  await client.query('ANALYZE')
}

/** A team of 200 people with a million whole attempts, without answers: a table of results reads none. */
async function fillExported(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO person (id, email, name, content_locales) SELECT pg_temp.nth(7, n), 'x' || n || '@people.test', '人 ' || n, '{en}'
     FROM generate_series(1, ${PEOPLE}) AS n`,
  )
  await client.query(
    `INSERT INTO membership (id, team_id, person_id)
     SELECT pg_temp.nth(8, n), (SELECT id FROM team WHERE slug = 'exported'), pg_temp.nth(7, n) FROM generate_series(1, ${PEOPLE}) AS n`,
  )
  await client.query(
    `INSERT INTO attempt (id, person_id, quiz_id, mode, number, started_at, ended_at, ended, settings, seed, locale, counts,
       score_num, score_den, passed)
     SELECT pg_temp.nth(9, n), pg_temp.nth(7, 1 + n % ${PEOPLE}), quiz_id, 'exam', 1 + n / ${PEOPLE * QUIZZES}, app_now(), app_now(),
       'submitted', '{}', '', 'en', n / ${PEOPLE * QUIZZES} = 0, n % 7, 7, false
     FROM generate_series(0, ${EXPORTED - 1}) AS n JOIN (SELECT DISTINCT quiz, quiz_id FROM item) AS quiz
       ON quiz.quiz = n / ${PEOPLE} % ${QUIZZES}`,
  )
  await client.query('ANALYZE')
}

/** The processes of the product, itself and those below it. */
function serversOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return [pid, ...children.flatMap(serversOf)]
}

const memoryOf = (pid: number, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Lets the peak of a process begin anew (Linux); returns what it holds now, in MB. */
function resetPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return memoryOf(pid, 'VmRSS')
}

const peakOf = (pid: number) => memoryOf(pid, 'VmHWM')
