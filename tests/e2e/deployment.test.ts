import { cpSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { built, freePort, launch, type Running, temporaryFolder, untilHealthy } from '../product'
import { attemptIdOf, optionIds, pick, press, stored } from './attempt-page'
import { afterEach, describe, expect, inject, test } from './browser'
import { newPerson } from './people'
import { publish, storedAnswers } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name === 'node_modules') return []
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

/** The application as the next build would leave it: another build, with scripts and styles under other names. */
function rebuilt(): string {
  const { folder, remove } = temporaryFolder()
  cleanups.push(remove)
  cpSync(built, folder, { recursive: true })
  const next = join(folder, '.next')
  const id = readFileSync(join(next, 'BUILD_ID'), 'utf8')
  const chunks = readdirSync(join(next, 'static/chunks')).filter((name) => /\.(js|css)$/.test(name))
  const names = new Map([[id, `z${id.slice(1)}`], ...chunks.map((name) => [name, `z${name}`] as const)])
  const pattern = new RegExp(
    [...names.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    'g',
  )
  for (const path of filesIn(next)) {
    if (!/\.(js|json|html|rsc|css)$|BUILD_ID$/.test(path)) continue
    const text = readFileSync(path, 'utf8')
    const changed = text.replace(pattern, (name) => names.get(name) ?? name)
    if (changed !== text) writeFileSync(path, changed)
  }
  for (const name of chunks) renameSync(join(next, 'static/chunks', name), join(next, 'static/chunks', `z${name}`))
  renameSync(join(next, 'static', id), join(next, 'static', names.get(id) ?? id))
  return folder
}

async function serve(folder: string, port: number): Promise<Running> {
  const env = { DATABASE_URL: inject('databaseUrl'), PORT: String(port), HOST: '127.0.0.1' }
  const running = launch(['serve.mjs'], env, folder)
  cleanups.push(async () => {
    running.process.kill('SIGTERM')
    await running.ended
  })
  await untilHealthy(port, running)
  return running
}

describe('a new deployment in the middle of an attempt', () => {
  test('takes the answers of a page of the old one, and goes on', async ({ newPage }) => {
    const port = await freePort()
    const old = await serve(built, port)
    const slug = await publish()
    const page = await newPage({ as: await newPerson(), isOffline: true })
    await page.goto(`http://localhost:${port}/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), /\/1$/)
    const [first = '', second = ''] = await optionIds(page)
    await pick(page, first)
    const scripts = () => page.locator('script[src]').evaluateAll((all) => all.map((each) => each.getAttribute('src')))
    const before = await scripts()

    old.process.kill('SIGTERM')
    await old.ended
    // What is chosen while nothing runs waits for the new one.
    await page.locator(`label:has(input[value="${second}"])`).click()
    await page.locator('#save-status[data-state="retrying"]').waitFor()
    await serve(rebuilt(), port)
    await page.locator('#save-status[data-state="saved"]').waitFor()
    expect((await stored(page, 1)).picks).toEqual([second])

    await press(page, en('attempt.saveAndNext'), /\/2$/)
    expect((await scripts()).filter((each) => before.includes(each))).toEqual([])
    const [option = ''] = await optionIds(page)
    await pick(page, option)
    const attemptId = attemptIdOf(page)
    await page.goto(page.url().replace(/2$/, 'finish'))
    await press(page, en('attempt.submit'), /\/result$/)
    expect((await storedAnswers(attemptId)).map(({ picks }) => picks).slice(0, 2)).toEqual([[second], [option]])
  })
})
