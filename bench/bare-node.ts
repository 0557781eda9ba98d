import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { SAVE_ANSWER, saveValues } from '../lib/attempt/save-statement'
import { db } from '../lib/db/client'

/** The size of the product's own pool. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 12 })

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/**
 * Node's own server and nothing else: `/pg` runs the statement prepared, by the driver's pool, `/client` through the
 * product's client.
 */
const server = createServer(async (request, response) => {
  try {
    const { sessionHash, attemptId, position, ...choice } = await readBody(request)
    const values = saveValues(sessionHash, { attemptId, position }, choice)
    const [stored] =
      request.url === '/client'
        ? await db().$queryRawUnsafe<unknown[]>(SAVE_ANSWER, ...values)
        : (await pool.query({ name: 'save', text: SAVE_ANSWER, values })).rows
    const body = JSON.stringify({ status: stored ? 'saved' : 'refused', stored })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
