import { afterEach, describe, expect, test } from 'vitest'
import { hashToken } from '@/lib/access/session-cookie'
import { actAs, getViewer, operator } from '@/lib/access/viewer'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { db } from '@/lib/db/client'
import { choosePassword, ensureSetupLink, invitePerson } from '@/lib/person/commands/invitations'
import { addPerson, changeRole, deactivatePerson, setMembership } from '@/lib/person/commands/manage-people'
import { saveProfile } from '@/lib/person/commands/save-profile'
import { signIn } from '@/lib/person/commands/sign-in'
import { signOut } from '@/lib/person/commands/sign-out'
import { listPeople, readInvitation } from '@/lib/person/queries'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createPerson, createSession, createViewer, newTeam } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { setClock, testDatabase } from './database'

const database = testDatabase()
afterEach(() => setClock(database.url, null))

const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)
const password = 'a long password'
const chosen = { password, name: 'First Admin', email: 'first@people.test', uiLocale: 'en' }

describe('the first admin', () => {
  test('needs no link any more once an admin was made another way', async () => {
    const token = (await asOperator(ensureSetupLink)) ?? ''
    const { personId } = await createPerson({ role: 'admin' })
    expect(await readInvitation(token)).toBeNull()
    expect(await choosePassword(token, chosen)).toEqual({ status: 'not-found' })
    await db().person.update({ where: { id: personId }, data: { role: 'member' } })
  })

  test('comes from a link that works once, and of which only the newest holds', async () => {
    const older = await asOperator(ensureSetupLink)
    const token = (await asOperator(ensureSetupLink)) ?? ''
    expect(await readInvitation(older ?? '')).toBeNull()
    expect(await readInvitation(token)).toEqual({ purpose: 'setup', email: null })

    expect(await choosePassword(token, { ...chosen, password: 'nine char' })).toEqual({ status: 'too-short' })
    expect(await choosePassword(token, { ...chosen, email: 'nobody' })).toEqual({ status: 'email-wrong' })
    expect(await choosePassword(token, { ...chosen, name: ' ' })).toEqual({ status: 'name-missing' })
    // Both browsers in which the link stands press the button.
    const outcomes = await Promise.all(
      ['first@people.test', 'second@people.test'].map((email) => choosePassword(token, { ...chosen, email })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['chosen', 'not-found'])
    expect(await readInvitation(token)).toBeNull()
    expect(await db().person.count({ where: { role: 'admin' } })).toBe(1)
    expect(await asOperator(ensureSetupLink)).toBeNull()
  })

  test('cannot be demoted or deactivated while there is no other', async () => {
    const [admin] = await db().person.findMany({ where: { role: 'admin', deactivatedAt: null } })
    const email = admin?.email ?? ''
    expect(await asOperator(() => changeRole(email, 'member'))).toEqual({ status: 'last-admin' })
    expect(await asOperator(() => deactivatePerson(email))).toEqual({ status: 'last-admin' })
    expect(await asOperator(() => changeRole(email, 'admin'))).toEqual({ status: 'done' })
  })

  test('cannot go while the only other one has been invited and has no password yet', async () => {
    const [admin] = await db().person.findMany({ where: { role: 'admin', deactivatedAt: null } })
    const invited = await createPerson()
    expect(await asOperator(() => changeRole(invited.email, 'admin'))).toEqual({ status: 'done' })
    expect(await asOperator(() => changeRole(admin?.email ?? '', 'member'))).toEqual({ status: 'last-admin' })
    expect(await asOperator(() => deactivatePerson(admin?.email ?? ''))).toEqual({ status: 'last-admin' })
    expect(await asOperator(() => changeRole(invited.email, 'member'))).toEqual({ status: 'done' })
  })

  test.each([0, 1, 2])('and the others cannot all go at once (round %i)', async () => {
    const added = await Promise.all([1, 2, 3, 4].map(() => createPerson({ role: 'admin' })))
    const [first] = await db().person.findMany({
      where: { role: 'admin', deactivatedAt: null, id: { notIn: added.map((p) => p.personId) } },
    })
    const all = [first?.email ?? '', ...added.map(({ email }) => email)]
    const outcomes = await Promise.all(
      all.map((email, index) => asOperator(() => (index % 2 ? changeRole(email, 'member') : deactivatePerson(email)))),
    )
    expect(outcomes.filter(({ status }) => status === 'last-admin')).toHaveLength(1)
    expect(await db().person.count({ where: { role: 'admin', deactivatedAt: null } })).toBe(1)
  })
})

describe('an invitation', () => {
  test('lets a person choose a password, once', async () => {
    const { personId, email } = await createPerson()
    const token = (await asOperator(() => invitePerson(email))) ?? ''
    expect(await readInvitation(token)).toEqual({ purpose: 'invite', email })
    const outcome = await choosePassword(token, { ...chosen, email: 'ignored', name: '' })
    expect(outcome).toMatchObject({ status: 'chosen' })
    expect(await choosePassword(token, chosen)).toEqual({ status: 'not-found' })
    expect(await signIn({ email, password })).toMatchObject({ status: 'signed-in' })
    expect(await db().person.findUniqueOrThrow({ where: { id: personId } })).toMatchObject({ email, role: 'member' })
  })

  test('expires after a week', async () => {
    const { email } = await createPerson()
    await setClock(database.url, '2026-12-01T12:00:00Z')
    const token = (await asOperator(() => invitePerson(email))) ?? ''
    await setClock(database.url, '2026-12-08T11:59:59.999Z')
    expect(await readInvitation(token)).not.toBeNull()
    await setClock(database.url, '2026-12-08T12:00:00Z')
    expect(await readInvitation(token)).toBeNull()
    expect(await choosePassword(token, chosen)).toEqual({ status: 'not-found' })
  })

  test('is not made for someone unknown or deactivated, and ends with a deactivation', async () => {
    const { personId, email } = await createPerson()
    const token = (await asOperator(() => invitePerson(email))) ?? ''
    await asOperator(() => deactivatePerson(email))
    expect(await asOperator(() => invitePerson(email))).toBeNull()
    expect(await asOperator(() => invitePerson('nobody@people.test'))).toBeNull()
    expect(await readInvitation(token)).toBeNull()
    expect(await choosePassword(token, chosen)).toEqual({ status: 'not-found' })
    expect(await db().session.count({ where: { personId, endedAt: null } })).toBe(0)
  })

  test('keeps no token, only its hash', async () => {
    const { email, personId } = await createPerson()
    const token = (await asOperator(() => invitePerson(email))) ?? ''
    expect(await db().invitation.findMany({ where: { personId }, select: { tokenHash: true } })).toEqual([
      { tokenHash: hashToken(token) },
    ])
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toContain(token)
  })
})

describe('signing in', () => {
  test('answers unknown, wrong and deactivated alike', async () => {
    const active = await createPerson({ password })
    const deactivated = await createPerson({ password })
    await asOperator(() => deactivatePerson(deactivated.email))
    const without = await createPerson()
    const answers = await Promise.all([
      signIn({ email: active.email, password: 'wrong password' }),
      signIn({ email: 'nobody@people.test', password }),
      signIn({ email: deactivated.email, password }),
      signIn({ email: without.email, password: 'nobody has this password' }),
      signIn({ email: 'not an address', password }),
    ])
    for (const answer of answers) expect(answer).toEqual({ status: 'wrong' })
  })

  test('takes an address in any case and with spaces around it', async () => {
    const { email } = await createPerson({ password })
    expect(await signIn({ email: ` ${email.toUpperCase()} `, password })).toMatchObject({ status: 'signed-in' })
  })

  test('lets nobody guess on: ten tries in a quarter of an hour, the right password included', async () => {
    const { email } = await createPerson({ password })
    await setClock(database.url, '2026-12-01T12:01:00Z')
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await signIn({ email, password: 'wrong password' })).toEqual({ status: 'wrong' })
    expect(await signIn({ email, password })).toEqual({ status: 'wait', seconds: 14 * 60 })
    expect(await signIn({ email: 'somebody-else@people.test', password })).toEqual({ status: 'wrong' })
    await setClock(database.url, '2026-12-01T12:15:00Z')
    expect(await signIn({ email, password })).toMatchObject({ status: 'signed-in' })
  })

  test('counts tries that come at once one by one', async () => {
    const { email } = await createPerson()
    await setClock(database.url, '2026-12-01T12:01:00Z')
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => signIn({ email, password: 'wrong password' })))
    expect(outcomes.filter(({ status }) => status === 'wait')).toHaveLength(4)
  })

  test('gives a token of which the database keeps the hash', async () => {
    const { personId, email } = await createPerson({ password })
    const outcome = await signIn({ email, password })
    const token = outcome.status === 'signed-in' ? outcome.token : ''
    expect(await db().session.findMany({ where: { personId }, select: { tokenHash: true } })).toEqual([
      { tokenHash: hashToken(token) },
    ])
  })
})

