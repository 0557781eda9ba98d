import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { getOrCreateSecret } from '@/lib/db/secret'
import { parseListAddress } from '@/lib/list/schema'
import { queueMails } from '@/lib/mail/commands/queue-mails'
import { sendMails } from '@/lib/mail/commands/send-mails'
import { unsubscribe } from '@/lib/mail/commands/unsubscribe'
import { getMail, getOwnMailWishes, listMails, readUnsubscribeLink } from '@/lib/mail/queries'
import { mailList } from '@/lib/mail/schema'
import { unsubscribeToken } from '@/lib/mail/unsubscribe-token'
import { erasePerson } from '@/lib/person/commands/erase-person'
import { deactivatePerson } from '@/lib/person/commands/manage-people'
import { saveProfile } from '@/lib/person/commands/save-profile'
import type { QuizDraft } from '@/lib/quiz/schema'
import { assignDirectly } from '../factories/assignments'
import { takeQuiz } from '../factories/attempts'
import { createPerson, createViewer, newTeam } from '../factories/people'
import { createQuiz, draftQuestion } from '../factories/quizzes'
import { unique } from '../factories/unique'
import { type App, startApp } from './app'
import { setClock, testDatabase, waitingForLocks } from './database'
import { type MailServer, startMailServer } from './mail-server'

const database = testDatabase()
const before = { ...process.env }

/** A process takes a while to start, and the database a moment to notice that one is gone. */
const PATIENT = { timeout: 20_000 }

let server: MailServer
let apps: App[] = []
let quiz: QuizDraft
let other: QuizDraft

const clock = (instant: string | Date) => setClock(database.url, new Date(instant).toISOString())
const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)
const queue = () => asOperator(() => queueMails())
const send = () => asOperator(() => sendMails())

beforeAll(async () => {
  server = await startMailServer()
  process.env.SMTP_URL = server.url
  process.env.MAIL_FROM = 'Polyquiz <quiz@example.test>'
  process.env.NEXTAUTH_URL = 'https://quiz.example.test'
  await clock('2027-01-01T00:00:00Z')
  quiz = await createQuiz({ locales: ['en', 'es', 'ja', 'zh-Hans'] })
  other = await createQuiz({ locales: ['en', 'ja'] })
  apps = [startApp(database.url), startApp(database.url)]
})
afterAll(async () => {
  for (const { child } of apps) child.disconnect()
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'NEXTAUTH_URL', 'POLYQUIZ_DATA'])
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  await server.close()
})

// People of one test are none of the next.
beforeEach(async () => {
  server.inbox.length = 0
  server.refused.clear()
  server.before = async () => {}
  await db().$executeRaw`DELETE FROM reminder`
  await db().$executeRaw`DELETE FROM outbox`
  await db().$executeRaw`DELETE FROM mail_run`
  await db().$executeRaw`UPDATE assignment SET archived_at = app_now() WHERE archived_at IS NULL`
  await db().$executeRaw`UPDATE membership SET until_at = app_now() WHERE until_at IS NULL`
})
afterEach(() => {
  process.env.SMTP_URL = server.url
})

/** Two application processes do at once what each does every few seconds. */
async function sweepAtOnce(): Promise<void> {
  await Promise.all(apps.map((app) => app.call(operator, 'queueMails', {})))
  await Promise.all(apps.map((app) => app.call(operator, 'sendMails', {})))
}

const arrivals = () => server.inbox.map(({ to, subject }) => `${to} ${subject}`)
const outboxOf = (personId: string) => db().outbox.findMany({ where: { personId }, orderBy: { createdAt: 'asc' } })
const title = (locale: string, of = quiz) => `${of.slug} in ${locale}`

