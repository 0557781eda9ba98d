import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** PostgreSQL behind a door that counts the statements going in. */
export type CountingProxy = {
  /** The address of the same database, through the door. */
  url: string
  /** How many statements have gone in so far; BEGIN and COMMIT are statements too. */
  count(): number
  close(): void
}

const EXECUTE = 'E'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)

/** Listens on a free port and passes everything on to a PostgreSQL server. */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let statements = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    const read = messageReader((type) => {
      if (type === EXECUTE || type === QUERY) statements++
    })
    client.on('data', read)
    client.pipe(upstream)
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    count: () => statements,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Splits what a client sends into messages of the protocol and tells the type of each. The first has none. */
function messageReader(tell: (type: number) => void): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0)
  let isFirst = true
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const header = isFirst ? 4 : 5
      if (waiting.length < header) return
      const length = waiting.readInt32BE(header - 4) + header - 4
      if (waiting.length < length) return
      if (!isFirst) tell(waiting.readUInt8(0))
      isFirst = false
      waiting = waiting.subarray(length)
    }
  }
}
