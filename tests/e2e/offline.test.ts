import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { Socket } from 'node:net'
import type { Page } from 'playwright'
import { attemptIdOf, optionIds, pick, press } from './attempt-page'
import { afterEach, describe, expect, test } from './browser'
import { newPerson } from './people'
import { FIRST_QUIZ, storedAnswers } from './quizzes'
import { wordsOf } from './words'

const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const en = wordsOf('en')
const at = (place: number | 'finish' | 'result') => new RegExp(`/en/attempts/[0-9a-f-]+/${place}$`)

/** Chooses the n-th option without waiting for the server; returns its id. */
async function chooseUnsaved(page: Page, index: number): Promise<string> {
  await page.locator('form[data-ready="true"]').waitFor()
  const [id = ''] = (await optionIds(page)).slice(index, index + 1)
  await page.locator(`label:has(input[value="${id}"])`).click()
  await page.locator('#save-status[data-state="retrying"]').waitFor()
  return id
}

/** The service worker has every page of the attempt. */
const untilKept = (page: Page, pages: number) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await (await caches.open('pages')).keys()
        return kept.filter(({ url }) => /\/attempts\/.*\/\d+$/.test(url)).length
      }),
    )
    .toBe(pages)

/** A connection that can be pulled out: every request of a browser goes through it. */
async function openLine() {
  const sockets = new Set<Socket>()
  let isPulled = false
  const server = createServer((request, response) => {
    const onward = forward(request.url ?? '', { method: request.method, headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connection', (socket) => {
    if (isPulled) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  cleanups.push(() => server.close())
  return {
    proxy: `http://127.0.0.1:${address.port}`,
    pull() {
      isPulled = true
      for (const socket of sockets) socket.destroy()
    },
    plug() {
      isPulled = false
    },
  }
}

describe('without a connection', () => {
  test('an exam goes on: five saves wait, a reload included, and nothing is lost', async ({ newPage }) => {
    const line = await openLine()
    const page = await newPage({ as: await newPerson(), isOffline: true, proxy: line.proxy })
    await page.goto(`/en/quizzes/${FIRST_QUIZ}`)
    await press(page, en('quiz.exam'), at(1))
    await untilKept(page, 15)
    const attemptId = attemptIdOf(page)
    const [first = ''] = await optionIds(page)
    await pick(page, first)

    line.pull()
    const chosen = [first]
    for (let position = 2; position <= 6; position++) {
      await press(page, en('attempt.saveAndNext'), at(position))
      chosen.push(await chooseUnsaved(page, position % 3))
    }
    expect(await page.locator('#save-status').textContent()).toContain(en('attempt.retrying'))
    await page.reload()
    await page.locator('form[data-ready="true"]').waitFor()
    expect(
      await page.locator('input[name="pick"]:checked').evaluate((input) => (input as HTMLInputElement).value),
    ).toBe(chosen[5])
    const before = await storedAnswers(attemptId)
    expect(before.map(({ seq }) => seq).slice(0, 6)).toEqual([1, 0, 0, 0, 0, 0])

    line.plug()
    await expect.poll(async () => (await storedAnswers(attemptId)).filter(({ seq }) => seq > 0).length).toBe(6)
    const after = await storedAnswers(attemptId)
    expect(after.slice(0, 6).map(({ picks }) => picks)).toEqual(chosen.map((id) => [id]))
    const times = after.slice(0, 6).map(({ savedAt }) => savedAt?.getTime() ?? 0)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  test('what another device has saved meanwhile stays, and the person is told', async ({ newPage }) => {
    const person = await newPerson()
    const page = await newPage({ as: person, isOffline: true, expectedStatuses: [409] })
    await page.goto(`/en/quizzes/${FIRST_QUIZ}`)
    await press(page, en('quiz.exam'), at(1))
    const other = await newPage({ as: person })
    await other.goto(page.url())
    const [a = ''] = await optionIds(page)
    await page.context().setOffline(true)
    await chooseUnsaved(page, 1)
    await pick(other, a)
    await page.context().setOffline(false)
    await page.locator('#save-status[data-state="superseded"]').waitFor()
    expect((await storedAnswers(attemptIdOf(page)))[0]?.picks).toEqual([a])
  })

  test('an exam is not handed in before everything has arrived', async ({ newPage }) => {
    const page = await newPage({ as: await newPerson(), isOffline: true })
    await page.goto(`/en/quizzes/${FIRST_QUIZ}`)
    await press(page, en('quiz.exam'), at(1))
    const attemptId = attemptIdOf(page)
    await untilKept(page, 15)
    await page.goto(`/en/attempts/${attemptId}/finish`)
    await page.goto(`/en/attempts/${attemptId}/15`)
    await page.context().setOffline(true)
    const chosen = await chooseUnsaved(page, 0)
    await press(page, en('attempt.toFinish'), at('finish'))
    await page.getByRole('button', { name: en('attempt.submit') }).click()
    await page.getByText(en('attempt.unsent', { count: 1 })).waitFor()
    await page.context().setOffline(false)
    await press(page, en('attempt.submit'), at('result'))
    expect((await storedAnswers(attemptId))[14]?.picks).toEqual([chosen])
  })

  test('a page that is not kept says so, and comes when there is a connection', async ({ newPage }) => {
    const page = await newPage({ as: await newPerson(), locale: 'es', isOffline: true })
    const es = wordsOf('es')
    await page.goto(`/es/quizzes/${FIRST_QUIZ}`)
    await press(page, es('quiz.practise'), /\/1$/)
    await expect
      .poll(() => page.evaluate(async () => Boolean(await (await caches.open('pages')).match('/es/offline'))))
      .toBe(true)
    await page.context().setOffline(true)
    await page.goto('/es/progress')
    await page.getByRole('heading', { name: es('offline.title') }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: es('offline.again') }).click()
    await page.getByRole('heading', { name: es('progress.title'), exact: true }).waitFor()
  })
})
