import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { disconnect } from '../../lib/db/client'

/** The migrated, otherwise empty database that every test database is a clone of. */
export const TEMPLATE = 'polyquiz_template'

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The connections that stay open from one statement to the next, by address: signing in takes fifty times as long as a statement. */
const kept = new Map<string, Promise<Client>>()

async function open(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // A server that is stopped or a database that is dropped cuts it off; whoever asks next opens another.
  client.on('error', () => kept.delete(url))
  await client.connect()
  return client
}

/** Runs one statement on a connection that is kept for the next. */
async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = kept.get(url) ?? open(url)
  kept.set(url, client)
  return (await (await client).query(statement)).rows
}

/** Ends the connection that is kept to a database. */
export async function hangUp(url: string): Promise<void> {
  const client = kept.get(url)
  kept.delete(url)
  await (await client)?.end()
}

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own for one test file: migrated and empty. Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Not the default strategy: for a small template a copy of its files is quicker than writing them to the log.
  await runOn(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await hangUp(url.href)
      // Forced: a pool that the test forgot must not keep the database, and the next file, waiting.
      await runOn(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/**
 * Gives a test file a database of its own: the product's one door leads there from now on.
 *
 * @returns its address, known once the tests run
 */
export function testDatabase(): { readonly url: string } {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    process.env.DATABASE_URL = database.url
  })
  afterAll(async () => {
    await disconnect()
    await database?.drop()
  })
  return {
    get url() {
      if (!database) throw new Error('The database is made before the first test.')
      return database.url
    },
  }
}

/**
 * Sets the clock that all SQL asks to an instant, or with null back to the server's own. A statement that runs meanwhile
 * reads one and the same instant throughout, as it would of a real clock.
 */
export async function setClock(url: string, instant: string | null): Promise<void> {
  if (instant === null) {
    await ask(url, clockOf('now()'))
    await ask(url, 'DROP TABLE IF EXISTS test_clock')
    return
  }
  const at = `'${new Date(instant).toISOString()}'`
  const isThere = `SELECT FROM pg_class WHERE oid = to_regclass('test_clock')`
  if ((await ask(url, isThere)).length === 0) {
    await ask(url, `CREATE TABLE test_clock AS SELECT timestamptz ${at} AS at`)
    await ask(url, clockOf('at FROM test_clock'))
  } else await ask(url, `UPDATE test_clock SET at = ${at}`)
}

const clockOf = (what: string) =>
  `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT ${what}'`

/** How many connections to a database wait for a lock now. */
export async function waitingForLocks(url: string): Promise<number> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await ask(url, waiting)).length
}

/** The clock of a test file's database: it stands still, and is moved by hand. */
export type TestClock = {
  /** Sets it to so many seconds after its zero. */
  set(seconds: number): Promise<void>
  /** What it shows then. */
  at(seconds: number): Date
}

/** A clock whose zero lies a little ahead of now, so that what was made before it has passed. */
export function testClock(database: { readonly url: string }): TestClock {
  const zero = Math.ceil(Date.now() / 1000) * 1000 + 3_600_000
  const at = (seconds: number) => new Date(zero + seconds * 1000)
  return { at, set: (seconds) => setClock(database.url, at(seconds).toISOString()) }
}
