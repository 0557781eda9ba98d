import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { innocents, violations } from './canary'

type Report = {
  modules: { source: string }[]
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

/** Runs the import rules over folders below `root`. */
async function checkImports(root: string, folders: string[]): Promise<Report> {
  const tool = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [tool, '--config', resolve('.dependency-cruiser.mjs'), '--output-type', 'json', ...folders]
  return new Promise((done, fail) => {
    // It ends with the number of violations, which is no failure here.
    execFile(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      try {
        done(JSON.parse(stdout))
      } catch {
        fail(new Error(stderr || stdout))
      }
    })
  })
}

test('the tree keeps every rule', { timeout: 60_000 }, async () => {
  const { summary, modules } = await checkImports('.', [
    'app',
    'bin',
    'components',
    'instrumentation.ts',
    'lib',
    'prisma',
    'proxy.ts',
  ])
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  // The tool reports success on nothing when it cannot read TypeScript.
  expect(summary.totalCruised).toBeGreaterThan(180)
  for (const extension of ['.tsx', '.ts', '.mjs'])
    expect(
      modules.some(({ source }) => source.endsWith(extension)),
      extension,
    ).toBe(true)
})

test('every violation planted in a small tree is found, and nothing else', { timeout: 60_000 }, async () => {
  const root = await mkdtemp(join(tmpdir(), 'canary-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  const planted = Object.entries(violations).flatMap(([rule, files]) => files.map((file) => ({ rule, ...file })))
  const texts = { ...innocents }
  for (const { from, source } of planted) texts[from] = [texts[from] ?? '', source].join('\n')
  texts['tsconfig.json'] = JSON.stringify({
    compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler', jsx: 'react-jsx', paths: { '@/*': ['./*'] } },
  })
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const { summary } = await checkImports(root, ['app', 'bin', 'components', 'lib'])
  const found = new Set(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))
  for (const { rule, from } of planted) expect(found, `${rule} in ${from}`).toContain(`${rule}: ${from}`)
  for (const violation of found) expect(Object.keys(innocents)).not.toContain(violation.split(': ')[1])
  const config = (await import(resolve('.dependency-cruiser.mjs'))).default
  expect(config.forbidden.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(violations).sort())
})
