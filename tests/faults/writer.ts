import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/** Writes numbers, one commit each, for as long as it is let, through whatever happens to the server. */
export type Writer = {
  /** The numbers whose commit the server has confirmed. */
  acknowledged: ReadonlySet<number>
  /** The numbers that are in the database. */
  stored(): Promise<Set<number>>
  stop(): Promise<void>
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // A killed server ends the connection; the statement in flight reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Starts writing. The address is asked for again after every failure. */
export async function startWriter(urlNow: () => string): Promise<Writer> {
  const acknowledged = new Set<number>()
  let stopping = false
  const first = await connect(urlNow())
  await first.query('CREATE TABLE fault_tally (n int PRIMARY KEY)')
  await first.end()

  const work = (async () => {
    let client: Client | null = null
    for (let n = 1; !stopping; ) {
      try {
        client ??= await connect(urlNow())
        // The same number again after a failure: it may have reached the disk without its confirmation.
        await client.query('INSERT INTO fault_tally VALUES ($1) ON CONFLICT DO NOTHING', [n])
        acknowledged.add(n++)
      } catch {
        await client?.end().catch(() => {})
        client = null
        await pause(20)
      }
    }
    await client?.end().catch(() => {})
  })()

  return {
    acknowledged,
    async stored() {
      const client = await connect(urlNow())
      try {
        const { rows } = await client.query<{ n: number }>('SELECT n FROM fault_tally')
        return new Set(rows.map(({ n }) => n))
      } finally {
        await client.end().catch(() => {})
      }
    },
    async stop() {
      stopping = true
      await work
    },
  }
}
