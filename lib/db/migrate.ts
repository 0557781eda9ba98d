import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openSchemaEngine } from './schema-engine'

/** Why a PostgreSQL server cannot be used, as a sentence for the person who set DATABASE_URL. */
export class UnfitServerError extends Error {
  override name = 'UnfitServerError'
}

/** A migration is asked for that this Polyquiz does not have, or not in that place. */
export class UnknownMigrationError extends Error {
  override name = 'UnknownMigrationError'
  constructor(readonly migration: string) {
    super(`There is no migration ${migration}.`)
  }
}

const OLDEST_SERVER = 15
/** Any constant will do: two starts at once must ask for the same lock. */
const MIGRATION_LOCK = 7_265_913
const DATASOURCE: [string, string] = ['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']

/**
 * Refuses a server that Polyquiz cannot keep its promises on.
 *
 * @throws UnfitServerError when PostgreSQL is older than 15 or the database is not in UTF-8
 */
export async function checkServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; encoding: string; name: string }>(
      `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding, current_database() AS name`,
    )
    const [server] = rows
    if (!server) throw new UnfitServerError('The server did not answer which version it is.')
    const major = Math.floor(Number(server.version) / 10_000)
    if (major < OLDEST_SERVER)
      throw new UnfitServerError(
        `This PostgreSQL is version ${major}. Polyquiz needs ${OLDEST_SERVER} or later: point DATABASE_URL at a newer server.`,
      )
    if (server.encoding !== 'UTF8')
      throw new UnfitServerError(
        `The database "${server.name}" is encoded in ${server.encoding}. Polyquiz needs UTF8: create one with "CREATE DATABASE ${server.name}_utf8 ENCODING 'UTF8' TEMPLATE template0" and point DATABASE_URL at it.`,
      )
  } finally {
    await client.end()
  }
}

async function listMigrations(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(folder, path, 'migration.sql'), 'utf8') },
      },
    })),
  )
}

/**
 * Brings a database up to the newest migration, exactly as `prisma migrate deploy` would. Two callers at once take turns.
 *
 * @param folder the migrations folder
 * @param only the names of those to apply, the first ones of the folder; all unless given
 * @returns the names of the migrations that were applied now
 * @throws UnknownMigrationError when the folder does not begin with those
 */
export async function migrate(
  databaseUrl: string,
  folder = 'prisma/migrations',
  only?: readonly string[],
): Promise<{ applied: string[] }> {
  const turn = new pg.Client({ connectionString: databaseUrl })
  await turn.connect()
  try {
    await turn.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const all = await listMigrations(folder)
    const unknown = only?.find((name, index) => all[index]?.path !== name)
    if (unknown) throw new UnknownMigrationError(unknown)
    const migrationDirectories = all.filter(({ path }) => !only || only.includes(path))
    const done = await forgetUnfinished(turn)
    if (migrationDirectories.every(({ path }) => done.has(path))) return { applied: [] }
    const { engine, causeOf, close } = await openSchemaEngine([DATASOURCE], databaseUrl)
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: {
          baseDir: folder,
          lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
          shadowDbInitScript: '',
          migrationDirectories,
        },
        filters: { externalTables: [], externalEnums: [] },
      })
      return { applied: appliedMigrationNames }
    } catch (error) {
      throw causeOf(error)
    } finally {
      await close()
    }
  } finally {
    await turn.end()
  }
}

/** Drops the records of migrations that were rolled back by a crash; returns the names of those that are applied. */
async function forgetUnfinished(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query(`SELECT to_regclass('_prisma_migrations') AS name`)
  if (!tables[0]?.name) return new Set()
  await client.query('DELETE FROM _prisma_migrations WHERE finished_at IS NULL')
  const { rows } = await client.query(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  return new Set(rows.map((row) => String(row.name)))
}
