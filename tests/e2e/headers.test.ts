import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startQuiz } from '../factories/attempts'
import { createViewer, newTeam } from '../factories/people'
import { ask, signedIn } from './ask'
import { describe, expect, test } from './browser'
import { FIRST_QUIZ } from './quizzes'

const built = resolve(import.meta.dirname, '../../.next/standalone')

/** The files that browsers load, by their addresses. */
const staticFiles = readdirSync(join(built, '.next/static'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
const addressOf = (file: string) => `/_next/${file.slice(join(built, '.next/').length)}`

describe('headers', () => {
  test('put every page of every kind under the strict policy, and name no product', async () => {
    const viewer = await createViewer({ role: 'admin', teams: { [newTeam()]: 'manager' } })
    const who = await signedIn(viewer.email)
    const attempt = `/en/attempts/${await startQuiz(viewer, FIRST_QUIZ)}`
    const paths = [
      '/',
      '/en',
      '/ja/quizzes',
      `/es/quizzes/${FIRST_QUIZ}`,
      '/zh-Hans/progress',
      '/en/profile',
      `${attempt}/1`,
      `${attempt}/finish`,
      `${attempt}/result`,
      '/en/sign-in',
      '/en/invitation/unknown',
      '/en/nothing',
      '/nothing',
      '/api/nothing',
      '/api/health',
      '/_next/nothing',
      '/_next/static/nothing.js',
      '/favicon.ico',
      '/robots.txt',
      '/icon.svg',
      '/assets/nothing',
      '/en/%00',
      '/en/quizzes/%E0%A4%A',
      '/en/quizzes/%00',
      '/en/invitation/%00',
      '/en/teams/%00',
      '/api/teams/%00/export?kind=results',
      '/api/quizzes/%00/export',
      '/api/unsubscribe/%00',
      '/assets/%00/figure.svg',
      '/assets/images/%00',
    ]
    let pages = 0
    for (const headers of [who, {}])
      for (const path of paths) {
        const reply = await ask(path, { headers })
        expect(reply.status, path).toBeLessThan(500)
        expect(Object.keys(reply.headers), path).not.toContain('x-powered-by')
        expect(Object.keys(reply.headers), path).not.toContain('server')
        if (!reply.headers['content-type']?.includes('text/html')) continue
        pages++
        const policy = reply.headers['content-security-policy'] ?? ''
        // What is no page of ours may run nothing at all.
        expect(policy, path).toMatch(/^default-src '(self|none)'/)
        expect(policy, path).not.toContain('unsafe')
        const nonce = /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? 'none'
        if (policy.startsWith("default-src 'self'"))
          for (const [script] of reply.body.matchAll(/<script\b[^>]*>/g))
            expect(script, path).toContain(`nonce="${nonce}"`)
        expect(reply.headers['x-content-type-options'], path).toBe('nosniff')
      }
    expect(pages).toBeGreaterThan(20)
  })

  test('keep pages of a person out of caches', async () => {
    const who = await signedIn((await createViewer()).email)
    for (const path of ['/en', '/en/quizzes', '/en/progress'])
      expect((await ask(path, { headers: who })).headers['cache-control'], path).toMatch(/no-store/)
  })

  test('two requests share no nonce', async () => {
    const policies = [await ask('/en/sign-in'), await ask('/en/sign-in')].map(
      ({ headers }) => headers['content-security-policy'],
    )
    expect(policies[0]).not.toBe(policies[1])
  })
})

describe('what browsers load', () => {
  test('comes without source maps', async () => {
    expect(staticFiles.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(5)
    expect(staticFiles.filter((file) => file.endsWith('.map'))).toEqual([])
    for (const file of staticFiles) {
      if (!/\.(js|css)$/.test(file)) continue
      expect(readFileSync(file, 'utf8'), file).not.toContain('sourceMappingURL')
      expect((await ask(`${addressOf(file)}.map`)).status, file).toBe(404)
    }
  })

  test('is served as it was built', async () => {
    for (const file of staticFiles) {
      const reply = await ask(addressOf(file))
      expect(reply.status, file).toBe(200)
      expect(reply.headers['x-powered-by'], file).toBeUndefined()
    }
  })
})
