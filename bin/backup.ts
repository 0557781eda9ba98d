import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createBackup, restoreBackup } from '../lib/backup/commands'
import { type ExitCode, print, UsageError } from '../lib/command'
import { checkBackup } from '../lib/db/backup/restore'
import { dispatch, type Entry } from './dispatch'

const commands: Record<string, Entry> = {
  create: {
    usage: 'create FILE',
    about: 'write the whole database into a new file, also while people use it',
    run: create,
  },
  verify: {
    usage: 'verify FILE',
    about: 'read a backup from beginning to end and compare its checksums; touches no database',
    database: 'none',
    run: verify,
  },
  restore: {
    usage: 'restore FILE [--replace]',
    about: 'put a backup into an empty database, or with --replace instead of everything that the database holds',
    database: 'as it is',
    run: restore,
  },
}

async function create(args: string[]): Promise<ExitCode> {
  const file = only(args)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const tables = await createBackup(file, String(version))
  await print(`${listOf(tables)}${file} holds ${rowsIn(tables)} rows of ${tables.length} tables. Keep it private.\n`)
  return 0
}

async function verify(args: string[]): Promise<ExitCode> {
  const file = only(args)
  const { header, tables } = await checkBackup(file)
  await print(
    `${listOf(tables)}${file} is whole: ${rowsIn(tables)} rows of ${tables.length} tables, as of ${header.at}, from Polyquiz ${header.product}.\n`,
  )
  return 0
}

async function restore(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const file = only(positionals)
  const { tables, migrated } = await restoreBackup(file, values)
  const after = migrated.length > 0 ? ` Applied ${migrated.length} newer migrations.` : ''
  await print(
    `${listOf(tables)}Restored ${rowsIn(tables)} rows. Every checksum is the one in the backup (${tables.length} of ${tables.length} tables).${after}\n`,
  )
  return 0
}

type Line = { name: string; rows: number; sha256: string }

/** Tables with their rows and checksums. */
function listOf(tables: readonly Line[]): string {
  const width = Math.max(0, ...tables.map(({ name }) => name.length))
  const digits = Math.max(0, ...tables.map(({ rows }) => String(rows).length))
  return tables
    .map(({ name, rows, sha256 }) => `${name.padEnd(width)}  ${String(rows).padStart(digits)}  ${sha256}\n`)
    .join('')
}

const rowsIn = (tables: readonly Line[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

function only([file, ...rest]: string[]): string {
  if (!file || rest.length > 0) throw new UsageError('Name one file.')
  return file
}

process.exitCode = await dispatch('backup', commands, process.argv.slice(2))
