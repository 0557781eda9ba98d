import { afterAll, expect, test } from 'vitest'
import { isAlive } from '../../lib/db/embedded/lock.mjs'
import {
  databaseUrlOf,
  freePort,
  killOutright,
  postmasterOf,
  type Running,
  serverProcesses,
  start,
  temporaryFolder,
  until,
  untilHealthy,
} from '../product'
import { readStored, startWriter } from './writer'

/** How many times for each blow. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 20)
/** How many saves there are between two kills, at least. */
const SAVES = 50
const BLOWS = ['the application', 'every process of PostgreSQL', 'everything at once'] as const

const { folder, remove } = temporaryFolder()
let running: Running | undefined

afterAll(async () => {
  running?.process.kill('SIGTERM')
  await running?.ended
  remove()
})

// /proc is read to find the processes of the server.
test.runIf(process.platform === 'linux')(
  `killed ${ROUNDS} times in each of ${BLOWS.length} ways under writes, it loses nothing that was acknowledged and needs no hand`,
  async () => {
    const port = await freePort()
    const env = { POLYQUIZ_DATA: folder, PORT: String(port) }
    running = start(env)
    await untilHealthy(port, running)
    const writer = await startWriter(databaseUrlOf(folder), `http://localhost:${port}`)
    try {
      for (let round = 0; round < ROUNDS * BLOWS.length; round++) {
        const blow = BLOWS[round % BLOWS.length]
        const before = writer.confirmed()
        await until(`answers are saved before round ${round + 1}`, () =>
          expect(writer.confirmed()).toBeGreaterThan(before + SAVES),
        )
        const server = serverProcesses(folder)
        if (blow !== 'the application') killOutright(server)
        if (blow !== 'every process of PostgreSQL') {
          killOutright([running.pid])
          await running.ended
          if (blow === 'the application') expect(isAlive(postmasterOf(folder)), 'PostgreSQL is left behind').toBe(true)
          running = start(env)
        }
        await untilHealthy(port, running)
        // What was confirmed is noted first: while the answers are read, later saves may only add to them.
        const confirmed = writer.newest()
        const stored = await until('the answers can be read', () => readStored(databaseUrlOf(folder)))
        const lost = confirmed.filter(({ key, number, picks }) => {
          const found = stored.get(key)
          return !found || found.number < number || (found.number === number && found.picks !== picks)
        })
        expect(lost, `round ${round + 1}: killed ${blow}`).toEqual([])
        expect(writer.wrong, `round ${round + 1}: killed ${blow}`).toEqual([])
        if (blow !== 'the application') expect(server).not.toContain(postmasterOf(folder))
      }
    } finally {
      await writer.stop()
    }
    expect(writer.confirmed()).toBeGreaterThan(ROUNDS * BLOWS.length * SAVES)
  },
)
