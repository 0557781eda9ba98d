import { Agent, type IncomingMessage, request } from 'node:http'

/** One request of a connection, repeated in turn with its others. */
export type Ask = {
  path: string
  cookie: string
  /** For a save: what to send, but for its number, which counts up for each attempt and position. */
  save?: { attemptId: string; position: number; [field: string]: unknown }
}

/**
 * What the load process is told to do: every connection sends one request after the other, until the time is over or all
 * together have sent so many.
 */
export type Load = { origin: string; connections: Ask[][]; milliseconds?: number; requests?: number }

/** What it found: milliseconds of every request, or what was wrong with the first that did not do what it should. */
export type LoadReport = { latencies: number[]; seconds: number } | { failure: string }

const numbers = new Map<string, number>()

function send(origin: string, agent: Agent, ask: Ask): Promise<void> {
  const key = ask.save ? `${ask.save.attemptId}/${ask.save.position}` : ''
  const number = (numbers.get(key) ?? 0) + 1
  const body = ask.save && JSON.stringify({ ...ask.save, number })
  // Pages are asked for as browsers do, so that compressing counts; the few bytes of a save are read here as they come.
  const headers = body
    ? { cookie: ask.cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    : { cookie: ask.cookie, 'accept-encoding': 'gzip' }
  return new Promise((done, fail) => {
    const check = (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        const all = Buffer.concat(chunks)
        const isRight = response.statusCode === 200 && (!ask.save || all.includes('"status":"saved"'))
        if (!isRight) {
          const text = response.headers['content-encoding'] ? '' : all.toString().slice(0, 300)
          return fail(new Error(`${ask.path} number ${number}: ${response.statusCode} ${text}`))
        }
        numbers.set(key, number)
        done()
      })
    }
    const sent = request(`${origin}${ask.path}`, { method: body ? 'POST' : 'GET', agent, headers }, check)
    sent.on('error', fail)
    sent.end(body)
  })
}

async function run({ origin, connections, milliseconds = Infinity, requests = Infinity }: Load): Promise<LoadReport> {
  const latencies: number[] = []
  const start = performance.now()
  const end = start + milliseconds
  const work = connections.map(async (asks) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      for (let turn = 0; performance.now() < end && latencies.length < requests; turn++) {
        const ask = asks[turn % asks.length]
        if (!ask) throw new Error('a connection has nothing to ask')
        const since = performance.now()
        await send(origin, agent, ask)
        latencies.push(performance.now() - since)
      }
    } finally {
      agent.destroy()
    }
  })
  await Promise.all(work)
  return { latencies, seconds: (performance.now() - start) / 1000 }
}

process.on('message', (load: Load) => {
  run(load).then(
    (report) => process.send?.(report),
    (error: Error) => process.send?.({ failure: error.message } satisfies LoadReport),
  )
})
