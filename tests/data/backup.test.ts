import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { reportProblem } from '@/lib/attempt/commands/report-problem'
import { createBackup, restoreBackup } from '@/lib/backup/commands'
import { rebuildBoards } from '@/lib/board/commands/rebuild-boards'
import { backupHeader, END_OF_ROWS, type Tally } from '@/lib/db/backup/format'
import { checkBackup, restoreBackup as restoreInto } from '@/lib/db/backup/restore'
import { begin, copyRows, listTables } from '@/lib/db/backup/tables'
import { writeBackup } from '@/lib/db/backup/write'
import { db, disconnect } from '@/lib/db/client'
import { migrate } from '@/lib/db/migrate'
import { saveQuestion } from '@/lib/question/commands/save-question'
import { readQuestions, saveChoice, startQuiz, takeQuiz } from '../factories/attempts'
import { writeHistory } from '../factories/history'
import { createViewer } from '../factories/people'
import { createQuiz, saveDraft } from '../factories/quizzes'
import { unique } from '../factories/unique'
import { createTestDatabase, runOn, type TestDatabase } from './database'

const folder = mkdtempSync(join(tmpdir(), 'polyquiz-backup-'))
const file = (name: string) => join(folder, `${name}-${randomUUID()}.gz`)
const made: TestDatabase[] = []

