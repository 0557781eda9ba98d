#!/usr/bin/env node
// `npm test`: installs what is missing, builds, and runs every check. Goes on when one fails, and ends with the totals.
//   npm test -- NAME...   runs only the checks named
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { prepare, root, Trouble } from './prepare.mjs'

const reports = mkdtempSync(join(tmpdir(), 'polyquiz-reports-'))
const children = new Set()
let stopping = false

/** The surroundings of a check: nothing of the developer's own settings may decide it. */
function surroundings(env) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(POLYQUIZ_|NEXTAUTH_|DATABASE_URL$|NODE_ENV$|NODE_OPTIONS$|PORT$|HOST$|npm_)/.test(name),
  )
  return { ...Object.fromEntries(inherited), NEXT_TELEMETRY_DISABLED: '1', ...env }
}

function run(args, env) {
  return new Promise((done, fail) => {
    const output = []
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: surroundings(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', fail)
    child.on('close', (code) => {
      children.delete(child)
      done({ code, output: Buffer.concat(output).toString() })
    })
  })
}

/** A check that is one program: it counts as one. */
const program = (name, ...args) => ({
  name,
  async run() {
    const { code, output } = await run(args)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [], output }
  },
})

/** A check that is a Vitest project: each of its tests counts. */
const project = (name, { env = () => ({}), needsProduct = false } = {}) => ({
  name,
  needsProduct,
  async run() {
    const file = join(reports, `${name}.json`)
    const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code, output } = await run(
      ['node_modules/vitest/vitest.mjs', 'run', '--project', name, ...reporting],
      env(),
    )
    let report
    try {
      report = JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      return { passed: 0, failed: 1, skipped: [], output }
    }
    const tests = report.testResults.flatMap((each) => each.assertionResults)
    const count = (status) => tests.filter((each) => each.status === status).length
    const failed = count('failed')
    return {
      passed: count('passed'),
      // A file that cannot be loaded, an error outside every test, or no test at all is a failure too.
      failed: failed === 0 && (code !== 0 || tests.length === 0) ? 1 : failed,
      skipped: tests
        .filter((each) => each.status !== 'passed' && each.status !== 'failed')
        .map((each) => each.fullName),
      output,
    }
  },
})

const browser = { path: '' }
const withBrowser = () => {
  browser.path ||= ensureBrowser()
  return { CHROMIUM_PATH: browser.path }
}

const checks = [
  {
    name: 'build',
    async run() {
      await prepare()
      return { passed: 1, failed: 0, skipped: [], output: '' }
    },
  },
  // The longest first, so that no lane has a long one left when the other has nothing more to do.
  project('e2e', { needsProduct: true, env: withBrowser }),
  project('data'),
  project('faults', {
    needsProduct: true,
    env: () => ({ FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '3' }),
  }),
  project('unit'),
  program('types', 'node_modules/typescript-7/bin/tsc', '--noEmit'),
  project('architecture'),
  program('lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
]

async function main() {
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !checks.some((check) => check.name === name))
  if (unknown.length > 0)
    throw new Trouble(`There is no check "${unknown[0]}": ${checks.map(({ name }) => name).join(' ')}`)
  const chosen = checks.filter(
    ({ name }) =>
      named.length === 0 ||
      named.includes(name) ||
      (name === 'build' && checks.some((check) => check.needsProduct && named.includes(check.name))),
  )
  await prepare({ built: false })

  let passed = 0
  let failed = 0
  let isBuilt = true
  /** Takes one check after the other from those waiting, until none is left. */
  async function lane(waiting) {
    for (let check = waiting.shift(); check && !stopping; check = waiting.shift()) {
      const { name, needsProduct, run: runCheck } = check
      const since = Date.now()
      let result
      try {
        if (needsProduct && !isBuilt) throw new Trouble('not run, because the build failed')
        result = await runCheck()
      } catch (error) {
        const output = error instanceof Trouble ? error.message : String(error?.stack ?? error)
        result = { passed: 0, failed: 1, skipped: [], output }
      }
      if (name === 'build') isBuilt = result.failed === 0
      passed += result.passed
      failed += result.failed
      if (result.failed > 0) console.log(result.output.trimEnd())
      const counts = `${result.passed} passed${result.failed > 0 ? `, ${result.failed} failed` : ''}`
      const took = `${((Date.now() - since) / 1000).toFixed(1)} s`
      console.log(`${result.failed > 0 ? 'FAILED' : 'ok'.padEnd(6)}  ${name.padEnd(12)}  ${counts}  (${took})`)
      for (const test of result.skipped) console.log(`          skipped: ${test}`)
    }
  }
  const [build, rest] = [true, false].map((is) => chosen.filter(({ name }) => (name === 'build') === is))
  await lane(build)
  const since = Date.now()
  // Two at once: each waits for a browser or a database half of the time.
  await Promise.all([lane(rest), lane(rest)])
  console.log(`\nafter install and build: ${((Date.now() - since) / 60_000).toFixed(1)} min`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopping = true
    // Whoever runs now ends in its own way and takes what it started along; then there is nothing more to do.
    const running = [...children]
    let left = running.length
    if (left === 0) process.exit(130)
    for (const child of running) {
      child.once('close', () => --left === 0 && process.exit(130))
      child.kill(signal)
    }
  })
}
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

main().catch((error) => {
  console.error(error instanceof Trouble ? `\n${error.message}` : error)
  console.log('\n0 passed, 1 failed')
  process.exitCode = 1
})
