import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { checkServer, migrate, UnfitServerError } from '../../lib/db/migrate'
import { runOn, waitingForLocks } from './database'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** A new, empty database. */
async function emptyDatabase(options = ''): Promise<{ url: string; name: string }> {
  const adminUrl = inject('adminUrl')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await runOn(adminUrl, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`)
  cleanups.push(() => runOn(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, name }
}

/** A folder of migrations by name. */
async function migrationsFolder(migrations: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'migration.sql'), sql)
  }
  return folder
}

const tables = async (url: string) =>
  (await runOn(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).map(
    ({ tablename }) => tablename,
  )
const records = (url: string) =>
  runOn(
    url,
    `SELECT migration_name, finished_at IS NOT NULL AS finished, applied_steps_count AS steps FROM _prisma_migrations ORDER BY 1`,
  )

/** Open connections to a database. The server takes a moment to see that one was closed. */
const connections = async (name: string) =>
  (await runOn(inject('adminUrl'), `SELECT FROM pg_stat_activity WHERE datname = '${name}'`)).length

const first = 'CREATE TABLE one (id int); CREATE TABLE two (id int);'
const broken = 'CREATE TABLE three (id int); CREATE TABLE one (id int); CREATE TABLE four (id int);'

describe('migrating', () => {
  test('applies every migration once, and keeps the record that Prisma keeps', async () => {
    const { url } = await emptyDatabase()
    const folder = await migrationsFolder({ '1_first': first, '2_second': 'CREATE TABLE three (id int)' })
    expect(await migrate(url, folder)).toEqual({ applied: ['1_first', '2_second'] })
    expect(await migrate(url, folder)).toEqual({ applied: [] })
    expect(await records(url)).toEqual([
      { migration_name: '1_first', finished: true, steps: 1 },
      { migration_name: '2_second', finished: true, steps: 1 },
    ])
  })

  test('leaves nothing of one that fails in the middle; mended, it applies', async () => {
    const { url } = await emptyDatabase()
    await expect(migrate(url, await migrationsFolder({ '1_first': first, '2_second': broken }))).rejects.toThrow(/one/)
    expect(await tables(url)).toEqual(['_prisma_migrations', 'one', 'two'])
    const mended = await migrationsFolder({ '1_first': first, '2_second': 'CREATE TABLE three (id int)' })
    expect(await migrate(url, mended)).toEqual({ applied: ['2_second'] })
    expect(await tables(url)).toEqual(['_prisma_migrations', 'one', 'three', 'two'])
    expect(await records(url)).toMatchObject([{ finished: true }, { finished: true }])
  })

  test('leaves nothing of one whose connection is killed in the middle; the next start applies it', async () => {
    const { url, name } = await emptyDatabase()
    const killsItself =
      'CREATE TABLE three (id int); SELECT pg_terminate_backend(pg_backend_pid()); CREATE TABLE four (id int);'
    await expect(migrate(url, await migrationsFolder({ '1_first': first, '2_second': killsItself }))).rejects.toThrow()
    expect(await tables(url)).toEqual(['_prisma_migrations', 'one', 'two'])
    await expect.poll(() => connections(name), { timeout: 10_000 }).toBe(0)
    const mended = await migrationsFolder({
      '1_first': first,
      '2_second': 'CREATE TABLE three (id int); CREATE TABLE four (id int);',
    })
    expect(await migrate(url, mended)).toEqual({ applied: ['2_second'] })
  })

  test('takes function bodies, with semicolons in them, whole', async () => {
    const { url } = await emptyDatabase()
    const sql = `CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN n := 1; RETURN n + 1; END $$;`
    await migrate(url, await migrationsFolder({ '1_function': sql }))
    expect(await runOn(url, 'SELECT f() AS n')).toEqual([{ n: 2 }])
  })

  test('from two starts at once takes turns: one applies, the other finds it done', async () => {
    const { url } = await emptyDatabase()
    const outcomes = await Promise.all([migrate(url), migrate(url), migrate(url)])
    const applied = outcomes.map((outcome) => outcome.applied.length).sort()
    expect(applied.slice(0, 2)).toEqual([0, 0])
    expect(applied[2]).toBeGreaterThan(0)
    for (const record of await records(url)) expect(record).toMatchObject({ finished: true, steps: 1 })
  })

  test('waits while another start is at it', async () => {
    const { url } = await emptyDatabase()
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query('SELECT pg_advisory_lock(7265913)')
    const outcome = migrate(url, await migrationsFolder({ '1_first': first }))
    await expect.poll(() => waitingForLocks(url), { timeout: 10_000 }).toBe(1)
    expect(await tables(url)).toEqual([])
    await other.end()
    expect(await outcome).toEqual({ applied: ['1_first'] })
  })

  test('closes its connections', async () => {
    const { url, name } = await emptyDatabase()
    await migrate(url, await migrationsFolder({ '1_first': first }))
    await expect.poll(() => connections(name), { timeout: 10_000 }).toBe(0)
  })
})

describe('the schema', () => {
  test('as of the last migration is kept beside the migrations as it is in prisma/schema', async () => {
    const files = (await readdir('prisma/schema')).filter((file) => file.endsWith('.prisma'))
    const parts = await Promise.all(files.map((file) => readFile(join('prisma/schema', file), 'utf8')))
    expect(await readFile('prisma/migrations/schema.prisma', 'utf8')).toBe(parts.join('\n'))
  })
})

describe('a server', () => {
  test('that is not in UTF-8 is refused with a sentence that says the way out', async () => {
    const { url, name } = await emptyDatabase(`ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'`)
    const refusal = checkServer(url)
    await expect(refusal).rejects.toThrow(UnfitServerError)
    await expect(refusal).rejects.toThrow(
      `The database "${name}" is encoded in SQL_ASCII. Polyquiz needs UTF8: create one with "CREATE DATABASE ${name}_utf8 ENCODING 'UTF8' TEMPLATE template0" and point DATABASE_URL at it.`,
    )
  })

  test('that fits is let pass', async () => {
    const { url } = await emptyDatabase()
    await expect(checkServer(url)).resolves.toBeUndefined()
  })
})
