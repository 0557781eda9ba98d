import { z } from 'zod'

// A backup is one gzip file of lines of text: a header, the rows of every table as COPY writes them (one line a row, after
// a line that names the table, and before a line "\."), and a manifest with what was counted on the way.

/** Raised whenever an older Polyquiz could not read the file. */
export const FORMAT = 1

/** Why a file cannot be used, or a database cannot take it: a sentence for the person at the terminal. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const table = z.object({ name: z.string().min(1), columns: z.array(z.string().min(1)) })
const migration = z.object({ name: z.string(), checksum: z.string() })
const sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })

export const backupHeader = z.object({
  polyquizBackup: z.number().int(),
  /** Version of Polyquiz. */
  product: z.string(),
  /** When the data was as it is in the file. */
  at: z.string(),
  /** Those the database had, in their order. */
  migrations: z.array(migration),
  /** In an order in which each comes after those that it refers to. */
  tables: z.array(table),
  sequences: z.array(sequence),
})
export type BackupHeader = z.infer<typeof backupHeader>
export type BackupTable = z.infer<typeof table>

const tally = z.object({ name: z.string(), rows: z.number().int(), sha256: z.string() })
/** A table's number of rows, and the SHA-256 of its COPY text in the order of its primary key. */
export type Tally = z.infer<typeof tally>

export const backupManifest = z.object({
  tables: z.array(tally),
  /** SHA-256 of everything before this line. */
  sha256: z.string(),
})
export type BackupManifest = z.infer<typeof backupManifest>

/** A name as SQL takes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The line before a table's rows. */
export const titleOf = (name: string) => `COPY ${name}\n`
/** The line after a table's rows. No row looks like it: COPY writes a backslash as two. */
export const END_OF_ROWS = '\\.\n'
