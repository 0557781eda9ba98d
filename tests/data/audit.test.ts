import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actAs, getViewer, operator, type Viewer } from '@/lib/access/viewer'
import { listAuditEntries, readAuditEntries } from '@/lib/audit/queries'
import { recordChange } from '@/lib/audit/record'
import { auditShape } from '@/lib/audit/schema'
import { rebuildBoards } from '@/lib/board/commands/rebuild-boards'
import { db } from '@/lib/db/client'
import { parseListAddress } from '@/lib/list/schema'
import { erasePerson } from '@/lib/person/commands/erase-person'
import { invitePerson } from '@/lib/person/commands/invitations'
import { addPerson, changeRole, setAllowance, setMembership } from '@/lib/person/commands/manage-people'
import { saveProfile } from '@/lib/person/commands/save-profile'
import { readInvitation } from '@/lib/person/queries'
import { takeQuiz } from '../factories/attempts'
import { createPerson, createSession, createViewer, newTeam } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { unique } from '../factories/unique'
import { setClock, testDatabase } from './database'

const database = testDatabase()
afterEach(() => setClock(database.url, null))

const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)
const words = { 'person.role': 'Changed a role', 'test.day': '日付を変更' }

let admin: Viewer
beforeAll(async () => {
  admin = await createViewer({ role: 'admin', name: 'Ada Auditor', zone: 'Asia/Tokyo' })
})

const list = (query: Record<string, string>) =>
  actAs(admin, () => listAuditEntries(parseListAddress(auditShape, query), words))
const found = async (query: Record<string, string>) =>
  (await list(query)).entries.map(({ action, subjectId }) => [action, subjectId])

describe('the trail', () => {
  test('can be added to by the application, and nothing else', async () => {
    const [role] = await db().$queryRaw<{ name: string }[]>`SELECT current_user::text AS name`
    expect(role?.name).not.toBe('')
    const before = await db().auditEvent.count()
    expect(before).toBeGreaterThan(0)
    const refused = 'the audit trail is append-only'
    await expect(db().$executeRaw`UPDATE audit_event SET action = 'other'`).rejects.toThrow(refused)
    await expect(db().$executeRaw`DELETE FROM audit_event`).rejects.toThrow(refused)
    await expect(db().$executeRaw`TRUNCATE audit_event, audit_personal`).rejects.toThrow(refused)
    await expect(db().$executeRaw`TRUNCATE person CASCADE`).rejects.toThrow(refused)
    await expect(db().auditEvent.updateMany({ data: { actorId: null } })).rejects.toThrow()
    await expect(db().auditEvent.deleteMany()).rejects.toThrow()
    expect(await db().auditEvent.count()).toBe(before)
  })

  test('says who changed what, with what was there before and the personal values apart', async () => {
    const { personId, email } = await createPerson({ name: 'Before' })
    await actAs(admin, () => changeRole(email, 'translator'))
    const { viewer } = await createSession(personId)
    const profile = { uiLocale: 'ja' as const, contentLocales: ['ja'], zone: 'Asia/Tokyo', onBoards: true }
    await actAs(viewer, () => saveProfile({ ...profile, name: 'After' }))
    // Saving what is there already is no change.
    await actAs(viewer, () => saveProfile({ ...profile, name: 'After' }))
    const { entries } = await list({ q: personId })
    expect(entries).toMatchObject([
      {
        action: 'person.profile',
        actorId: personId,
        actorName: 'After',
        before: null,
        after: null,
        personalBefore: { name: 'Before', uiLocale: null },
        personalAfter: { name: 'After', uiLocale: 'ja' },
      },
      { action: 'person.role', actorName: 'Ada Auditor', before: { role: 'member' }, after: { role: 'translator' } },
      { action: 'person.add', actorId: null, subjectName: 'After', subjectAddress: personId, personalAfter: { email } },
    ])
  })

  test('is searched by actor, action, subject and what these are called', async () => {
    const name = unique('subject')
    const { personId, email } = await createPerson({ name })
    await actAs(admin, () => changeRole(email, 'admin'))
    const changed = ['person.role', personId]
    expect(await found({ q: `${name} auditor` })).toEqual([changed])
    expect(await found({ q: `person.role ${personId}` })).toEqual([changed])
    expect(await found({ q: `role changed ${email}` })).toEqual([changed])
    expect(await found({ q: name, kind: 'person' })).toHaveLength(2)
    expect(await found({ q: name, kind: 'quiz' })).toEqual([])
    // Whoever a change names beside its subject: here, who joined a team.
    await asOperator(() => setMembership(email, { slug: newTeam() }, 'member'))
    const [joined] = (await list({ q: name, kind: 'team' })).entries
    expect(joined).toMatchObject({ action: 'team.membership', aboutName: name, after: { personId, role: 'member' } })
    const { slug } = await createQuiz()
    expect((await found({ q: slug })).map(([action]) => action)).toEqual(['quiz.publish', 'quiz.create'])
    expect((await list({})).kinds).toEqual(expect.arrayContaining(['person', 'quiz', 'topic']))
  })

  test('is cut at days of the reader’s zone, the last one included', async () => {
    const subjectId = unique('day')
    for (const [instant, action] of [
      ['2026-11-29T14:59:59Z', 'test.last-of-29'],
      ['2026-11-29T15:00:00Z', 'test.first-of-30'],
      ['2026-11-30T14:59:59Z', 'test.last-of-30'],
      ['2026-11-30T15:00:00Z', 'test.first-of-1'],
    ] as const) {
      await setClock(database.url, instant)
      await recordChange(db(), admin, { action, subjectType: 'test', subjectId })
    }
    const actions = async (query: Record<string, string>) =>
      (await found({ q: subjectId, ...query })).map(([action]) => action)
    expect(await actions({ from: '2026-11-30', until: '2026-11-30' })).toEqual(['test.last-of-30', 'test.first-of-30'])
    expect(await actions({ from: '2026-12-01' })).toEqual(['test.first-of-1'])
    expect(await actions({ until: '2026-11-29' })).toEqual(['test.last-of-29'])
    expect(await actions({ from: 'no day' })).toHaveLength(4)
    expect(await actions({ sort: 'time' })).toEqual((await actions({})).reverse())
  })

  test('is exported to its end, in pieces', async () => {
    const subjectId = unique('many')
    const events = Array.from({ length: 1203 }, (_, index) => ({
      id: crypto.randomUUID(),
      // Several at the same instant: none may be left out between two pieces, and none come twice.
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 7))),
      action: 'test.many',
      subjectType: 'test',
      subjectId,
    }))
    await db().auditEvent.createMany({ data: events })
    const pieces: number[] = []
    const ids: string[] = []
    await actAs(admin, async () => {
      for await (const piece of await readAuditEntries(parseListAddress(auditShape, { q: subjectId }), words)) {
        pieces.push(piece.length)
        ids.push(...piece.map(({ eventId }) => eventId))
      }
    })
    expect(pieces).toEqual([500, 500, 203])
    expect(new Set(ids)).toEqual(new Set(events.map(({ id }) => id)))
  })
})