describe('a session', () => {
  test('ends with signing out, and only that one', async () => {
    const viewer = await createViewer()
    const other = (await createSession(viewer.personId)).viewer
    await actAs(viewer, signOut)
    expect(await actAs(viewer, getViewer)).toBeNull()
    expect(await actAs(other, getViewer)).toMatchObject({ personId: viewer.personId })
  })

  test('ends after thirty days', async () => {
    await setClock(database.url, '2026-12-01T12:00:00Z')
    const viewer = await createViewer()
    await setClock(database.url, '2026-12-31T11:59:59.999Z')
    expect(await actAs(viewer, getViewer)).not.toBeNull()
    await setClock(database.url, '2026-12-31T12:00:00Z')
    expect(await actAs(viewer, getViewer)).toBeNull()
  })

  test('ends at once with a deactivation, in the middle of an attempt too', async () => {
    const quiz = await createQuiz()
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, quiz.slug)
    const [question] = await readQuestions(attemptId)
    const save = (number: number) =>
      actAs(viewer, () =>
        saveAnswer(
          { attemptId, position: 1 },
          { picks: question?.key ?? [], number, translationId: question?.translationIds.en ?? '' },
        ),
      )
    expect(await save(1)).toMatchObject({ status: 'saved' })
    await asOperator(() => deactivatePerson(viewer.email))
    expect(await save(2)).toEqual({ status: 'signed-out' })
    expect(await save(1)).toEqual({ status: 'signed-out' })
    expect(await actAs(viewer, getViewer)).toBeNull()
    // What was saved stays, and so does the person.
    expect(await db().answer.count({ where: { attemptId, seq: 1 } })).toBe(1)
    expect(await asOperator(listPeople)).toContainEqual(
      expect.objectContaining({ email: viewer.email, deactivated: true }),
    )
  })

  test('sees a new role from the next request on', async () => {
    const viewer = await createViewer()
    await asOperator(() => changeRole(viewer.email, 'translator'))
    expect(await actAs(viewer, getViewer)).toMatchObject({ role: 'translator' })
  })
})