describe('reminders', () => {
  test('come at eight by the clocks of each person, over changes of the clock, once each, in their language', async () => {
    await clock('2027-03-20T00:00:00Z')
    const zones = [
      {
        zone: 'Asia/Tokyo',
        person: { contentLocales: ['ko', 'ja'] },
        at: ['2027-03-23T23:00Z', '2027-03-29T23:00Z', '2027-03-31T23:00Z', '2027-04-06T23:00Z'],
        subjects: [`期限は3月31日(水)：${title('ja')}`, `期限切れ：${title('ja')}`],
      },
      {
        zone: 'America/New_York',
        person: { uiLocale: 'en' as const },
        at: ['2027-03-24T12:00Z', '2027-03-30T12:00Z', '2027-04-01T12:00Z', '2027-04-07T12:00Z'],
        subjects: [`Due Wed, Mar 31: ${title('en')}`, `Overdue: ${title('en')}`],
      },
      {
        // Clocks go forward on 28 March.
        zone: 'Europe/Madrid',
        person: { uiLocale: 'es' as const },
        at: ['2027-03-24T07:00Z', '2027-03-30T06:00Z', '2027-04-01T06:00Z', '2027-04-07T06:00Z'],
        subjects: [`Vence el mié, 31 mar: ${title('es')}`, `Asignación vencida: ${title('es')}`],
      },
      {
        zone: 'Pacific/Apia',
        person: { uiLocale: 'zh-Hans' as const },
        at: ['2027-03-23T19:00Z', '2027-03-29T19:00Z', '2027-03-31T19:00Z', '2027-04-06T19:00Z'],
        subjects: [`3月31日周三到期：${title('zh-Hans')}`, `已逾期：${title('zh-Hans')}`],
      },
    ]
    const expected: string[] = []
    const instants: Date[] = []
    for (const { zone, person, at, subjects } of zones) {
      const { personId, email } = await createPerson({ zone, ...person })
      await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-03-31', zone })
      const [soon, late] = subjects
      for (const [index, instant] of at.entries()) {
        expected.push(`${new Date(instant).toISOString()} ${email} ${index < 2 ? soon : late}`)
        instants.push(new Date(instant))
        if (index % 2 === 0) instants.push(new Date(Date.parse(instant) - 1000))
      }
    }
    const seen: string[] = []
    for (const instant of instants.sort((a, b) => a.getTime() - b.getTime())) {
      await clock(instant)
      const known = server.inbox.length
      await sweepAtOnce()
      seen.push(
        ...arrivals()
          .slice(known)
          .map((mail) => `${instant.toISOString()} ${mail}`),
      )
    }
    expect(seen.sort()).toEqual(expected.sort())
    // What goes over the wire is plain ASCII, whatever it says.
    for (const { raw, headers } of server.inbox) {
      expect(raw).toMatch(/^[\r\n\t\x20-\x7e]*$/)
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
      expect(headers['list-unsubscribe']).toMatch(/^<https:\/\/quiz\.example\.test\/api\/unsubscribe\/[\w-]{44}>$/)
    }
  })

  test('come at eight when clocks went back that night', async () => {
    await clock('2027-10-20T00:00:00Z')
    const { personId } = await createPerson({ zone: 'Europe/Madrid' })
    await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-11-01', zone: 'Europe/Madrid' })
    const counts: number[] = []
    for (const instant of [
      '2027-10-25T05:59:59Z',
      '2027-10-25T06:00:00Z',
      '2027-10-31T06:59:59Z',
      '2027-10-31T07:00:00Z',
    ]) {
      await clock(instant)
      await queue()
      await send()
      counts.push(server.inbox.length)
    }
    expect(counts).toEqual([0, 1, 1, 2])
  })

  test('are one mail a day of all there is, overdue first, each in the person’s own time', async () => {
    await clock('2027-05-01T00:00:00Z')
    const { personId, name, email } = await createPerson({ zone: 'Asia/Tokyo', uiLocale: 'en', contentLocales: ['ja'] })
    await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-05-14', zone: 'America/New_York' })
    await assignDirectly({ personId, quiz: other.slug, dueOn: '2027-05-10', zone: 'Asia/Tokyo' })
    const topics = await assignDirectly({ personId, topics: ['storage'], dueOn: '2027-05-09', zone: 'Asia/Tokyo' })
    // The server was down for days: of each the most urgent stage is told, and no other.
    await clock('2027-05-14T03:00:00Z')
    await queue()
    await send()
    expect(arrivals()).toEqual([`${email} Assignments: 2 overdue, 1 due soon`])
    const [mail] = server.inbox
    const [sent] = await outboxOf(personId)
    const token = unsubscribeToken(await getOrCreateSecret(), personId, 'reminder')
    const questions = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM assigned_question WHERE assignment_id = ${topics}::uuid`
    expect(mail?.text).toBe(`Hello ${name},

Overdue
=======

* Topic storage
  Was due by the end of Sunday, May 9, 2027.
  0 of ${questions[0]?.count} questions answered.
  https://quiz.example.test/en

* ${title('ja', other)}
  Was due by the end of Monday, May 10, 2027.
  https://quiz.example.test/en/quizzes/${other.slug}

Due soon
========

* ${title('ja')}
  Due by 1:00 PM on Saturday, May 15, 2027 (the end of Friday, May 14 in America/New_York).
  https://quiz.example.test/en/quizzes/${quiz.slug}

-- 
You get this because you have assignments in Polyquiz.

Days and times are in your time zone, Asia/Tokyo. You can change it in your profile.

Stop reminders by email
https://quiz.example.test/en/unsubscribe/${token}`)
    expect(mail?.html).toContain(
      `<a href="https://quiz.example.test/en/quizzes/${quiz.slug}" lang="ja">${title('ja')}</a>`,
    )
    expect(mail?.html).not.toMatch(/<(img|link|script|style)|url\(/)
    expect(sent).toMatchObject({ subject: mail?.subject, text: `${mail?.text}\n` })

    // Nothing is told twice; what comes next is the next stage of each.
    await clock('2027-05-14T09:00:00Z')
    await queue()
    await clock('2027-05-15T03:00:00Z')
    expect(await queue()).toBe(0)
    await send()
    expect(server.inbox).toHaveLength(1)
    await clock('2027-05-15T23:30:00Z')
    await queue()
    await send()
    expect(arrivals().slice(1)).toEqual([`${email} 2 assignments overdue`])
  })

  test('say when something is to be done again, until it is', async () => {
    await clock('2027-06-01T10:00:00Z')
    const viewer = await createViewer()
    await assignDirectly({ personId: viewer.personId, quiz: quiz.slug, dueOn: '2027-06-05', renewMonths: 1 })
    await takeQuiz(viewer, quiz.slug, [])
    const on = async (instant: string) => {
      await clock(instant)
      await queue()
      await send()
      return server.inbox.length
    }
    expect(await on('2027-06-04T08:00:00Z')).toBe(0)
    expect(await on('2027-06-23T08:00:00Z')).toBe(0)
    expect(await on('2027-06-24T08:00:00Z')).toBe(1)
    expect(server.inbox[0]?.text).toContain('To be done again by the end of Thursday, July 1, 2027.')
    // Done again between the queue and the mail.
    await clock('2027-06-30T08:00:00Z')
    await queue()
    await takeQuiz(viewer, quiz.slug, [])
    await send()
    expect(server.inbox).toHaveLength(1)
    expect(await on('2027-07-02T08:00:00Z')).toBe(1)
  })
})

describe('between the outbox and the mail', () => {
  test('what is done, unsubscribed, deactivated or erased goes nowhere', async () => {
    await clock('2027-07-01T00:00:00Z')
    const people: Record<string, Viewer> = {}
    for (const name of ['done', 'unsubscribed', 'deactivated', 'erased', 'half', 'waiting'])
      people[name] = await createViewer({ name: `${name} person` })
    const { done, unsubscribed, deactivated, erased, half } = people
    if (!done || !unsubscribed || !deactivated || !erased || !half) throw new Error('They were made.')
    for (const { personId } of Object.values(people))
      await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-07-08' })
    await assignDirectly({ personId: half.personId, quiz: other.slug, dueOn: '2027-07-08' })
    await clock('2027-07-01T08:00:00Z')
    expect(await queue()).toBe(6)

    await takeQuiz(done, quiz.slug, [])
    await takeQuiz(half, quiz.slug, [])
    const token = unsubscribeToken(await getOrCreateSecret(), unsubscribed.personId, 'reminder')
    const open = <Result>(work: () => Promise<Result>) => actAs(null, work)
    expect(await open(() => readUnsubscribeLink(token))).toEqual({ kind: 'reminder', isOff: false })
    expect(await open(() => unsubscribe(token))).toEqual({ status: 'done' })
    expect(await open(() => unsubscribe(token))).toEqual({ status: 'done' })
    expect(await open(() => readUnsubscribeLink(token))).toEqual({ kind: 'reminder', isOff: true })
    expect(await actAs(unsubscribed, getOwnMailWishes)).toEqual({ reminder: false, digest: true })
    const events = await db().auditEvent.findMany({
      where: { subjectId: unsubscribed.personId, action: 'person.unsubscribe' },
      include: { personal: true },
    })
    expect(events).toMatchObject([{ actorId: null, personal: { after: { mails: { reminder: false } } } }])
    await asOperator(() => deactivatePerson({ personId: deactivated.personId }))
    await asOperator(() => erasePerson({ personId: erased.personId }))

    expect(await send()).toBe(2)
    expect(arrivals().sort()).toEqual(
      [half, people.waiting]
        .map((viewer) => `${viewer?.email} Due Thu, Jul 8: ${title('en', viewer === half ? other : quiz)}`)
        .sort(),
    )
    const { total, mails } = await asOperator(() => listMails(parseListAddress(mailList, { state: 'ended' })))
    expect([total, mails.map(({ personName }) => personName).sort()]).toEqual([
      3,
      ['deactivated person', 'done person', 'unsubscribed person'],
    ])
    expect(await outboxOf(erased.personId)).toEqual([])
    // Nor is there anything for them the next time.
    await clock('2027-07-07T08:00:00Z')
    expect(await queue()).toBe(2)
  })

  test('erasing leaves of a sent mail only that it was sent', async () => {
    await clock('2027-07-20T08:00:00Z')
    const { personId } = await createPerson({ name: 'Whole Name' })
    await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-07-21' })
    await queue()
    await send()
    expect((await outboxOf(personId))[0]?.text).toContain('Whole Name')
    await asOperator(() => erasePerson({ personId }))
    expect(await outboxOf(personId)).toMatchObject([
      { subject: null, text: null, payload: {}, lastError: null, sentAt: expect.any(Date) },
    ])
    expect(await db().reminder.count({ where: { personId } })).toBe(0)
    const token = unsubscribeToken(await getOrCreateSecret(), personId, 'reminder')
    expect(await actAs(null, () => readUnsubscribeLink(token))).toBeNull()
    expect(await actAs(null, () => unsubscribe(token))).toEqual({ status: 'not-found' })
  })

  test('a profile switches mails off and on again, and says so in the audit trail', async () => {
    const viewer = await createViewer()
    const profile = { name: 'Someone', uiLocale: 'en' as const, contentLocales: [], zone: 'UTC', onBoards: true }
    await actAs(viewer, () => saveProfile({ ...profile, mails: { reminder: false } }))
    expect(await actAs(viewer, getOwnMailWishes)).toEqual({ reminder: false, digest: true })
    await actAs(viewer, () => saveProfile({ ...profile, mails: { reminder: true, digest: false } }))
    expect(await actAs(viewer, getOwnMailWishes)).toEqual({ reminder: true, digest: false })
    const events = await db().auditEvent.findMany({
      where: { subjectId: viewer.personId, action: 'person.profile' },
      orderBy: { id: 'asc' },
      include: { personal: true },
    })
    expect(events.at(-1)?.personal).toMatchObject({
      before: { mails: { reminder: false, digest: true } },
      after: { mails: { reminder: true, digest: false } },
    })
  })
})

describe('a process that is killed', () => {
  let personId = ''
  beforeEach(async () => {
    await clock('2027-08-01T08:00:00Z')
    personId = (await createPerson()).personId
    await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-08-02' })
  })
  const kill = async ({ child }: App) => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  /** An application process, and one that will be killed while it does something. */
  const start = () => startApp(database.url)

  test('after writing the outbox, before the mail server has acknowledged: it arrives once', async () => {
    const app = start()
    expect(await app.call(operator, 'queueMails', {})).toBe(1)
    const reached = new Promise<void>((resolve) => {
      server.before = () => {
        server.before = async () => {}
        resolve()
        // No acknowledgement, ever.
        return new Promise(() => {})
      }
    })
    const sending = app.call(operator, 'sendMails', {}).catch(() => 'killed')
    await reached
    // The mail is locked: nobody else takes it.
    expect(await send()).toBe(0)
    await kill(app)
    expect(await sending).toBe('killed')
    await expect.poll(send, PATIENT).toBe(1)
    expect(server.inbox).toHaveLength(1)
    expect(await outboxOf(personId)).toMatchObject([{ sentAt: expect.any(Date) }])
  })

  test('after the acknowledgement and before the record: it comes again as the same mail', async () => {
    await queue()
    const app = start()
    const blocker = new Client({ connectionString: database.url })
    await blocker.connect()
    onTestFinished(() => blocker.end())
    await blocker.query('BEGIN')
    // Lets the mail be locked, and not be marked as sent.
    await blocker.query('LOCK TABLE outbox IN SHARE MODE')
    const sending = app.call(operator, 'sendMails', {}).catch(() => 'killed')
    await expect.poll(() => waitingForLocks(database.url), PATIENT).toBe(1)
    expect(server.inbox).toHaveLength(1)
    await kill(app)
    await blocker.query('COMMIT')
    expect(await sending).toBe('killed')
    await expect.poll(send, PATIENT).toBe(1)
    expect(await send()).toBe(0)
    const ids = server.inbox.map(({ headers }) => headers['message-id'])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@quiz\.example\.test>$/)
    expect(ids[1]).toBe(ids[0])
  })
})

