import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../../lib/db/embedded/lock.mjs'
import { freePort, postmasterOf, type Running, start, temporaryFolder, untilHealthy, untilShown } from '../product'

const { folder, remove } = temporaryFolder()
let port = 0
let running: Running
const env = () => ({ POLYQUIZ_DATA: folder, PORT: String(port) })

beforeAll(async () => {
  port = await freePort()
  running = start(env())
  await untilHealthy(port, running)
})
afterAll(async () => {
  running.process.kill('SIGTERM')
  await running.ended
  remove()
})

test('the terminal says where it is and who can sign in', async () => {
  await untilShown(running, /Stop with Ctrl-C/)
  expect(running.output()).toContain(`http://localhost:${port}`)
  expect(running.output()).toMatch(/Demo sign-ins[\s\S]*@/)
})

test('the demo is reached through loopback only', async () => {
  const { networkInterfaces } = await import('node:os')
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each && !each.internal && each.family === 'IPv4')
  for (const other of others) {
    await expect(fetch(`http://${other?.address}:${port}/api/health`), `${other?.address}`).rejects.toThrow()
  }
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).ok).toBe(true)
})

test('a second start on the same folder says that it runs already, and ends with 1', async () => {
  const second = start(env())
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/already running .*process \d+/)
  expect(second.output()).not.toMatch(/ at .*:\d+:\d+/)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the application and its database, with 0', async (signal) => {
  const server = postmasterOf(folder)
  running.process.kill(signal)
  expect(await running.ended).toBe(0)
  expect(isAlive(server)).toBe(false)
  running = start(env())
  await untilHealthy(port, running)
  await untilShown(running, /Stop with Ctrl-C/)
  // What takes long is done once; how long the rest takes is the machine's affair.
  expect(running.output()).not.toMatch(/Installing|Building|making a database|applied|loaded/)
})

test('a port that is taken is left alone: the next one is taken, and the terminal says so', async () => {
  running.process.kill('SIGTERM')
  await running.ended
  const other = createServer((_, response) => response.end('other')).listen({ port, host: '127.0.0.1' })
  await once(other, 'listening')
  running = start(env())
  await untilShown(running, /Stop with Ctrl-C/)
  expect(running.output()).toMatch(new RegExp(`port ${port} is taken; taking \\d+`))
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('other')
  other.close()
})