describe('erasing a person', () => {
  test('takes out all that tells who it was, and leaves the figures as they are', async () => {
    const name = unique('erased')
    const email = `${name}@people.test`
    const { slug } = await createQuiz()
    const team = newTeam()
    const { personId } = await createPerson({ name, email, teams: { [team]: 'member' }, password: 'a long password' })
    const { viewer } = await createSession(personId)
    await takeQuiz(viewer, slug, ['right', 'right', ['a']])
    await actAs(admin, () => setAllowance(email, { time: 50 }))
    const link = (await actAs(admin, () => invitePerson(email))) ?? ''
    const results = () =>
      db().attempt.findMany({
        where: { personId },
        include: { answers: { orderBy: { position: 'asc' } }, topics: true },
      })
    const before = await results()

    expect(await actAs(admin, () => erasePerson(email))).toEqual({ status: 'done' })
    expect(await actAs(admin, () => erasePerson(email))).toEqual({ status: 'not-found' })
    expect(await actAs(admin, () => erasePerson({ personId }))).toEqual({ status: 'not-found' })

    expect(await results()).toEqual(before)
    expect(before[0]?.answers).toHaveLength(3)
    expect(await actAs(viewer, getViewer)).toBeNull()
    expect(await readInvitation(link)).toBeNull()
    // The address is free, and nothing that names the person is left anywhere.
    const rows = await db().$queryRaw<{ found: string }[]>`
      SELECT table_name AS found FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
        AND query_to_xml(format('SELECT t::text FROM %I AS t', table_name), true, false, '')::text LIKE ${`%${name}%`}`
    expect(rows).toEqual([])
    expect(await db().credential.count({ where: { personId } })).toBe(0)
    expect(await db().allowance.count({ where: { personId } })).toBe(0)
    expect(await db().session.count({ where: { personId } })).toBe(0)

    // The trail still says what was done, with no values of the person's.
    const { entries } = await list({ q: personId })
    expect(entries.map(({ action }) => action)).toEqual([
      'person.erase',
      'person.reset',
      'person.allowance',
      'person.add',
    ])
    for (const entry of entries)
      expect(entry).toMatchObject({
        personalBefore: null,
        personalAfter: null,
        subjectName: null,
        subjectAddress: null,
      })

    // Boards no longer show them, and are what a rebuild would make of them.
    const places = await db().boardEntry.findMany({ where: { personId } })
    expect(places.length).toBeGreaterThan(0)
    expect(places.filter(({ hidden }) => !hidden)).toEqual([])
    expect((await asOperator(() => rebuildBoards({ write: false }))).total).toBe(0)
    expect(await actAs(admin, () => addPerson({ email, name: 'Someone new' }))).toMatchObject({ status: 'added' })
  })

  test('is refused for the last admin, however many try at once', async () => {
    const added = await Promise.all([1, 2, 3].map(() => createPerson({ role: 'admin' })))
    const admins = await db().person.findMany({ where: { role: 'admin', deactivatedAt: null } })
    expect(admins.length).toBeGreaterThan(added.length)
    const outcomes = await Promise.all(admins.map(({ id }) => asOperator(() => erasePerson({ personId: id }))))
    expect(outcomes.filter(({ status }) => status === 'last-admin')).toHaveLength(1)
    expect(await db().person.count({ where: { role: 'admin', deactivatedAt: null } })).toBe(1)
  })
})
