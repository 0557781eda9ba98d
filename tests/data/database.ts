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

/** Sets the clock that all SQL asks to an instant, or with null back to the server's own. */
export async function setClock(url: string, instant: string | null): Promise<void> {
  const body = instant === null ? 'SELECT now()' : `SELECT timestamptz '${new Date(instant).toISOString()}'`
  await runOn(url, `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$${body}$$`)
}

/** How many connections to a database wait for a lock now. */
export async function waitingForLocks(url: string): Promise<number> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await runOn(url, waiting)).length
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
