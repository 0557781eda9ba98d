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
import { startMembers } from './members'
import { ask, findLost, findScoredTwice, findWrongScores, type Rows, readRows } from './rows'

/** How many times for each blow. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 20)
const PEOPLE = 200
/** How many of them begin an exam and never come back. */
const SLEEPERS = 10
/** How much is confirmed between two blows, at least. */
const BETWEEN = 30
/** Those that the application outlives come last: it has time to end what was left lying. */
const BLOWS = [
  'the application is killed',
  'everything is killed at once',
  'every process of PostgreSQL is killed',
  'PostgreSQL is stopped',
] as const

const idsOf = (ids: string[]) => ids.map((id) => `'${id}'`).join()

const { folder, remove } = temporaryFolder()
let running: Running | undefined

afterAll(async () => {
  running?.process.kill('SIGTERM')
  await running?.ended
  remove()
})

// /proc is read to find the processes of the server.
test.runIf(process.platform === 'linux')(
  `struck ${ROUNDS} times in each of ${BLOWS.length} ways while ${PEOPLE} people take a quiz, it loses nothing that was acknowledged, scores once and rightly, and needs no hand`,
  async ({ task }) => {
    const port = await freePort()
    const env = { POLYQUIZ_DATA: folder, PORT: String(port) }
    running = start(env)
    await untilHealthy(port, running)
    const members = await startMembers(databaseUrlOf(folder), `http://localhost:${port}`, {
      people: PEOPLE,
      sleepers: SLEEPERS,
    })
    let before: Rows = new Map()

    /** Holds what was confirmed against what is there, and what is there against itself. */
    const look = async (when: string) => {
      // What was confirmed is noted first: while the rows are read, later saves may only add to them.
      const ledger = members.ledger()
      const rows = await until('the rows can be read', () => readRows(databaseUrlOf(folder)))
      const lost = findLost(ledger, rows)
      const scoredTwice = findScoredTwice(before, rows)
      expect({ lost, scoredTwice, wrongScores: findWrongScores(rows), wrong: members.wrong }, when).toEqual({
        lost: [],
        scoredTwice: [],
        wrongScores: [],
        wrong: [],
      })
      before = rows
      return { lost: lost.length, scoredTwice: scoredTwice.length }
    }

    const sleeping = await members.leftLying
    await ask(
      databaseUrlOf(folder),
      `UPDATE attempt SET deadline_at = now(), grace_seconds = 0 WHERE id IN (${idsOf(sleeping)})`,
    )
    try {
      for (let round = 0; round < ROUNDS * BLOWS.length; round++) {
        const blow = BLOWS[round % BLOWS.length]
        const when = `round ${round + 1}: ${blow}`
        const soFar = members.acknowledged()
        await until(`the people go on before ${when}`, () =>
          expect(members.acknowledged()).toBeGreaterThan(soFar + BETWEEN),
        )
        const server = serverProcesses(folder)
        const parent = postmasterOf(folder)
        switch (blow) {
          case 'the application is killed':
            killOutright([running.pid])
            await running.ended
            expect(isAlive(parent), 'PostgreSQL is left behind').toBe(true)
            running = start(env)
            break
          case 'every process of PostgreSQL is killed':
            killOutright(server)
            break
          case 'PostgreSQL is stopped':
            // Its own fast way: transactions are rolled back, connections are cut.
            process.kill(parent, 'SIGINT')
            await until('it has stopped', () => expect(isAlive(parent)).toBe(false))
            break
          case 'everything is killed at once':
            killOutright([...server, running.pid])
            await running.ended
            running = start(env)
        }
        await untilHealthy(port, running)
        await look(when)
        if (blow !== 'the application is killed') expect(server).not.toContain(postmasterOf(folder))
      }
      await until('someone has finished', () => expect(members.ledger().submitted.size).toBeGreaterThan(0))
    } finally {
      await members.stop()
    }
    // Ended by the product itself, in its own time, for which nobody needs to go on clicking.
    await until('what was left lying has been ended', async () => {
      const ended = await ask<{ ended: string | null }>(
        databaseUrlOf(folder),
        `SELECT ended FROM attempt WHERE id IN (${idsOf(sleeping)})`,
      )
      expect(ended.map(({ ended }) => ended)).toEqual(Array(SLEEPERS).fill('expired'))
    })
    const { lost, scoredTwice } = await look('in the end')
    const attempts = [...before.values()]
    const ended = attempts.filter(({ ended }) => ended)
    expect(members.acknowledged()).toBeGreaterThan(ROUNDS * BLOWS.length * BETWEEN)
    expect(ended.length).toBeGreaterThan(SLEEPERS)
    task.meta.figures = [
      `${new Set(attempts.map(({ of }) => of)).size} people, ${attempts.length} attempts, ${ended.length} ended: each scored as its rows say, told option by option`,
      `checked ${ROUNDS * BLOWS.length + 1} times: no result has changed since it was recorded, and of each person's attempts one counts, the first`,
      `acknowledged ${members.acknowledged()}`,
      `lost ${lost}`,
      `double-scored ${scoredTwice}`,
    ]
  },
)
