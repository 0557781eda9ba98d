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
} from './product'
import { startWriter } from './writer'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 20)
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
  `${ROUNDS} kills under writes lose nothing that was acknowledged and need no hand`,
  async () => {
    const port = await freePort()
    const env = { POLYQUIZ_DATA: folder, PORT: String(port) }
    running = start(env)
    await untilHealthy(port, running)
    const writer = await startWriter(() => databaseUrlOf(folder))
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const blow = BLOWS[round % BLOWS.length]
        const before = writer.acknowledged.size
        await until(`writes go on before round ${round + 1}`, () =>
          expect(writer.acknowledged.size).toBeGreaterThan(before + 50),
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
        const acknowledged = new Set(writer.acknowledged)
        const stored = await until('the rows can be read', () => writer.stored())
        const lost = [...acknowledged].filter((n) => !stored.has(n))
        expect(lost, `round ${round + 1}: killed ${blow}`).toEqual([])
        if (blow !== 'the application') expect(server).not.toContain(postmasterOf(folder))
      }
    } finally {
      await writer.stop()
    }
    expect(writer.acknowledged.size).toBeGreaterThan(ROUNDS * 50)
  },
)
