// What has to be there before Polyquiz can run or be tested. Plain JavaScript on Node alone: in a fresh clone there is
// nothing else yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { holderOf, lockFileOf, takeLock } from '../lib/db/embedded/lock.mjs'

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** What the finished application consists of; it runs without the rest of the project. */
export const product = join(root, '.next', 'standalone')

/** The folder of the built-in database and of what belongs to this copy of the project alone. */
export const dataFolder = () => process.env.POLYQUIZ_DATA || join(root, '.data')

const OLDEST_NODE = [20, 19]

/** Something the person at the terminal can mend: shown without a stack trace. */
export class Trouble extends Error {}

/** Refuses a Node.js that the libraries do not run on. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  throw new Trouble(
    `Polyquiz needs Node.js ${OLDEST_NODE.join('.')} or later, and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
  )
}

let interruptedBy = null
let child = null
let lock = null

/** Passes an interruption on to the step that runs now, so that the step can leave things whole. */
function interrupt(signal) {
  interruptedBy ??= signal
  if (!child?.kill(signal)) process.exit(130)
}

/** Runs a step of the preparation; its output is shown only when it fails. */
function run(command, args, env = {}) {
  return new Promise((done, fail) => {
    const output = []
    child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    })
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', fail)
    child.on('close', (code, signal) => {
      child = null
      if (interruptedBy) process.exit(130)
      if (code === 0) return done()
      process.stderr.write(Buffer.concat(output))
      fail(
        new Trouble(
          `${[command === process.execPath ? 'node' : command, ...args].join(' ')} ended with ${signal ?? code}.`,
        ),
      )
    })
  })
}

/** Says what happens and, when it is over, how long it took. */
async function step(what, work) {
  const since = Date.now()
  process.stdout.write(`${what} ...\n`)
  const result = await work()
  process.stdout.write(`  done in ${((Date.now() - since) / 1000).toFixed(1)} s\n`)
  return result
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * True when node_modules holds what package-lock.json asks for. npm keeps its own record of what it installed and
 * writes it last, so an interrupted installation is not taken for a whole one.
 */
export function isInstalled() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    return present[path] ? present[path].version === version : optional === true
  })
}

async function install() {
  if (isInstalled()) return
  await step('Installing what package-lock.json lists (npm ci)', async () => {
    const npm = process.env.npm_execpath
    const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
    // Prisma's engine is a download that nothing here uses: any existing file keeps it from being fetched.
    const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath }
    await run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'], env)
  })
}

/** A fingerprint of files and folders, by name and content. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`)
    } else hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  }
  for (const path of paths) if (path !== 'lib/db/generated') add(path)
  return hash.digest('hex')
}

const ROOT_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'prisma.config.ts', 'proxy.ts']
const rootFiles = () => [
  ...ROOT_FILES,
  ...readdirSync(root).filter((name) => /^(next|postcss)\.config\.\w+$/.test(name) || name === 'instrumentation.ts'),
]
/** The folders the application is built from; what is generated is left out, since it follows from the rest. */
const sourceFolders = () => [
  'app',
  'components',
  'public',
  'prisma/schema',
  ...readdirSync(join(root, 'lib')).flatMap((name) =>
    name === 'db' ? readdirSync(join(root, 'lib/db')).map((inner) => `lib/db/${inner}`) : `lib/${name}`,
  ),
]

const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

async function generate() {
  const stamp = join(root, 'lib', 'db', 'generated', '.schema')
  const wanted = fingerprint(['prisma/schema', 'package-lock.json'])
  if (readStamp(stamp) === wanted) return
  await run(process.execPath, ['node_modules/prisma/build/index.js', 'generate'])
  writeFileSync(stamp, wanted)
}

async function build() {
  const stamp = join(root, '.next', 'build-stamp')
  const wanted = fingerprint([...rootFiles(), ...sourceFolders()])
  if (readStamp(stamp) === wanted && existsSync(join(product, 'server.js'))) return
  const running = holderOf(lockFileOf(dataFolder()))
  if (running) {
    throw new Trouble(
      `The sources have changed, but Polyquiz runs from this folder (process ${running.pid}): stop it first, so that its files are not replaced under it.`,
    )
  }
  rmSync(stamp, { force: true })
  await step('Building the application (a minute or two)', async () => {
    await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], { NODE_ENV: 'production' })
    copyInto('.next/static', '.next/static')
    copyInto('public', 'public')
    // Settings are read from the environment at run time; what a developer keeps in .env is no part of the product.
    for (const name of readdirSync(product)) if (name.startsWith('.env')) rmSync(join(product, name))
    writeFileSync(stamp, wanted)
  })
}

function copyInto(from, to) {
  const source = join(root, from)
  const target = join(product, to)
  rmSync(target, { recursive: true, force: true })
  if (existsSync(source)) cpSync(source, target, { recursive: true })
}

/** Puts beside Next's server what it lacks: our start, the migrations and the content. */
async function assemble() {
  const stamp = join(product, 'assembled')
  const wanted = fingerprint([...rootFiles(), ...sourceFolders(), 'bin/serve.ts', 'prisma', 'content'])
  if (readStamp(stamp) === wanted) return
  copyInto('prisma/migrations', 'prisma/migrations')
  copyInto('content', 'content')
  const engine = 'schema_engine_bg.wasm'
  cpSync(join(root, 'node_modules/@prisma/schema-engine-wasm', engine), join(product, engine))
  const esbuild = await import(pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href)
  const unfinished = join(product, 'serve.new.mjs')
  await esbuild.build({
    entryPoints: [join(root, 'bin/serve.ts')],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    external: ['@node-rs/argon2', 'pg-native', './server.js'],
    define: { 'process.env.NODE_ENV': '"production"' },
    // The CommonJS packages in the bundle ask for Node's own modules through require.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'\nconst require = makeRequire(import.meta.url)",
    },
    logLevel: 'error',
  })
  renameSync(unfinished, join(product, 'serve.mjs'))
  writeFileSync(stamp, wanted)
}

/**
 * Brings the checkout to where `product` can be run: installed and built from the present sources. Quick when there is
 * nothing to do. Two callers at once take turns by refusal: npm and Next would trip over each other.
 */
export async function prepare({ built = true } = {}) {
  checkNode()
  process.chdir(root)
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  mkdirSync(join(root, '.data'), { recursive: true })
  const taken = takeLock(join(root, '.data', 'prepare.lock'))
  if (taken.holder) {
    throw new Trouble(`Another process (${taken.holder.pid}) is installing or building here: wait until it is done.`)
  }
  lock = taken
  process.once('exit', release)
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    await install()
    await generate()
    if (built) {
      await build()
      await assemble()
    }
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    release()
  }
}

function release() {
  lock?.release()
  lock = null
}
