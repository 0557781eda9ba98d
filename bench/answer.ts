import { fork } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from '../tests/product'
import { nextMessage, startLoader } from './load'
import type { Ask } from './load-process'
import { type Measured, medianOf, type Round, ratioOf, round, takeTurns } from './measure'
import { type Member, prepareMembers } from './members'
import { findPgbench, runPgbench } from './pgbench'
import { startServers } from './servers'

const WARM_UP = 1000
const ROUND_MS = 2000
/** Connections, and how many rounds they get: most where the targets stand. */
const ROUNDS = { 1: 5, 8: 9, 32: 5 } as const
/** The size of every pool; pgbench opens no more connections to the database than they do. */
const POOL = 12

type Contender = 'product' | 'bareRoute' | 'bareNode' | 'nodeWithClient' | 'pgbench'

/**
 * Answers saved per second through HTTP, at 1, 8 and 32 connections, beside what costs less and less: a bare route of the
 * same framework, Node's own server, and PostgreSQL alone. All run the same statement on the same server in turn, and
 * every request must save.
 */
export async function run(): Promise<Measured> {
  const program = findPgbench()
  const servers = await startServers()
  const loader = startLoader()
  const folder = temporaryFolder()
  const env = { ...process.env, NODE_ENV: 'production' as const, DATABASE_URL: servers.databaseUrl }
  const node = fork(join(import.meta.dirname, 'bare-node.ts'), { env })
  try {
    const bareNode = `http://127.0.0.1:${await nextMessage<number>(node)}`
    process.stderr.write('preparing members ...\n')
    // One set for the contenders over HTTP; pgbench counts by itself and has its own.
    const members = await prepareMembers(servers.databaseUrl, servers.product, 32)
    const others = await prepareMembers(servers.databaseUrl, servers.product, program ? POOL : 0)

    // Until the engine has compiled what is asked often.
    const targets = [
      [servers.product, '/api/answers'],
      [servers.bare, '/save'],
      [bareNode, '/pg'],
      [bareNode, '/client'],
    ] as const
    for (const [origin, path] of targets)
      await loader.run({ origin, requests: WARM_UP, connections: asksOf(members.slice(0, 8), path) })

    const measure = async (connections: keyof typeof ROUNDS) => {
      process.stderr.write(`saving over ${connections} connections ...\n`)
      const some = members.slice(0, connections)
      const load = (origin: string, path: string) => () =>
        loader.run({ origin, milliseconds: ROUND_MS, connections: asksOf(some, path) })
      return takeTurns<Contender>(
        {
          product: load(servers.product, '/api/answers'),
          bareRoute: load(servers.bare, '/save'),
          bareNode: load(bareNode, '/pg'),
          // Only to tell where the time goes.
          ...(connections === 1 && { nodeWithClient: load(bareNode, '/client') }),
          ...(program && {
            pgbench: () =>
              runPgbench(program, folder.folder, servers.databaseUrl, ROUND_MS / 1000, others.slice(0, connections)),
          }),
        },
        ROUNDS[connections],
      )
    }
    const at = { 1: await measure(1), 8: await measure(8), 32: await measure(32) }
    return { bench: 'answer', figures: figuresOf(at), notes: notesOf(at[1]) }
  } finally {
    loader.stop()
    node.kill()
    folder.remove()
    await servers.stop()
  }
}

/** Every connection is one member, who answers one question after the other, over and over. */
function asksOf(members: readonly Member[], path: string): Ask[][] {
  return members.map(({ cookie, saves }) =>
    saves.map((save) => ({
      path,
      cookie,
      save,
    })),
  )
}

type Turns = Partial<Record<Contender, Round[]>>

function figuresOf(at: Record<keyof typeof ROUNDS, Turns>): Record<string, number> {
  const { product = [], bareRoute = [], bareNode = [], pgbench } = at[8]
  const names = {
    product: 'answers_per_second',
    bareRoute: 'bare_route_per_second',
    bareNode: 'bare_node_per_second',
    pgbench: 'pgbench_per_second',
  } as const
  const figures: Record<string, number> = {
    of_bare_route_8: round(ratioOf(product, bareRoute, 'perSecond')),
    p95_of_bare_route_8: round(ratioOf(product, bareRoute, 'p95')),
    of_bare_node_8: round(ratioOf(product, bareNode, 'perSecond')),
    ...(pgbench && { of_pgbench_8: round(ratioOf(product, pgbench, 'perSecond')) }),
  }
  for (const [contender, name] of Object.entries(names) as [keyof typeof names, string][])
    for (const connections of [1, 8, 32] as const) {
      const rounds = at[connections][contender]
      if (rounds) figures[`${name}_${connections}`] = Math.round(medianOf(rounds, 'perSecond'))
    }
  for (const connections of [1, 8, 32] as const) {
    const { product = [], bareRoute = [] } = at[connections]
    figures[`p50_ms_${connections}`] = round(medianOf(product, 'p50'))
    figures[`p95_ms_${connections}`] = round(medianOf(product, 'p95'))
    figures[`bare_route_p95_ms_${connections}`] = round(medianOf(bareRoute, 'p95'))
  }
  return figures
}

/** Where the time of one answer goes: each contender does what the one before it does, and something more. */
function notesOf({ product = [], bareRoute = [], nodeWithClient = [], bareNode = [], pgbench }: Turns): string[] {
  const time = (rounds: readonly Round[]) => 1000 / medianOf(rounds, 'perSecond')
  const more = (rounds: readonly Round[], than: readonly Round[]) => `${round(time(rounds) - time(than))} ms`
  const share = [
    pgbench
      ? `${round(time(pgbench))} ms the statement and its way to PostgreSQL and back (pgbench), ${more(bareNode, pgbench)} Node's HTTP, the driver and the load itself`
      : `${round(time(bareNode))} ms the statement, Node's HTTP, the driver and the load itself`,
    `${more(nodeWithClient, bareNode)} the product's database client instead of the driver alone`,
    `${more(bareRoute, nodeWithClient)} the framework`,
    `${more(product, bareRoute)} what the product adds: cookie, checks of the request, reply`,
  ]
  return [
    `Where the ${round(time(product))} ms of one answer over one connection go: ${share.join('; ')}.`,
    `${WARM_UP} answers of warm-up, then rounds of ${ROUND_MS / 1000} s in turn, medians; ratios are medians of the ratios within a turn. Every reply was checked to say "saved".`,
    `The bare Node server and pgbench prepare the statement once for each connection; the product and the bare route run it as the product's client does. Pools of ${POOL} connections.`,
    pgbench
      ? `pgbench has as many clients as there are connections, at most ${POOL}.`
      : 'pgbench is not installed here, so that it was left out (Debian: postgresql-contrib or postgresql).',
    `Load, servers and PostgreSQL share ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}; Node ${process.versions.node}.`,
  ]
}
