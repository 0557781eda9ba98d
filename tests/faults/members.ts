import { setTimeout as pause } from 'node:timers/promises'
import { db, disconnect } from '@/lib/db/client'
import { getOrCreateSecret } from '@/lib/db/secret'
import { createPerson, createSessionCookie } from '../factories/people'

/** A question at its place, as a page would know it. */
type Question = { options: string[]; takesSeveral: boolean; translationId: string }

/** What the product has confirmed. */
export type Ledger = {
  /** Attempts whose start was confirmed. */
  started: Set<string>
  /** For every answer, by attempt and position, the newest number that was confirmed, with its picks. */
  saved: Map<string, { number: number; picks: string }>
  /** Attempts whose end was confirmed. */
  submitted: Set<string>
}

/** People who take a quiz over and over, through whatever happens to the product. */
export type Members = {
  /** How many starts, saves and submits the product has confirmed. */
  acknowledged(): number
  /** What was confirmed, as of now. */
  ledger(): Ledger
  /** Replies that no reader may ever get, such as a save refused without a reason. */
  wrong: string[]
  /** Attempts that some began and then left lying. */
  leftLying: Promise<string[]>
  stop(): Promise<void>
}

type Reply = { status: number; location: string; body: string }
type Member = { cookie: string; attemptId: string; numbers: number[] }

/** How many requests are on their way at any moment. */
const AT_ONCE = 16

/** Several at a time, so that two hundred people are soon there. */
async function inTens<Result>(count: number, make: () => Promise<Result>): Promise<Result[]> {
  const made: Result[] = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(10, count - made.length) }, make))))
  return made
}

/** The first published quiz without pools, whose questions stand at the same places for everyone. */
async function readQuiz(): Promise<{ slug: string; questions: Question[] }> {
  const { slug, items } = await db().quiz.findFirstOrThrow({
    where: { status: 'published', pools: { none: {} } },
    orderBy: { slug: 'asc' },
    include: {
      items: {
        orderBy: { position: 'asc' },
        include: {
          question: {
            include: {
              versions: { include: { options: true, translations: { where: { status: 'published' } } } },
            },
          },
        },
      },
    },
  })
  const questions = items.flatMap(({ question }) =>
    question.versions.map(({ kind, options, translations }) => ({
      options: options.map(({ optionId }) => optionId),
      takesSeveral: kind === 'multiple',
      translationId: translations[0]?.id ?? '',
    })),
  )
  return { slug, questions }
}

/**
 * Starts people who take a quiz as the page's script would: they start, answer, change answers, submit, now and then
 * twice, and start again.
 *
 * @param sleepers how many of them begin an attempt, answer a little and leave it lying
 */
export async function startMembers(
  databaseUrl: string,
  baseUrl: string,
  { people, sleepers }: { people: number; sleepers: number },
): Promise<Members> {
  process.env.DATABASE_URL = databaseUrl
  process.env.NEXTAUTH_URL = baseUrl
  process.env.NEXTAUTH_SECRET = await getOrCreateSecret()
  const { slug, questions } = await readQuiz()
  const members = await inTens(people, async (): Promise<Member> => {
    const { name, value } = await createSessionCookie((await createPerson()).personId)
    return { cookie: `${name}=${value}`, attemptId: '', numbers: [] }
  })
  await disconnect()

  const ledger: Ledger = { started: new Set(), saved: new Map(), submitted: new Set() }
  const wrong: string[] = []
  let acknowledged = 0
  let stopping = false

  /** Sends the same until there is a reply: it may have been done already, and then it is confirmed once more. */
  async function send(member: Member, path: string, body: object | URLSearchParams): Promise<Reply | null> {
    const isForm = body instanceof URLSearchParams
    while (!stopping) {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method: 'POST',
          headers: { cookie: member.cookie, ...(isForm ? {} : { 'content-type': 'application/json' }) },
          body: isForm ? body : JSON.stringify(body),
          redirect: 'manual',
          signal: AbortSignal.timeout(60_000),
        })
        const text = await response.text()
        if (response.status < 500)
          return { status: response.status, location: response.headers.get('location') ?? '', body: text }
      } catch {
        // The product is down; that is what this is about.
      }
      await pause(100 + 200 * Math.random())
    }
    return null
  }
  const complain = (what: string, { status, location, body }: Reply) =>
    wrong.push(`${what}: ${status} ${location} ${body.slice(0, 300)}`)

  async function start(member: Member, mode: 'practice' | 'exam') {
    const reply = await send(member, `/api/quizzes/${slug}/attempts`, new URLSearchParams({ uiLocale: 'en', mode }))
    if (!reply) return
    const [, attemptId] = /\/en\/attempts\/([0-9a-f-]{36})\/1$/.exec(reply.location) ?? []
    if (!attemptId) return complain('start', reply)
    Object.assign(member, { attemptId, numbers: questions.map(() => 0) })
    ledger.started.add(attemptId)
    acknowledged++
  }

  async function save(member: Member, index: number) {
    const { attemptId, numbers } = member
    const question = questions[index]
    if (!question) throw new Error(`The quiz has no question ${index + 1}.`)
    const number = (numbers[index] ?? 0) + 1
    const chosen = question.options.filter(() => Math.random() < 0.4)
    const picks = question.takesSeveral ? chosen : chosen.slice(0, 1)
    const path = '/api/answers'
    const position = index + 1
    const reply = await send(member, path, {
      attemptId,
      position,
      picks,
      number,
      translationId: question.translationId,
    })
    if (!reply) return
    if (reply.status !== 200) return complain(`${path} ${attemptId}/${position} number ${number}`, reply)
    numbers[index] = number
    ledger.saved.set(`${attemptId}/${position}`, { number, picks: [...picks].sort().join(' ') })
    acknowledged++
  }

  async function submit(member: Member) {
    const path = `/api/attempts/${member.attemptId}/submit`
    const form = new URLSearchParams({ uiLocale: 'en' })
    // Some press the button twice.
    const replies = await Promise.all(
      Array.from({ length: Math.random() < 0.3 ? 2 : 1 }, () => send(member, path, form)),
    )
    for (const reply of replies) {
      if (!reply) return
      if (reply.status !== 303 || !reply.location.endsWith(`/${member.attemptId}/result`)) return complain(path, reply)
    }
    ledger.submitted.add(member.attemptId)
    member.attemptId = ''
    acknowledged++
  }

  const anyQuestion = () => Math.floor(Math.random() * questions.length)
  async function goOn(member: Member) {
    if (member.attemptId === '') await start(member, Math.random() < 0.5 ? 'practice' : 'exam')
    else if (Math.random() < 0.15) await submit(member)
    else await save(member, anyQuestion())
  }
  // One click each, in turn; more at once would only try how long they wait.
  const queue = members.slice(sleepers)
  async function clickInTurn() {
    for (let member = queue.shift(); member && !stopping; member = queue.shift()) {
      await goOn(member)
      queue.push(member)
    }
  }
  async function leaveLying(member: Member): Promise<string> {
    await start(member, 'exam')
    for (let index = 0; index < 3; index++) await save(member, index)
    return member.attemptId
  }

  const leftLying = Promise.all(members.slice(0, sleepers).map(leaveLying))
  const work = Array.from({ length: AT_ONCE }, clickInTurn)
  return {
    acknowledged: () => acknowledged,
    ledger: () => ({
      started: new Set(ledger.started),
      saved: new Map(ledger.saved),
      submitted: new Set(ledger.submitted),
    }),
    wrong,
    leftLying,
    async stop() {
      stopping = true
      await Promise.all([leftLying, ...work])
    },
  }
}
