import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, UnknownMigrationError } from '../migrate'
import { BackupError, type BackupHeader, type BackupManifest, type BackupTable, quoted, type Tally } from './format'
import { type Piece, readBackup } from './read'
import { begin, copyRows, listMigrations, listTables, MIGRATIONS } from './tables'

/** A table after it was restored, with what was in the backup. */
export type Restored = Tally & { wanted: string }

export type RestoreOptions = {
  /** Empty the database first, where it holds anything. */
  replace: boolean
  /** The migrations folder. */
  folder?: string
}

/** Reads a backup once, to know that it is whole before anything is touched; returns what it begins and ends with. */
export async function checkBackup(file: string): Promise<{ header: BackupHeader; tables: Tally[] }> {
  let header: BackupHeader | null = null
  const pieces = readBackup(file)
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) {
      if (!header) throw new BackupError(`${file} is empty.`)
      return { header, tables: value.tables }
    }
    if (value.kind === 'header') header = value.header
  }
}

/**
 * Puts a backup into a database, all or nothing, and compares every table with what was backed up. The database is empty, or
 * has what migrations make and nothing else, unless it is to be replaced. A backup of an earlier version goes into one
 * without tables, and is brought up to this version afterwards.
 *
 * @throws BackupError with a sentence that says why it cannot be; nothing has changed then
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  { replace, folder }: RestoreOptions,
): Promise<{ tables: Restored[]; migrated: string[] }> {
  const { header, tables: wanted } = await checkBackup(file)
  const level = await fittingMigrations(databaseUrl, header)
  try {
    await migrate(databaseUrl, folder, level)
  } catch (error) {
    if (!(error instanceof UnknownMigrationError)) throw error
    throw new BackupError(
      `The backup was made by a newer Polyquiz (${header.product}), with the migration ${error.migration}: update Polyquiz first. Nothing was changed.`,
    )
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await begin(client, '')
    const tables = await listTables(client)
    checkShape(header, tables, await listMigrations(client))
    const all = tables.map(({ name }) => quoted(name))
    // Whoever works on the database now waits, and finds what was restored.
    await client.query(`LOCK TABLE ${all.join(', ')} IN ACCESS EXCLUSIVE MODE`)
    if (!replace) await checkEmpty(client, tables)
    // What is published or recorded never changes otherwise.
    for (const name of all) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    await client.query(`TRUNCATE ${all.join(', ')}`)
    await putRows(client, file)
    for (const name of all) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    for (const { name, value, isCalled } of header.sequences)
      await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
    const restored: Restored[] = []
    for (const table of header.tables) {
      const tally = await copyRows(client, table)
      restored.push({ ...tally, wanted: wanted.find(({ name }) => name === table.name)?.sha256 ?? '' })
    }
    const differing = restored.filter(({ sha256, wanted }) => sha256 !== wanted)
    if (differing.length > 0)
      throw new BackupError(
        `After restoring, these tables were not what was backed up: ${differing.map(({ name }) => name).join(', ')}. Nothing was changed.`,
      )
    await client.query('COMMIT')
    await client.query('ANALYZE')
    const { applied } = await migrate(databaseUrl, folder)
    return { tables: restored, migrated: applied }
  } finally {
    await client.end()
  }
}

/**
 * The migrations up to which the database is to be brought before the rows come: those that the backup's own had.
 *
 * @throws BackupError where they do not fit together
 */
async function fittingMigrations(databaseUrl: string, { migrations, product }: BackupHeader): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const present = (await listMigrations(client)) ?? []
    const names = migrations.map(({ name }) => name)
    const strange = present.find(
      ({ name, checksum }, index) =>
        index < migrations.length && (name !== names[index] || checksum !== migrations[index]?.checksum),
    )
    if (strange)
      throw new BackupError(
        `The database and the backup have grown apart at the migration ${strange.name}: restore with the Polyquiz that made the backup (${product}). Nothing was changed.`,
      )
    if (present.length > migrations.length)
      throw new BackupError(
        `The backup was made by an earlier Polyquiz (${product}), which lacks the migration ${present[migrations.length]?.name}. Restore it into a database without tables: a new one, or a new folder in POLYQUIZ_DATA. It is brought up to this version there. Nothing was changed.`,
      )
    return names
  } finally {
    await client.end()
  }
}

function checkShape(
  header: BackupHeader,
  tables: readonly BackupTable[],
  migrations: BackupHeader['migrations'] | null,
): void {
  const spelled = (list: readonly BackupTable[]) => list.map(({ name, columns }) => `${name} ${columns}`).sort()
  if (!isDeepStrictEqual(spelled(header.tables), spelled(tables)))
    throw new BackupError('The tables of the database are not those of the backup. Nothing was changed.')
  if (!isDeepStrictEqual(header.migrations, migrations))
    throw new BackupError('The migrations of the database are not those of the backup. Nothing was changed.')
}

/** A fresh database holds nothing but which migrations it has had. */
async function checkEmpty(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`)
    if (rows.length > 0 && name !== MIGRATIONS) filled.push(name)
  }
  if (filled.length === 0) return
  const some = `${filled.slice(0, 3).join(', ')}${filled.length > 3 ? ` and ${filled.length - 3} more tables` : ''}`
  throw new BackupError(
    `The database is not empty: there are rows in ${some}. Restore into an empty one, or add --replace to delete everything in it first. Nothing was changed.`,
  )
}

async function putRows(client: pg.Client, file: string): Promise<void> {
  const pieces = readBackup(file)
  try {
    const first = await pieces.next()
    if (first.done || first.value.kind !== 'header') throw new BackupError(`${file} is no backup of Polyquiz.`)
    for (const { name, columns } of first.value.header.tables) {
      const target = client.query(copyFrom(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`))
      await pipeline(Readable.from(rowsOf(pieces), { objectMode: false }), target)
    }
    // The rest is read too: only at its end the file has been found whole once more.
    while (!(await pieces.next()).done);
  } finally {
    await pieces.return({ tables: [], sha256: '' })
  }
}

/** The rows of the table that comes next. */
async function* rowsOf(pieces: AsyncGenerator<Piece, BackupManifest>): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await pieces.next()
    if (next.done || next.value.kind !== 'rows') return
    yield next.value.rows
  }
}
