import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { db, disconnect } from '@/lib/db/client'
import { getOrCreateSecret } from '@/lib/db/secret'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createPerson, createSession, createSessionCookie } from '../factories/people'

/** One answer of one person: what the product confirmed last, and what is on its way. */
type Slot = {
  key: string
  path: string
  cookie: string
  translationId: string
  options: string[]
  /** The newest number that the product confirmed, with its picks. */
  number: number
  picks: string
}

/** People who answer without pause, through whatever happens to the product. */
export type Writer = {
  /** How many saves the product has confirmed. */
  confirmed(): number
  /** What the product confirmed last for every answer, as of now. */
  newest(): { key: string; number: number; picks: string }[]
  /** Replies that no reader may ever get, such as a save refused without a reason. */
  wrong: string[]
  stop(): Promise<void>
}

const picksFor = ({ options }: Slot, number: number) => options[number % options.length] ?? ''

/** Signs people in, starts an attempt for each, and returns their answers. */
async function prepareSlots(databaseUrl: string, baseUrl: string, people: number): Promise<Slot[]> {
  process.env.DATABASE_URL = databaseUrl
  process.env.NEXTAUTH_URL = baseUrl
  process.env.NEXTAUTH_SECRET = await getOrCreateSecret()
  const { slug } = await db().quiz.findFirstOrThrow({ where: { status: 'published' }, select: { slug: true } })
  const slots: Slot[] = []
  for (let each = 0; each < people; each++) {
    const { personId } = await createPerson()
    const { viewer } = await createSession(personId)
    const { name, value } = await createSessionCookie(personId)
    const attemptId = await startQuiz(viewer, slug)
    for (const { position, order, translationIds } of await readQuestions(attemptId)) {
      slots.push({
        key: `${attemptId}/${position}`,
        path: `/api/attempts/${attemptId}/answers/${position}`,
        cookie: `${name}=${value}`,
        translationId: Object.values(translationIds)[0] ?? '',
        options: order,
        number: 0,
        picks: '',
      })
    }
  }
  await disconnect()
  return slots
}

/** Starts people who change their answers over and over, as the page's script would. */
export async function startWriter(databaseUrl: string, baseUrl: string, people = 4): Promise<Writer> {
  const slots = await prepareSlots(databaseUrl, baseUrl, people)
  const perPerson = slots.length / people
  const wrong: string[] = []
  let confirmed = 0
  let stopping = false

  const save = async (slot: Slot) => {
    const number = slot.number + 1
    const picks = picksFor(slot, number)
    const body = JSON.stringify({ picks: [picks], number, translationId: slot.translationId })
    const headers = { 'content-type': 'application/json', cookie: slot.cookie }
    // Without a reply the same save is sent again: it may have been stored, and then it is confirmed once more.
    while (!stopping) {
      try {
        const response = await fetch(`${baseUrl}${slot.path}`, {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(10_000),
        })
        const text = await response.text()
        if (response.status === 200) {
          Object.assign(slot, { number, picks })
          confirmed++
          return
        }
        if (response.status < 500) {
          wrong.push(`${slot.key} number ${number}: ${response.status} ${text}`)
          return
        }
      } catch {
        // The product is down; that is what this is about.
      }
      await pause(20)
    }
  }
  const work = Array.from({ length: people }, async (_, person) => {
    const own = slots.slice(person * perPerson, (person + 1) * perPerson)
    for (let turn = 0; !stopping; turn++) {
      const slot = own[turn % own.length]
      if (slot) await save(slot)
    }
  })

  return {
    confirmed: () => confirmed,
    newest: () => slots.map(({ key, number, picks }) => ({ key, number, picks })),
    wrong,
    async stop() {
      stopping = true
      await Promise.all(work)
    },
  }
}

/** The answers as the database has them. */
export async function readStored(databaseUrl: string): Promise<Map<string, { number: number; picks: string }>> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string; number: number; picks: string }>(
      `SELECT attempt_id || '/' || position AS key, seq AS number, array_to_string(picks, ' ') AS picks FROM answer`,
    )
    return new Map(rows.map(({ key, number, picks }) => [key, { number, picks }]))
  } finally {
    await client.end().catch(() => {})
  }
}