describe('a mail server', () => {
  test('that refuses one address holds up nobody; the mail is tried again, longer apart, and given up', async () => {
    await clock('2027-09-01T08:00:00Z')
    const [bad, good] = [await createPerson(), await createPerson()]
    for (const { personId } of [bad, good]) await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-09-30' })
    await clock('2027-09-23T08:00:00Z')
    await queue()
    server.refused.add(bad.email)
    expect(await send()).toBe(1)
    expect(server.inbox.map(({ to }) => to)).toEqual([good.email])
    const [row] = await outboxOf(bad.personId)
    expect(row).toMatchObject({ tries: 1, sentAt: null, endedAt: null, notBefore: new Date('2027-09-23T08:05:00Z') })
    expect(row?.lastError).toContain('No such person here')
    expect((await asOperator(() => getMail(row?.id ?? '')))?.state).toBe('failed')

    await clock('2027-09-23T08:04:59Z')
    await send()
    expect((await outboxOf(bad.personId))[0]?.tries).toBe(1)
    await clock('2027-09-23T08:05:00Z')
    await send()
    expect((await outboxOf(bad.personId))[0]).toMatchObject({ tries: 2, notBefore: new Date('2027-09-23T08:20:00Z') })
    await clock('2027-09-26T08:00:00Z')
    await send()
    expect((await outboxOf(bad.personId))[0]).toMatchObject({ tries: 3, endedAt: new Date('2027-09-26T08:00:00Z') })
    server.refused.clear()
    await clock('2027-09-27T08:00:00Z')
    expect(await send()).toBe(0)
    expect((await outboxOf(bad.personId))[0]?.lastError).toContain('No such person here')
  })

  test('that is away for days and comes back brings each person one mail, of how things stand', async () => {
    await clock('2027-10-01T00:00:00Z')
    const people = [await createPerson(), await createPerson({ name: 'Other' })]
    for (const { personId } of people) await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-10-08' })
    await clock('2027-10-07T08:00:00Z')
    expect(await queue()).toBe(2)
    const { port } = new URL(server.url)
    await server.close()
    expect(await send()).toBe(0)
    // One try tells that it is away: the other mail is left alone.
    const tries = await db().outbox.findMany({ orderBy: { tries: 'desc' } })
    expect(tries.map((row) => row.tries)).toEqual([1, 0])
    expect(tries[0]?.lastError).toContain('ECONNREFUSED')
    // The next stage replaces what still waits.
    await clock('2027-10-09T08:00:00Z')
    expect(await queue()).toBe(2)
    server = await startMailServer(Number(port))
    await sweepAtOnce()
    expect(arrivals().sort()).toEqual(people.map(({ email }) => `${email} Overdue: ${title('en')}`).sort())
    await clock('2027-10-09T09:00:00Z')
    await sweepAtOnce()
    expect(server.inbox).toHaveLength(2)
  })

  test('is not needed: mails are written as files, once, and admins read them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'polyquiz-mails-'))
    delete process.env.SMTP_URL
    process.env.POLYQUIZ_DATA = folder
    await clock('2027-11-01T08:00:00Z')
    const { personId, email, name } = await createPerson({ uiLocale: 'ja' })
    await assignDirectly({ personId, quiz: quiz.slug, dueOn: '2027-11-02' })
    await queue()
    const waiting = parseListAddress(mailList, { state: 'waiting', kind: 'reminder', q: name })
    expect(await asOperator(() => listMails(waiting))).toMatchObject({
      total: 1,
      mails: [{ state: 'waiting', subject: null, locale: null, personName: name }],
      place: { folder: join(folder, 'mail') },
    })
    expect(await send()).toBe(1)
    expect(readdirSync(join(folder, 'mail'))).toEqual([`reminder-${personId}-2027-11-01.eml`])
    expect(readFileSync(join(folder, 'mail', `reminder-${personId}-2027-11-01.eml`), 'utf8')).toContain(`<${email}>`)
    const { mails } = await asOperator(() => listMails(parseListAddress(mailList, { state: 'sent', q: '期限は' })))
    expect(mails).toMatchObject([{ state: 'sent', locale: 'ja', subject: `期限は11月2日(火)：${title('ja')}` }])
    expect(await asOperator(() => getMail(mails[0]?.mailId ?? ''))).toMatchObject({
      email,
      text: expect.stringContaining('期限：2027年11月2日火曜日いっぱい'),
    })
    await asOperator(() => erasePerson({ personId }))
    expect(readdirSync(join(folder, 'mail'))).toEqual([])
    delete process.env.POLYQUIZ_DATA
    rmSync(folder, { recursive: true })
  })
})

