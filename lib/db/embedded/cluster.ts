import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account'
import { type Binaries, program } from './binaries'
import { Refusal } from './refusal'

/** One PostgreSQL cluster on disk, with what is needed to run it and to sign in. */
export type Cluster = { data: string; logFile: string; portFile: string; password: string }

/** The name of the database and of its owner. */
export const NAME = 'polyquiz'

/** Writes a file that only the account may read. */
export function writePrivate(file: string, text: string, account: Account) {
  writeFileSync(file, text, { mode: 0o600 })
  if (account.uid !== undefined) chownSync(file, account.uid, account.gid ?? account.uid)
}

function makePrivateFolder(folder: string, account: Account) {
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid)
}

/**
 * The locale is never left to the environment: without LANG initdb makes SQL_ASCII, in which the lengths of Japanese
 * texts are wrong, and that cannot be mended later.
 */
function localeFlags(): string[] {
  if (process.platform === 'win32') return ['--locale=C']
  if (process.platform === 'darwin') return ['--locale=en_US.UTF-8', '--lc-collate=C']
  return ['--locale=C.UTF-8']
}

function run(command: string, args: string[], account: Account): Promise<void> {
  return new Promise((done, fail) => {
    const env = { ...process.env, LC_ALL: undefined, LC_MESSAGES: 'C', LANG: undefined }
    const child = spawn(command, args, { ...account, cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    child.on('error', fail)
    child.on('close', (code, signal) =>
      code === 0 ? done() : fail(new Error(`${basename(command)} ended with ${signal ?? code}: ${complaint.trim()}`)),
    )
  })
}

/** The cluster that is in `home`. */
export function readCluster(home: string): Cluster {
  return {
    data: join(home, 'data'),
    logFile: join(home, 'server.log'),
    portFile: join(home, 'port'),
    password: readFileSync(join(home, 'password'), 'utf8').trim(),
  }
}

/**
 * Opens the cluster in `home`, making it first where there is none. It is made in a folder beside and renamed when it
 * is whole, so that an interrupted start is never mistaken for a cluster.
 */
export async function openCluster(
  home: string,
  binaries: Binaries,
  account: Account,
  log: (line: string) => void,
): Promise<Cluster> {
  for (const name of readdirSync(dirname(home))) {
    if (name.startsWith(`${basename(home)}.new-`)) rmSync(join(dirname(home), name), { recursive: true, force: true })
  }
  if (existsSync(home)) {
    const major = Number(readFileSync(join(home, 'data', 'PG_VERSION'), 'utf8').trim())
    if (major !== binaries.major) {
      throw new Refusal(
        `${home} holds data of PostgreSQL ${major}, and this Polyquiz brings PostgreSQL ${binaries.major}. ` +
          'To keep the data, use the Polyquiz that made it, or carry it over as docs/operations.md says; ' +
          `to begin anew, move ${home} away.`,
      )
    }
    return readCluster(home)
  }
  log(`making a database with PostgreSQL ${binaries.version}`)
  const unfinished = `${home}.new-${randomBytes(4).toString('hex')}`
  makePrivateFolder(unfinished, account)
  const passwordFile = join(unfinished, 'password')
  writePrivate(passwordFile, `${randomBytes(24).toString('hex')}\n`, account)
  await run(
    program(binaries, 'initdb'),
    [
      `--pgdata=${join(unfinished, 'data')}`,
      `--username=${NAME}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--data-checksums',
      '--no-instructions',
      ...localeFlags(),
    ],
    account,
  )
  const conf = join(unfinished, 'data', 'postgresql.conf')
  writePrivate(conf, `${readFileSync(conf, 'utf8')}\ninclude_if_exists = 'polyquiz.conf'\n`, account)
  renameSync(unfinished, home)
  return readCluster(home)
}

/** Writes the settings of the next start. They are ours at every start, so that a newer Polyquiz can change them. */
export function writeSettings(cluster: Cluster, port: number, account: Account) {
  const settings = [
    '# Written at every start of Polyquiz.',
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'max_connections = 50',
    'shared_buffers = 128MB',
    'fsync = on',
    'full_page_writes = on',
    'synchronous_commit = on',
    "password_encryption = 'scram-sha-256'",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    'log_checkpoints = off',
  ]
  writePrivate(join(cluster.data, 'polyquiz.conf'), `${settings.join('\n')}\n`, account)
}