describe('managing people', () => {
  test('adds an address once, in whatever case', async () => {
    const { email } = await createPerson()
    expect(await asOperator(() => addPerson({ email: email.toUpperCase(), name: 'Again' }))).toEqual({
      status: 'exists',
    })
    await expect(asOperator(() => addPerson({ email: 'nobody', name: 'x' }))).rejects.toThrow()
  })

  test('keeps the time of each membership and one open one per team', async () => {
    const { personId, email } = await createPerson()
    const slug = newTeam()
    for (const role of ['member', 'member', 'manager', null, null] as const)
      expect(await asOperator(() => setMembership(email, { slug }, role))).toEqual({ status: 'done' })
    const memberships = await db().membership.findMany({ where: { personId }, orderBy: { id: 'asc' } })
    expect(memberships.map(({ role, untilAt }) => [role, untilAt !== null])).toEqual([
      ['member', true],
      ['manager', true],
    ])
    expect(await asOperator(() => setMembership(email, { slug: newTeam() }, null))).toEqual({ status: 'not-found' })
    expect(await asOperator(() => setMembership('nobody@people.test', { slug }, 'member'))).toEqual({
      status: 'not-found',
    })
  })

  test('leaves who, what and whom on record; names and addresses apart', async () => {
    const admin = await createViewer({ role: 'admin' })
    const added = await actAs(admin, () => addPerson({ email: 'recorded@people.test', name: 'Recorded Person' }))
    await actAs(admin, () => changeRole('recorded@people.test', 'translator'))
    const subjectId = added.status === 'added' ? added.personId : ''
    const events = await db().auditEvent.findMany({
      where: { subjectId },
      orderBy: { id: 'asc' },
      include: { personal: true },
    })
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['person.add', admin.personId],
      ['person.role', admin.personId],
    ])
    expect(JSON.stringify(events.map(({ before, after }) => [before, after]))).not.toMatch(/recorded/i)
    expect(events[0]?.personal?.after).toEqual({ email: 'recorded@people.test', name: 'Recorded Person' })
  })

  test('saves of a profile what it may: name, languages, zone and whether boards show it', async () => {
    const viewer = await createViewer()
    const profile = {
      name: ' New Name ',
      uiLocale: 'ja',
      contentLocales: ['zh-tw', 'ja', 'zh-TW'],
      zone: 'Asia/Tokyo',
      onBoards: false,
    } as const
    await actAs(viewer, () =>
      saveProfile({ ...profile, contentLocales: [...profile.contentLocales], role: 'admin' } as never),
    )
    expect(await actAs(viewer, getViewer)).toMatchObject({
      name: 'New Name',
      uiLocale: 'ja',
      contentLocales: ['zh-TW', 'ja'],
      zone: 'Asia/Tokyo',
      isOnBoards: false,
      role: 'member',
    })
    for (const wrong of [{ zone: 'Mars/Olympus' }, { uiLocale: 'ko' }, { contentLocales: ['!'] }, { name: ' ' }])
      await expect(
        actAs(viewer, () => saveProfile({ ...profile, contentLocales: [], ...wrong } as never)),
      ).rejects.toThrow()
  })
})