test('a digest tells managers on Monday how their teams stand, and nobody else', async () => {
  // A Friday.
  await clock('2027-12-03T00:00:00Z')
  const [team, empty] = [newTeam(), newTeam()]
  const manager = await createPerson({
    name: 'Mona',
    zone: 'Asia/Tokyo',
    teams: { [team]: 'manager', [empty]: 'manager' },
  })
  const silent = await createViewer({ zone: 'Asia/Tokyo', teams: { [team]: 'manager' } })
  const leaver = await createPerson({ zone: 'Asia/Tokyo', teams: { [team]: 'manager' } })
  const idle = await createPerson({ zone: 'Asia/Tokyo', teams: { [empty]: 'manager' } })
  const members = []
  for (const name of ['Ana', 'Ben', 'Chen'])
    members.push(await createViewer({ name, zone: 'UTC', teams: { [team]: 'member' } }))
  const [ana, ben] = members
  if (!ana || !ben) throw new Error('They were made.')
  const topic = unique('topic')
  const weak = await createQuiz({
    questions: [1, 2, 3].map(() => draftQuestion({ topics: [topic] })),
  })
  await assignDirectly({ team, quiz: weak.slug, dueOn: '2027-12-04', zone: 'Asia/Tokyo' })
  await assignDirectly({ team, quiz: quiz.slug, dueOn: '2027-12-04', zone: 'Asia/Tokyo' })
  await takeQuiz(ana, weak.slug, ['right', ['a'], ['a']])
  await takeQuiz(ben, weak.slug, ['right', ['a'], ['a']])
  await takeQuiz(ana, quiz.slug, ['right', 'right', 'right'])
  await actAs(silent, () =>
    saveProfile({
      name: 'Silent',
      uiLocale: 'en',
      contentLocales: [],
      zone: 'Asia/Tokyo',
      onBoards: true,
      mails: { digest: false },
    }),
  )
  const digests = () => server.inbox.filter(({ text }) => text.includes('Mondays'))
  await clock('2027-12-05T22:59:59Z')
  await sweepAtOnce()
  expect(digests()).toEqual([])
  await clock('2027-12-05T23:00:00Z')
  await queue()
  await asOperator(() => deactivatePerson({ personId: leaver.personId }))
  await sweepAtOnce()
  await clock('2027-12-06T23:30:00Z')
  await sweepAtOnce()
  expect(digests().map(({ to, subject }) => `${to} ${subject}`)).toEqual([
    `${manager.email} ${team} this week: 3 assignments overdue`,
  ])
  expect(digests()[0]?.text.split('\n-- ')[0]).toBe(`Hello Mona,

${team} (3 members)
${'='.repeat(team.length + 12)}

Assignments: 3 of 6 done, 3 overdue.

Overdue: Chen (2) and Ben.

Weakest topic: Topic ${topic}, 33% right (n = 6, 95% interval 10% to 70%).

Open the team’s page
https://quiz.example.test/en/teams/${team}
`)
  expect(await outboxOf(silent.personId)).toEqual([])
  expect(await outboxOf(idle.personId)).toMatchObject([{ sentAt: null, endedAt: expect.any(Date) }])

  // It is the manager's: who runs Polyquiz sees that it was sent, and reads it only where there is no mail server.
  const [sent] = await outboxOf(manager.personId)
  const admin = await createViewer({ role: 'admin' })
  const seen = () => actAs(admin, () => getMail(sent?.id ?? ''))
  expect(await seen()).toMatchObject({ state: 'sent', personName: 'Mona', isPrivate: true, subject: null, text: null })
  delete process.env.SMTP_URL
  expect(await seen()).toMatchObject({ isPrivate: false, text: expect.stringContaining('Chen') })
  process.env.SMTP_URL = server.url

  // Someone named there is erased: what was sent to the manager does not keep the name.
  await asOperator(() => erasePerson({ personId: ben.personId }))
  expect(await outboxOf(manager.personId)).toMatchObject([{ text: null, subject: expect.any(String) }])
})
