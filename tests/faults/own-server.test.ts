import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../../lib/db/embedded/embedded'
import { built, freePort, launch, type Running, start, temporaryFolder, untilHealthy, untilShown } from '../product'

const data = temporaryFolder()
const elsewhere = temporaryFolder()
let server: Embedded
let running: Running | undefined

beforeAll(async () => {
  server = await startEmbedded({ folder: data.folder, log: () => {} })
  await statement(server.url, 'CREATE DATABASE elsewhere')
  await statement(server.url, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
})
afterAll(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  await server.stop()
  data.remove()
  elsewhere.remove()
})

async function statement(url: string, text: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function urlWith(change: (url: URL) => void): string {
  const url = new URL(server.url)
  change(url)
  return url.href
}

test('the built folder runs by itself, outside the project, on a server of one’s own', {
  timeout: 120_000,
}, async () => {
  const app = join(elsewhere.folder, 'app')
  cpSync(built, app, { recursive: true, verbatimSymlinks: true })
  const port = await freePort()
  const url = urlWith((each) => {
    each.pathname = '/elsewhere'
  })
  const launched = launch(['serve.mjs'], { DATABASE_URL: url, PORT: String(port) }, app)
  running = launched
  await untilHealthy(port, launched)
  await untilShown(launched, /Stop with Ctrl-C/)
  expect(launched.output()).not.toMatch(/Demo sign-ins/)
  expect(launched.output(), 'the password stays out of the terminal').not.toContain(new URL(url).password)
  const link = /http:\S+\/invitation\/\S+/.exec(launched.output())?.[0]
  expect(link).toBeTruthy()
  expect((await fetch(String(link).replace('localhost', '127.0.0.1'))).status).toBe(200)
  expect(await statement(url, 'SELECT count(*)::int AS people FROM person')).toEqual([{ people: 0 }])
  expect(existsSync(join(app, '.data')), 'there is no database of its own').toBe(false)

  launched.process.kill('SIGTERM')
  expect(await launched.ended).toBe(0)
  expect(await statement(url, 'SELECT 1 AS alive'), 'a server that is not ours is not stopped').toEqual([{ alive: 1 }])
})

const broken: [what: string, url: () => string, sentence: RegExp][] = [
  ['another kind of address', () => 'mysql://u:p@localhost/x', /does not begin with postgresql:/],
  ['no host', () => 'postgresql:///polyquiz', /lacks the host and the user/],
  ['no database', () => 'postgresql://u:p@127.0.0.1:5432', /lacks the name of the database/],
  ['a password that breaks the address', () => 'postgresql://u:p#1/2@127.0.0.1:5432/x', /cannot be read|lacks/],
  [
    'nobody listening',
    () =>
      urlWith((url) => {
        url.port = '1'
      }),
    /connection refused/,
  ],
  [
    'an unknown host',
    () =>
      urlWith((url) => {
        url.hostname = 'no-such-host.invalid'
      }),
    /no-such-host\.invalid/,
  ],
  [
    'a wrong password',
    () =>
      urlWith((url) => {
        url.password = 'wrong'
      }),
    /does not let "polyquiz" in/,
  ],
  [
    'no such database',
    () =>
      urlWith((url) => {
        url.pathname = '/nowhere'
      }),
    /has no database "nowhere"/,
  ],
  [
    'a database that is not in UTF-8',
    () =>
      urlWith((url) => {
        url.pathname = '/latin'
      }),
    /LATIN1.*UTF8/,
  ],
]

test.each(broken)('%s in DATABASE_URL is said in a sentence, and ends with 1', async (_, url, sentence) => {
  const refused = start({ DATABASE_URL: url() })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(sentence)
  expect(refused.output(), 'no stack trace').not.toMatch(/^\s+at /m)
  expect(refused.output().trim().split('\n'), 'one sentence').toHaveLength(1)
})
