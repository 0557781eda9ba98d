import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { BackupError, type BackupHeader, END_OF_ROWS, FORMAT, quoted, type Tally, titleOf } from './format'
import { begin, copyRows, listMigrations, listSequences, listTables } from './tables'

/**
 * Writes a whole database into a file, as it is at one instant, while others go on working on it. Neither memory nor the
 * time of others grows with the data: rows are passed on as they come. The file has its name only once it is whole.
 *
 * @param product version of Polyquiz
 * @throws BackupError when the file exists, or there is nothing to back up
 */
export async function writeBackup(databaseUrl: string, file: string, product: string): Promise<Tally[]> {
  const unfinished = `${file}.unfinished`
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await begin(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const migrations = await listMigrations(client)
    if (!migrations) throw new BackupError('The database is empty: there is nothing to back up.')
    const tables = await listTables(client)
    // From here on no migration changes a table under us.
    await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`)
    const { rows } = await client.query<{ at: Date }>('SELECT now() AS at')
    const header: BackupHeader = {
      polyquizBackup: FORMAT,
      product,
      at: rows[0]?.at.toISOString() ?? '',
      migrations,
      tables,
      sequences: await listSequences(client),
    }
    const archive = await openArchive(file, unfinished)
    try {
      await archive.write(`${JSON.stringify(header)}\n`)
      const tallies: Tally[] = []
      for (const table of tables) {
        await archive.write(titleOf(table.name))
        tallies.push(await copyRows(client, table, archive.write))
        await archive.write(END_OF_ROWS)
      }
      await client.query('COMMIT')
      await archive.close(tallies)
      await rename(unfinished, file)
      await flush(dirname(file))
      return tallies
    } catch (error) {
      archive.abandon()
      await rm(unfinished, { force: true })
      throw error
    }
  } finally {
    await client.end()
  }
}

async function openArchive(file: string, unfinished: string) {
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`)
  // For us alone: it holds password hashes and the secret that signs sessions. Flushed, so that it outlasts a loss of power.
  const sink = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  await once(sink, 'open').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'EEXIST'
        ? `${unfinished} is there: another backup is being written, or one was broken off. Delete it in that case.`
        : `${file} cannot be written: ${error.message}`,
    )
  })
  const gzip = createGzip()
  let failure: unknown = null
  sink.on('error', (error) => gzip.destroy(error))
  gzip.on('error', (error) => {
    failure = error
  })
  gzip.pipe(sink)
  const hash = createHash('sha256')
  const write = async (part: string | Buffer) => {
    if (failure) throw failure
    hash.update(part)
    if (!gzip.write(part)) await once(gzip, 'drain')
  }
  return {
    write,
    async close(tables: Tally[]) {
      gzip.end(`${JSON.stringify({ tables, sha256: hash.digest('hex') })}\n`)
      await finished(sink)
    },
    abandon() {
      gzip.destroy()
      sink.destroy()
    },
  }
}

/** Makes a rename last through a loss of power, where the system lets a folder be opened. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