afterAll(async () => {
  await disconnect()
  for (const database of made) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A database of its own that the product's one door leads to. */
async function use(database: TestDatabase): Promise<string> {
  made.push(database)
  await disconnect()
  process.env.DATABASE_URL = database.url
  return database.url
}

/** A database without a single table. */
async function emptyDatabase(): Promise<TestDatabase> {
  const name = unique('empty').replaceAll('-', '_')
  await runOn(inject('adminUrl'), `CREATE DATABASE ${name}`)
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  const database = {
    url: url.href,
    drop: async () => {
      await runOn(inject('adminUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
  made.push(database)
  return database
}

/** What every table of a database holds now, as a backup counts it. */
async function tallies(url: string): Promise<Tally[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await begin(client, 'READ ONLY')
    const found: Tally[] = []
    for (const table of await listTables(client)) found.push(await copyRows(client, table))
    return found
  } finally {
    await client.end()
  }
}

const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)

/** Texts that COPY has to write with care. */
const AWKWARD = ['\\.', 'tab\tand\nlines\n\\.\n', '\\N', '日本語 “”', ''] as const

/** A company with months of history: what the drill loses and gets back. */
async function fill(): Promise<{ member: Viewer; slug: string; open: string }> {
  const { slug } = await createQuiz({ questions: 6, locales: ['en', 'ja'] })
  const other = await createQuiz({ questions: 3 })
  // A new draft beside what is published.
  await saveDraft({ ...other, questions: other.questions.map((question) => ({ ...question, key: ['c'] })) })
  const member = await createViewer({ teams: { [unique('team')]: 'member' } })
  for (const name of AWKWARD.slice(0, 4)) await createViewer({ name, role: 'admin' })
  await writeHistory((await createViewer()).personId, slug, '2026-11-30')
  await takeQuiz(member, other.slug, ['right', ['a']])
  const open = await startQuiz(member, slug)
  const [question] = await readQuestions(open)
  await saveChoice(member, open, question, { picks: [question?.options.a ?? ''] })
  for (const text of AWKWARD.slice(0, 4))
    await actAs(member, () => reportProblem({ attemptId: open, position: 1 }, question?.translationIds.ja ?? '', text))
  const [asked] = other.questions
  const { id: questionId } = await db().question.findUniqueOrThrow({ where: { externalId: asked?.externalId ?? '' } })
  const stem = asked?.words.en?.stem ?? ''
  await actAs(operator, () =>
    saveQuestion(questionId, [{ part: 'words', locale: 'en', field: 'stem', base: stem, value: `${stem} now` }]),
  )
  // A row far longer than what is read at once.
  const bytes = randomBytes(2_000_000)
  await db().asset.create({
    data: { id: randomUUID(), sha256: 'x', type: 'image/png', width: 1, height: 1, bytes },
  })
  const [topic] = await db().topic.findMany({ take: 1 })
  await db().$executeRaw`
    WITH given AS (
      INSERT INTO assignment (id, person_id, due_zone) VALUES (gen_random_uuid(), ${member.personId}::uuid, 'Asia/Tokyo') RETURNING id
    ), about AS (
      INSERT INTO assignment_topic (assignment_id, topic_id) SELECT id, ${topic?.id}::uuid FROM given
    ), later AS (
      INSERT INTO due_extension (assignment_id, person_id, due_on, due_at)
      SELECT id, ${member.personId}::uuid, '2026-03-29', end_of_day('2026-03-29', 'Asia/Tokyo') FROM given
    ), seen AS (INSERT INTO mail_run (kind, zone, day) VALUES ('reminder', 'Asia/Tokyo', '2026-03-22')
    ), mail AS (
      INSERT INTO outbox (id, kind, dedupe_key, person_id, payload, text)
      VALUES (gen_random_uuid(), 'reminder', 'drill', ${member.personId}::uuid, '{}', ${AWKWARD[1]}) RETURNING id)
    INSERT INTO reminder (assignment_id, person_id, due_at, stage, outbox_id)
    SELECT given.id, ${member.personId}::uuid, app_now(), 'week_before', mail.id FROM given, mail`
  return { member, slug, open }
}

test('a database is lost under load, and comes back as it was in every table, and people go on', async () => {
  await use(await createTestDatabase())
  const { member, slug, open } = await fill()
  const backup = file('drill')

  // People start, answer and finish until the backup is there.
  let isDone = false
  let finished = 0
  const people = await Promise.all([1, 2, 3].map(() => createViewer()))
  const load = people.map(async (person) => {
    while (!isDone) {
      await takeQuiz(person, slug, ['right', 'right', 'blank'])
      finished++
    }
  })
  while (finished < 3) await Promise.race([...load, new Promise((done) => setImmediate(done))])
  const before = finished
  const written = await asOperator(() => createBackup(backup, '1.2.3'))
  isDone = true
  await Promise.all(load)
  expect(finished).toBeGreaterThan(before)
  expect(statSync(backup).mode & 0o077).toBe(0)
  expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])

  const { header, tables } = await checkBackup(backup)
  expect(header.product).toBe('1.2.3')
  expect(tables).toEqual(written)
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  expect(rowsOf('attempt')).toBeGreaterThan(150)
  for (const { name, rows } of tables) if (!UNFILLED.includes(name)) expect(rows, `rows of ${name}`).toBeGreaterThan(0)

  await disconnect()
  await made.pop()?.drop()
  const target = await emptyDatabase()
  await use(target)
  const { tables: restored } = await asOperator(() => restoreBackup(backup, { replace: false }))
  expect(restored).toEqual(written.map((tally) => ({ ...tally, wanted: tally.sha256 })))
  expect(await tallies(target.url)).toEqual(written)

  // It was one instant: boards are those of the results beside them.
  expect((await asOperator(() => rebuildBoards({ write: false }))).total).toBe(0)
  // What must not change cannot be changed, as before.
  await expect(db().$executeRaw`DELETE FROM audit_event`).rejects.toThrow('append-only')
  await expect(db().$executeRaw`UPDATE question_version SET number = 9`).rejects.toThrow('immutable')
  // And the attempt that ran goes on where it was.
  const [first, second] = await readQuestions(open)
  const picks = [first?.options.b ?? '']
  expect(await saveChoice(member, open, first, { picks, number: 2 })).toMatchObject({ status: 'saved' })
  expect(await saveChoice(member, open, second, { picks: second?.key ?? [] })).toMatchObject({ status: 'saved' })
  expect(await actAs(member, () => submitAttempt(open))).toMatchObject({ status: 'submitted' })
}, 120_000)

/** Tables in which the company of this test has nothing. */
const UNFILLED = [
  'allowance',
  'asset_alt',
  'credential',
  'finding',
  'import_run',
  'imported_question',
  'invitation',
  'pool',
  'rate_limit',
  'review_card',
  'review_log',
  'setting',
]

describe('a small backup', () => {
  let backup: string
  let text: string
  beforeAll(async () => {
    await use(await createTestDatabase())
    await createViewer({ name: 'Robin' })
    await createQuiz({ questions: 1 })
    backup = file('small')
    await asOperator(() => createBackup(backup, '1.2.3'))
    text = gunzipSync(readFileSync(backup)).toString('utf8')
  })

  test('goes into a database that has been migrated and nothing else', async () => {
    const target = await createTestDatabase()
    made.push(target)
    await restoreInto(target.url, backup, { replace: false })
    expect(await tallies(target.url)).toEqual((await checkBackup(backup)).tables)
  })

  test('goes where something is only when asked to, and then instead of all of it', async () => {
    const target = await createTestDatabase()
    await use(target)
    await createViewer({ name: 'Someone else' })
    const before = await tallies(target.url)
    await expect(restoreInto(target.url, backup, { replace: false })).rejects.toThrow(
      /not empty: there are rows in .*person.*--replace/,
    )
    expect(await tallies(target.url)).toEqual(before)
    await restoreInto(target.url, backup, { replace: true })
    expect(await tallies(target.url)).toEqual((await checkBackup(backup)).tables)
  })

  test('keeps the values of sequences, should there be any', async () => {
    const [source, target] = [await createTestDatabase(), await createTestDatabase()]
    made.push(source, target)
    for (const { url } of [source, target]) await runOn(url, 'CREATE SEQUENCE counter')
    await runOn(source.url, `SELECT setval('counter', 41)`)
    const copy = file('sequence')
    await writeBackup(source.url, copy, '1')
    await restoreInto(target.url, copy, { replace: false })
    expect(await runOn(target.url, `SELECT nextval('counter')`)).toEqual([{ nextval: '42' }])
  })

  test('never takes the place of another file', async () => {
    const before = readFileSync(backup)
    await expect(writeBackup(process.env.DATABASE_URL ?? '', backup, '1')).rejects.toThrow('exists already')
    expect(readFileSync(backup).equals(before)).toBe(true)
    await expect(writeBackup(process.env.DATABASE_URL ?? '', join(folder, 'no', 'where'), '1')).rejects.toThrow(
      'cannot be written',
    )
  })

  const compressed = (altered: string) => gzipSync(Buffer.from(altered))
  const flipped = () => {
    const bytes = Buffer.from(readFileSync(backup))
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x55
    return bytes
  }
  const damages: [string, () => Buffer, RegExp][] = [
    ['cut off in its middle', () => readFileSync(backup).subarray(0, -2000), /ends in the middle/],
    ['cut off by one byte', () => readFileSync(backup).subarray(0, -1), /ends in the middle/],
    ['cut off after its first bytes', () => readFileSync(backup).subarray(0, 30), /ends in the middle/],
    ['empty', () => Buffer.alloc(0), /is empty|ends in the middle/],
    ['changed in one bit pattern', flipped, /damaged|altered|ends in the middle/],
    ['no backup at all', () => Buffer.from('hello\n'), /no backup of Polyquiz/],
    ['something else that is compressed', () => compressed('hello\n'), /no backup of Polyquiz/],
    ['without its last line', () => compressed(text.replace(/[^\n]+\n$/, '')), /ends in the middle/],
    ['with another name in a row', () => compressed(text.replace('Robin', 'Rowan')), /checksum of the table person/],
    ['without a row', () => compressed(text.replace(/^.*Robin.*\n/m, '')), /checksum of the table person/],
    ['with another date', () => compressed(text.replace(/"at":"2\d/, '"at":"19')), /its checksum differs/],
    ['with more after its end', () => compressed(`${text}more\n`), /something follows/],
    [
      'with a table less',
      () => compressed(text.replace(/^COPY quiz\n[\s\S]*?\n\\\.\n/m, '')),
      /not where it should be/,
    ],
    ['from the future', () => compressed(text.replace('"polyquizBackup":1', '"polyquizBackup":2')), /newer Polyquiz/],
  ]
  test.each(damages)('%s is refused, and nothing is touched', async (_what, damaged, sentence) => {
    const bad = file('bad')
    writeFileSync(bad, damaged())
    expect(readFileSync(bad).equals(readFileSync(backup))).toBe(false)
    const target = await createTestDatabase()
    made.push(target)
    const before = await tallies(target.url)
    await expect(restoreInto(target.url, bad, { replace: true })).rejects.toThrow(sentence)
    await expect(checkBackup(bad)).rejects.toThrow(sentence)
    expect(await tallies(target.url)).toEqual(before)
  })

  test('that contradicts itself, with checksums that fit, changes nothing either', async () => {
    // A person fewer, counted so from the start: the rows that refer to it are what is wrong.
    const { rewrite } = rewriting(text)
    const bad = file('dangling')
    writeFileSync(bad, compressed(rewrite('person', () => '')))
    await checkBackup(bad)
    const target = await createTestDatabase()
    made.push(target)
    const before = await tallies(target.url)
    await expect(restoreInto(target.url, bad, { replace: false })).rejects.toThrow('foreign key')
    expect(await tallies(target.url)).toEqual(before)
    const triggers = await runOn(target.url, `SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'`)
    expect(triggers).toEqual([])
  })

  test('that is not there is said so', async () => {
    await expect(checkBackup(join(folder, 'nothing'))).rejects.toThrow('There is no file')
  })

  test('cut off anywhere is never taken for whole', async () => {
    const bytes = readFileSync(backup)
    const cut = file('cut')
    for (let length = 1; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
      writeFileSync(cut, bytes)
      truncateSync(cut, length)
      await expect(checkBackup(cut), `${length} of ${bytes.length} bytes`).rejects.toThrow(
        /ends in the middle|no backup/,
      )
    }
  })
})

describe('a backup of another version', () => {
  const names = readdirSync('prisma/migrations', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  /** A migrations folder that has only the first ones. */
  const folderOf = (count: number) => {
    const path = mkdtempSync(join(folder, 'migrations-'))
    for (const name of names.slice(0, count))
      cpSync(join('prisma/migrations', name), join(path, name), { recursive: true })
    return path
  }

  test('an earlier one is restored as it was, and brought up to this one', async () => {
    const source = await emptyDatabase()
    await migrate(source.url, folderOf(2))
    await runOn(source.url, `INSERT INTO team (id, slug, name) VALUES ('${randomUUID()}', 'old', 'Old')`)
    const copy = file('earlier')
    await writeBackup(source.url, copy, '0.0.1')

    const migrated = await createTestDatabase()
    made.push(migrated)
    const before = await tallies(migrated.url)
    await expect(restoreInto(migrated.url, copy, { replace: true })).rejects.toThrow(
      /earlier Polyquiz \(0\.0\.1\).*database without tables/,
    )
    expect(await tallies(migrated.url)).toEqual(before)

    const target = await emptyDatabase()
    const { migrated: applied } = await restoreInto(target.url, copy, { replace: false })
    expect(applied).toEqual(names.slice(2))
    expect(await runOn(target.url, 'SELECT slug FROM team')).toEqual([{ slug: 'old' }])
    expect((await tallies(target.url)).map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  })

  test('a newer one is refused', async () => {
    const source = await createTestDatabase()
    made.push(source)
    const copy = file('newer')
    await writeBackup(source.url, copy, '9.0.0')
    const target = await emptyDatabase()
    await expect(restoreInto(target.url, copy, { replace: false, folder: folderOf(names.length - 1) })).rejects.toThrow(
      /newer Polyquiz \(9\.0\.0\).*update Polyquiz/,
    )
  })

  test('one whose migrations went another way is refused', async () => {
    const source = await createTestDatabase()
    made.push(source)
    await runOn(source.url, `UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = '${names[1]}'`)
    const copy = file('other')
    await writeBackup(source.url, copy, '0.9.0')
    const target = await createTestDatabase()
    made.push(target)
    await expect(restoreInto(target.url, copy, { replace: false })).rejects.toThrow(/grown apart/)
    const empty = await emptyDatabase()
    await expect(restoreInto(empty.url, copy, { replace: false })).rejects.toThrow(/migrations .* not those/)
  })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Rewrites the rows of a table in the text of a backup, and all that is counted. */
function rewriting(text: string) {
  const lines = text.split('\n')
  const header = backupHeader.parse(JSON.parse(lines[0] ?? ''))
  return {
    rewrite(name: string, change: (rows: string) => string): string {
      const title = `COPY ${name}\n`
      const start = text.indexOf(title) + title.length
      const end = text.startsWith(END_OF_ROWS, start) ? start : text.indexOf(`\n${END_OF_ROWS}`, start) + 1
      const body =
        text.slice(0, start) +
        change(text.slice(start, end)) +
        text.slice(end, text.lastIndexOf('\n', text.length - 2) + 1)
      const tables = header.tables.map((table) => {
        const from = body.indexOf(`COPY ${table.name}\n`) + `COPY ${table.name}\n`.length
        const until = body.startsWith(END_OF_ROWS, from) ? from : body.indexOf(`\n${END_OF_ROWS}`, from) + 1
        const rows = body.slice(from, until)
        return { name: table.name, rows: rows.split('\n').length - 1, sha256: sha256(rows) }
      })
      return `${body}${JSON.stringify({ tables, sha256: sha256(body) })}\n`
    },
  }
}
