import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupManifest,
  END_OF_ROWS,
  FORMAT,
  type Tally,
  titleOf,
} from './format'

/** What comes out of a backup, in this order: the header, then of each table its rows in pieces and its end. */
export type Piece =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'rows'; rows: Buffer }
  | { kind: 'end'; tally: Tally }

const NEWLINE = 10
const BROKEN = 'Nothing was changed. Use another copy of the backup.'

/** Whole lines of a compressed file: each piece ends where a line ends. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  let begun: Buffer[] = []
  try {
    for await (const chunk of source.pipe(text) as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(NEWLINE) + 1
      if (end > 0) yield Buffer.concat([...begun, chunk.subarray(0, end)])
      begun = end > 0 ? [chunk.subarray(end)] : [...begun, chunk]
    }
  } finally {
    source.destroy()
  }
  if (begun.some(({ length }) => length > 0)) throw new BackupError(`${file} ends in the middle. ${BROKEN}`)
}

/**
 * Reads a backup from beginning to end, in bounded memory. What was counted when it was written is counted again: when this
 * ends without an error, nothing of it is missing and nothing was altered.
 *
 * @throws BackupError with a sentence that says what is wrong
 */
export async function* readBackup(file: string): AsyncGenerator<Piece, BackupManifest> {
  await access(file).catch(() => {
    throw new BackupError(`There is no file ${file} that can be read.`)
  })
  const altered = (what: string) => new BackupError(`${file} was altered after it was written: ${what}. ${BROKEN}`)
  const whole = createHash('sha256')
  const tallies: Tally[] = []
  let header: BackupHeader | null = null
  let table: { name: string; hash: Hash; rows: number } | null = null
  let manifest: BackupManifest | null = null
  try {
    for await (let lines of linesOf(file)) {
      while (lines.length > 0) {
        if (manifest) throw altered('something follows its end')
        if (table) {
          const rows = lines.subarray(0, endOfRows(lines))
          if (rows.length > 0) {
            table.hash.update(rows)
            for (let at = rows.indexOf(NEWLINE); at >= 0; at = rows.indexOf(NEWLINE, at + 1)) table.rows++
            whole.update(rows)
            yield { kind: 'rows', rows }
          }
          lines = lines.subarray(rows.length)
          if (lines.length === 0) continue
          whole.update(END_OF_ROWS)
          lines = lines.subarray(END_OF_ROWS.length)
          const tally: Tally = { name: table.name, rows: table.rows, sha256: table.hash.digest('hex') }
          tallies.push(tally)
          table = null
          yield { kind: 'end', tally }
          continue
        }
        const end = lines.indexOf(NEWLINE) + 1
        const line = lines.subarray(0, end)
        lines = lines.subarray(end)
        if (!header) {
          header = headerOf(line.toString('utf8'), file)
          whole.update(line)
          yield { kind: 'header', header }
          continue
        }
        const next = header.tables[tallies.length]
        if (next) {
          if (line.toString('utf8') !== titleOf(next.name))
            throw altered(`the table ${next.name} is not where it should be`)
          whole.update(line)
          table = { name: next.name, hash: createHash('sha256'), rows: 0 }
          continue
        }
        const read = backupManifest.safeParse(jsonOf(line.toString('utf8')))
        if (!read.success) throw altered('its list of checksums cannot be read')
        manifest = read.data
      }
    }
  } catch (error) {
    throw error instanceof BackupError ? error : brokenBecause(error, file)
  }
  if (!header) throw new BackupError(`${file} is empty. ${BROKEN}`)
  if (!manifest) throw new BackupError(`${file} ends in the middle. ${BROKEN}`)
  for (const [index, tally] of tallies.entries()) {
    const noted = manifest.tables[index]
    if (noted?.name !== tally.name || noted.rows !== tally.rows || noted.sha256 !== tally.sha256)
      throw altered(`the checksum of the table ${tally.name} differs`)
  }
  if (manifest.sha256 !== whole.digest('hex')) throw altered('its checksum differs')
  return manifest
}

/** Where the rows end, or all of it where they go on. */
function endOfRows(lines: Buffer): number {
  for (let at = lines.indexOf(END_OF_ROWS); at >= 0; at = lines.indexOf(END_OF_ROWS, at + 1))
    if (at === 0 || lines[at - 1] === NEWLINE) return at
  return lines.length
}

function headerOf(line: string, file: string): BackupHeader {
  const json = jsonOf(line)
  const read = backupHeader.safeParse(json)
  const format = typeof json === 'object' && json !== null && 'polyquizBackup' in json ? json.polyquizBackup : null
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(
      `${file} was written by a newer Polyquiz in a form that this one cannot read. Update Polyquiz first.`,
    )
  if (!read.success) throw new BackupError(`${file} is no backup of Polyquiz.`)
  return read.data
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function brokenBecause(error: unknown, file: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new BackupError(`${file} ends in the middle. ${BROKEN}`)
  if (code === 'Z_DATA_ERROR' && /header/.test(message)) return new BackupError(`${file} is no backup of Polyquiz.`)
  if (code.startsWith('Z_')) return new BackupError(`${file} is damaged (${message}). ${BROKEN}`)
  return error
}
