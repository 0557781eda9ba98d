import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BackupError, type BackupHeader, type BackupTable, quoted, type Tally } from './format'

/** Where the engine keeps which migrations a database has. */
export const MIGRATIONS = '_prisma_migrations'

// What the text of a value looks like depends on these.
const SPELLING = [
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  "client_encoding = 'UTF8'",
]

/** Begins a transaction in which the same value is always written in the same way. */
export async function begin(client: Client, mode: string): Promise<void> {
  await client.query(`BEGIN ${mode}`)
  for (const setting of SPELLING) await client.query(`SET LOCAL ${setting}`)
}

/** Every table with its columns; each after those that it refers to. */
export async function listTables(client: Client): Promise<BackupTable[]> {
  const { rows: tables } = await client.query<BackupTable>(`
    SELECT class.relname AS name,
      (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
    FROM pg_class AS class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`)
  const { rows: references } = await client.query<{ child: string; parent: string }>(`
    SELECT child.relname AS child, parent.relname AS parent
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = current_schema()::regnamespace`)
  const ordered: BackupTable[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const next = [...left.values()].filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && left.has(parent)),
    )
    if (next.length === 0)
      throw new BackupError(`These tables refer to each other in a circle: ${[...left.keys()].join(', ')}.`)
    for (const table of next) {
      ordered.push(table)
      left.delete(table.name)
    }
  }
  return ordered
}

/** The migrations that a database has, in their order; null where it was never migrated. */
export async function listMigrations(client: Client): Promise<BackupHeader['migrations'] | null> {
  const { rows: found } = await client.query(`SELECT to_regclass('${MIGRATIONS}') AS name`)
  if (!found[0]?.name) return null
  const { rows } = await client.query<{ name: string; checksum: string }>(`
    SELECT migration_name AS name, checksum FROM ${MIGRATIONS}
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`)
  return rows
}

/** The values of sequences, should there ever be any. */
export async function listSequences(client: Client): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname`)
  const sequences: BackupHeader['sequences'] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted(name)}`,
    )
    sequences.push({ name, value: values[0]?.value ?? '1', isCalled: values[0]?.called ?? false })
  }
  return sequences
}

/**
 * Sends a table's rows as COPY text, in the order of its primary key, on to `take`, and counts them on the way. Texts are
 * ordered by their bytes, so that every server has them in the same order.
 */
export async function copyRows(
  client: Client,
  { name, columns }: BackupTable,
  take?: (rows: Buffer) => Promise<void>,
): Promise<Tally> {
  const { rows: key } = await client.query<{ name: string; text: boolean }>(
    `SELECT attname::text AS name, attcollation <> 0 AS text
     FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
     WHERE indrelid = $1::regclass AND indisprimary ORDER BY array_position(indkey::int2[], attnum)`,
    [quoted(name)],
  )
  if (key.length === 0) throw new BackupError(`The table ${name} has no primary key.`)
  const order = key.map((column) => `${quoted(column.name)}${column.text ? ' COLLATE "C"' : ''}`).join(', ')
  const hash = createHash('sha256')
  let rows = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
      if (take) take(chunk).then(() => done(), done)
      else done()
    },
  })
  const source = client.query(
    copyTo(`COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} ORDER BY ${order}) TO STDOUT`),
  )
  await pipeline(source, sink)
  return { name, rows, sha256: hash.digest('hex') }
}
