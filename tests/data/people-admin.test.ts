import { afterEach, describe, expect, test } from 'vitest'
import { actAs, getViewer, operator } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { parseListAddress } from '@/lib/list/schema'
import { changeMany } from '@/lib/person/commands/change-many'
import { importPeople } from '@/lib/person/commands/import-people'
import { choosePassword, invitePeople, invitePerson } from '@/lib/person/commands/invitations'
import {
  addPerson,
  changePerson,
  changeRole,
  deactivatePerson,
  reactivatePerson,
  setAllowance,
} from '@/lib/person/commands/manage-people'
import { signIn } from '@/lib/person/commands/sign-in'
import { getPerson, listMatchingPeople, readInvitation } from '@/lib/person/queries'
import { peopleList } from '@/lib/person/schema'
import { addTeam, renameTeam, setTeamArchived, setTeamRole } from '@/lib/team/commands'
import { getTeam, listMatchingTeams, listTeams } from '@/lib/team/queries'
import { teamsList } from '@/lib/team/schema'
import { createPerson, createSession, createViewer, newTeam } from '../factories/people'
import { unique } from '../factories/unique'
import { setClock, testDatabase } from './database'

const database = testDatabase()
afterEach(() => setClock(database.url, null))

const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)
const UNKNOWN = '01999999-9999-7999-8999-999999999999'

/** What an admin sees of the list under an address. */
const listed = async (query: Record<string, string>) =>
  asOperator(() => listMatchingPeople(parseListAddress(peopleList, query)))
const namesOf = async (query: Record<string, string>) => (await listed(query)).people.map(({ name }) => name)

const actionsOf = async (subjectId: string) =>
  (await db().auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ action }) => action)

async function createTeam(name = unique('Team')): Promise<string> {
  const slug = newTeam()
  await asOperator(() => addTeam({ slug, name }))
  return slug
}

describe('the list of people', () => {
  test('finds names by their parts, in every script', async () => {
    const team = newTeam()
    const add = (name: string) => createPerson({ name, teams: { [team]: 'member' } })
    for (const name of [
      '山田 太郎',
      'ジョン・スミス',
      '王小明',
      '김민준',
      'Álvaro Núñez',
      'Ångström Åsa',
      'Müller, Jürgen',
    ])
      await add(name)
    const found = (q: string) => namesOf({ q, team })
    for (const q of ['山田', '太郎', '田 太', '山田太郎', '山田　太郎'])
      expect(await found(q), q).toEqual(['山田 太郎'])
    for (const q of ['ジョン', 'ｼﾞｮﾝ', 'ジョンスミス', 'ジョン・スミス', 'スミス ジョン'])
      expect(await found(q), q).toEqual(['ジョン・スミス'])
    // Another kana is another letter.
    expect(await found('ション')).toEqual([])
    for (const q of ['小明', '王小', '王']) expect(await found(q), q).toEqual(['王小明'])
    expect(await found('민준')).toEqual(['김민준'])
    for (const q of ['alvaro', 'NUÑEZ', 'nunez', 'ÁLVARO n', 'ａｌｖａｒｏ', 'a\u0301lvaro'])
      expect(await found(q), q).toEqual(['Álvaro Núñez'])
    expect(await found('angstrom')).toEqual(['Ångström Åsa'])
    expect(await found('muller jurgen')).toEqual(['Müller, Jürgen'])
    // The end of one word and the beginning of the next make a word in no script that puts spaces.
    expect(await found('ronu')).toEqual([])
    for (const q of ['%', '_', "'", '\\', '100%']) expect(await found(q), q).toEqual([])
  })

  test('finds addresses, and every word wherever it stands', async () => {
    const [first, second] = [unique('find'), unique('find')]
    await createPerson({ name: 'Robin Alder', email: `${first}@one.test` })
    await createPerson({ name: 'Robin Birch', email: `${second}@two.test` })
    expect(await namesOf({ q: `${first}@ONE` })).toEqual(['Robin Alder'])
    expect(await namesOf({ q: `two.test robin` })).toEqual(['Robin Birch'])
    expect(await namesOf({ q: `${first} birch` })).toEqual([])
  })

  test('is narrowed down by role, team and state, and says all that it shows', async () => {
    const [team, other] = [newTeam(), newTeam()]
    const active = await createPerson({ name: 'A', password: 'a long password', teams: { [team]: 'manager' } })
    const invited = await createPerson({
      name: 'B',
      role: 'translator',
      teams: { [team]: 'member', [other]: 'member' },
    })
    const gone = await createPerson({ name: 'C', password: 'a long password', teams: { [team]: 'member' } })
    const left = await createPerson({ name: 'D', teams: { [team]: 'member' } })
    await asOperator(() => deactivatePerson({ personId: gone.personId }))
    await asOperator(() => setTeamRole({ personId: left.personId }, team, null))
    await setClock(database.url, '2026-12-01T12:00:00Z')
    await createSession(active.personId)

    expect(await listed({ team })).toEqual({
      total: 3,
      people: [
        {
          personId: active.personId,
          name: 'A',
          email: active.email,
          role: 'member',
          state: 'active',
          teams: [{ slug: team, name: team, role: 'manager' }],
          lastSeenAt: new Date('2026-12-01T12:00:00Z'),
        },
        expect.objectContaining({ name: 'B', state: 'invited', role: 'translator', lastSeenAt: null }),
        expect.objectContaining({ name: 'C', state: 'deactivated' }),
      ],
    })
    expect(await namesOf({ team, state: 'active' })).toEqual(['A'])
    expect(await namesOf({ team, state: 'invited' })).toEqual(['B'])
    expect(await namesOf({ team, state: 'deactivated' })).toEqual(['C'])
    expect(await namesOf({ team, role: 'translator' })).toEqual(['B'])
    expect(await namesOf({ team: other, role: 'member' })).toEqual([])
    expect(await namesOf({ team: 'no-such-team' })).toEqual([])
    expect((await listed({ team: other })).people[0]?.teams.map(({ slug }) => slug).sort()).toEqual(
      [team, other].sort(),
    )
    expect(invited.personId).toBe((await listed({ team: other })).people[0]?.personId)
  })

  test('stands in the order asked for, accents or not, and in pages', async () => {
    const team = newTeam()
    const make = async (name: string, changes: object = {}) =>
      createPerson({ name, teams: { [team]: 'member' }, ...changes })
    await make('Zoe', { email: `${unique('a')}@people.test` })
    const admin = await make('Álvaro', { role: 'admin', email: `${unique('c')}@people.test` })
    const seen = await make('bruno', { email: `${unique('b')}@people.test` })
    await setClock(database.url, '2026-12-01T12:00:00Z')
    await createSession(seen.personId)
    await setClock(database.url, '2026-12-02T12:00:00Z')
    await createSession(admin.personId)
    expect(await namesOf({ team })).toEqual(['Álvaro', 'bruno', 'Zoe'])
    expect(await namesOf({ team, sort: 'name.desc' })).toEqual(['Zoe', 'bruno', 'Álvaro'])
    expect(await namesOf({ team, sort: 'email' })).toEqual(['Zoe', 'bruno', 'Álvaro'])
    expect(await namesOf({ team, sort: 'role.desc' })).toEqual(['Álvaro', 'bruno', 'Zoe'])
    expect(await namesOf({ team, sort: 'role' })).toEqual(['bruno', 'Zoe', 'Álvaro'])
    expect(await namesOf({ team, sort: 'seen.desc' })).toEqual(['Álvaro', 'bruno', 'Zoe'])
    expect(await namesOf({ team, sort: 'seen' })).toEqual(['bruno', 'Álvaro', 'Zoe'])

    for (let n = 0; n < 52; n++) await make(`p${String(n).padStart(2, '0')}`)
    const [one, two] = [await listed({ team }), await listed({ team, page: '2' })]
    expect([one.total, one.people.length, two.total, two.people.length]).toEqual([55, 50, 55, 5])
    expect(new Set([...one.people, ...two.people].map(({ personId }) => personId)).size).toBe(55)
    expect(await listed({ team, page: '3' })).toEqual({ people: [], total: 55 })
  })

  test('leaves out who was erased', async () => {
    const { personId } = await createPerson({ name: 'Erased' })
    await db().person.update({ where: { id: personId }, data: { email: null, name: null, erasedAt: new Date() } })
    expect(await namesOf({ q: 'Erased' })).toEqual([])
    expect(await asOperator(() => getPerson(personId))).toBeNull()
    expect(await asOperator(() => reactivatePerson({ personId }))).toEqual({ status: 'not-found' })
  })
})

describe('one person', () => {
  test('is shown with teams, link and extras; an unknown id and what is none are nobody’s', async () => {
    const team = await createTeam('Platform')
    const { personId, email } = await createPerson({ name: 'Mika', teams: { [team]: 'manager' } })
    await asOperator(() => setAllowance({ personId }, { time: 25, attempts: 1 }))
    await setClock(database.url, '2026-12-01T12:00:00Z')
    await asOperator(() => invitePerson({ personId }))
    await asOperator(() => setTeamArchived(team, true))
    expect(await asOperator(() => getPerson(personId))).toEqual({
      personId,
      name: 'Mika',
      email,
      role: 'member',
      state: 'invited',
      lastSeenAt: null,
      teams: [{ slug: team, name: 'Platform', role: 'manager', isArchived: true }],
      linkExpiresAt: new Date('2026-12-08T12:00:00Z'),
      allowances: [{ quiz: null, time: 25, attempts: 1 }],
    })
    for (const id of [UNKNOWN, 'x', '', `${personId}x`]) expect(await asOperator(() => getPerson(id)), id).toBeNull()
    for (const id of [UNKNOWN, 'x'])
      for (const work of [
        () => changePerson({ personId: id }, { name: 'x' }),
        () => changeRole({ personId: id }, 'admin'),
        () => deactivatePerson({ personId: id }),
        () => setAllowance({ personId: id }, { time: 1 }),
      ])
        expect(await asOperator(work)).toEqual({ status: 'not-found' })
  })

  test('gets another name and role at once or not at all, and each change is on record', async () => {
    const { personId } = await createPerson({ name: 'Before' })
    const change = (input: Parameters<typeof changePerson>[1]) => asOperator(() => changePerson({ personId }, input))
    expect(await change({ name: ' After ', role: 'translator' })).toEqual({ status: 'done' })
    expect(await change({ name: 'After', role: 'translator' })).toEqual({ status: 'done' })
    expect(await asOperator(() => getPerson(personId))).toMatchObject({ name: 'After', role: 'translator' })
    expect(await actionsOf(personId)).toEqual(['person.add', 'person.role', 'person.rename'])
    const personal = await db().auditPersonal.findMany({ where: { personId }, orderBy: { eventId: 'asc' } })
    expect(personal.at(-1)).toMatchObject({ before: { name: 'Before' }, after: { name: 'After' } })
    expect(JSON.stringify(await db().auditEvent.findMany({ where: { subjectId: personId } }))).not.toMatch(
      /After|Before/,
    )
    await expect(change({ name: ' ' })).rejects.toThrow()
  })

  test('comes back as they were, and signs in anew', async () => {
    const password = 'a long password'
    const team = newTeam()
    const { personId, email } = await createPerson({ password, role: 'translator', teams: { [team]: 'manager' } })
    const { viewer } = await createSession(personId)
    await asOperator(() => deactivatePerson({ personId }))
    await asOperator(() => deactivatePerson({ personId }))
    expect(await signIn({ email, password })).toEqual({ status: 'wrong' })
    await asOperator(() => reactivatePerson({ personId }))
    await asOperator(() => reactivatePerson({ personId }))
    expect(await actAs(viewer, getViewer)).toBeNull()
    expect(await signIn({ email, password })).toMatchObject({ status: 'signed-in' })
    expect(await asOperator(() => getPerson(personId))).toMatchObject({
      state: 'active',
      role: 'translator',
      teams: [{ slug: team, role: 'manager' }],
    })
    expect(await actionsOf(personId)).toEqual(['person.add', 'person.deactivate', 'person.reactivate'])
  })

  test('has one link at a time, which chooses a first password or a new one', async () => {
    const { personId, email } = await createPerson()
    const older = (await asOperator(() => invitePerson({ personId }))) ?? ''
    const newer = (await asOperator(() => invitePerson({ personId }))) ?? ''
    expect(await readInvitation(older)).toBeNull()
    expect(await readInvitation(newer)).toEqual({ purpose: 'invite', email })
    const own = { name: '', email: '', uiLocale: 'en' }
    expect(await choosePassword(older, { ...own, password: 'a long password' })).toEqual({ status: 'not-found' })
    expect(await choosePassword(newer, { ...own, password: 'a long password' })).toMatchObject({ status: 'chosen' })
    const reset = (await asOperator(() => invitePerson(email))) ?? ''
    expect(await readInvitation(reset)).toEqual({ purpose: 'reset', email })
    expect(await choosePassword(reset, { ...own, password: 'another password' })).toMatchObject({ status: 'chosen' })
    expect(await signIn({ email, password: 'another password' })).toMatchObject({ status: 'signed-in' })
    expect(await asOperator(() => invitePerson({ personId: UNKNOWN }))).toBeNull()
  })

  test('has a link among several who have no password, and only then', async () => {
    const [one, two, settled, gone] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ]
    const own = { name: '', email: '', uiLocale: 'en', password: 'a long password' }
    await choosePassword((await asOperator(() => invitePerson(settled))) ?? '', own)
    await asOperator(() => deactivatePerson(gone.email))
    const ids = [one, two, settled, gone, one].map(({ personId }) => personId)
    const { links, ...rest } = await asOperator(() => invitePeople([...ids, UNKNOWN, 'none']))
    expect(rest).toEqual({ same: 1, gone: 3 })
    expect(links.map(({ email }) => email)).toEqual([one.email, two.email])
    for (const { email, token } of links) expect(await readInvitation(token)).toEqual({ purpose: 'invite', email })
    expect(await actionsOf(two.personId)).toContain('person.invite')
    expect(await actionsOf(gone.personId)).not.toContain('person.invite')
  })

  test('is added once, however often at once, and only into a team that is there', async () => {
    const email = `${unique('once')}@people.test`
    const team = await createTeam()
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => asOperator(() => addPerson({ email, name: 'Once', team }))),
    )
    expect(outcomes.filter(({ status }) => status === 'added')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'exists')).toHaveLength(5)
    expect((await listed({ team })).people).toMatchObject([{ email, teams: [{ slug: team, role: 'member' }] }])
    await asOperator(() => setTeamArchived(team, true))
    for (const wrong of [team, 'no-such-team'])
      expect(
        await asOperator(() => addPerson({ email: `${unique('no')}@people.test`, name: 'No', team: wrong })),
      ).toEqual({ status: 'no-such-team' })
  })
})

describe('several people at once', () => {
  test('join and leave a team; managers stay managers, and each change is on record', async () => {
    const team = await createTeam()
    const [first, second] = [await createPerson(), await createPerson()]
    const manager = await createPerson({ teams: { [team]: 'manager' } })
    const ids = [first, second, manager].map(({ personId }) => personId)
    const admin = await createViewer({ role: 'admin' })
    const join = await actAs(admin, () => changeMany([...ids, ids[0] ?? '', UNKNOWN, 'x'], { kind: 'join', team }))
    expect(join).toEqual({ status: 'changed', done: 2, same: 1, gone: 2, lastAdmins: [] })
    const members = (await listed({ team })).people.map(({ personId, teams }) => [personId, teams[0]?.role])
    expect(new Map(members as [string, string][])).toEqual(
      new Map([
        [ids[0], 'member'],
        [ids[1], 'member'],
        [ids[2], 'manager'],
      ]),
    )
    const { id: teamId } = await db().team.findUniqueOrThrow({ where: { slug: team } })
    const events = await db().auditEvent.findMany({ where: { subjectId: teamId, actorId: admin.personId } })
    expect(events.map(({ action, after }) => [action, after])).toEqual(
      ids.slice(0, 2).map((personId) => ['team.membership', { personId, role: 'member' }]),
    )
    expect(await actAs(admin, () => changeMany(ids, { kind: 'leave', team }))).toMatchObject({ done: 3, same: 0 })
    expect(await actAs(admin, () => changeMany(ids, { kind: 'leave', team }))).toMatchObject({ done: 0, same: 3 })
    expect((await listed({ team })).total).toBe(0)
  })

  test('join no archived team, and none that is not there; but leave it', async () => {
    const team = await createTeam()
    const { personId } = await createPerson({ teams: { [team]: 'member' } })
    await asOperator(() => setTeamArchived(team, true))
    for (const change of [
      { kind: 'join', team },
      { kind: 'join', team: 'no-such-team' },
      { kind: 'leave', team: 'no-such-team' },
    ] as const)
      expect(await asOperator(() => changeMany([personId], change))).toEqual({ status: 'no-such-team' })
    expect(await asOperator(() => changeMany([personId], { kind: 'leave', team }))).toMatchObject({ done: 1 })
  })

  test('are deactivated but for the last admin', async () => {
    const member = await createViewer()
    const admins = [
      await createViewer({ role: 'admin', name: 'One' }),
      await createViewer({ role: 'admin', name: 'Two' }),
    ]
    const others = await db().person.findMany({
      where: { role: 'admin', id: { notIn: admins.map((a) => a.personId) } },
    })
    const all = [...others.map(({ id }) => id), member.personId, ...admins.map(({ personId }) => personId)]
    const outcome = await asOperator(() => changeMany(all, { kind: 'deactivate' }))
    expect(outcome).toMatchObject({ status: 'changed', gone: 0, lastAdmins: ['Two'] })
    expect(await db().person.findMany({ where: { role: 'admin', deactivatedAt: null } })).toMatchObject([
      { name: 'Two' },
    ])
    expect(await actAs(member, getViewer)).toBeNull()
    expect(await actionsOf(member.personId)).toEqual(['person.add', 'person.deactivate'])
  })
})

describe('the last admin', () => {
  test.each([0, 1, 2])('stays, whatever is tried at once on two of them (round %i)', async (round) => {
    await db().person.updateMany({ where: { role: 'admin' }, data: { role: 'member' } })
    const two = [await createPerson({ role: 'admin' }), await createPerson({ role: 'admin' })]
    const csv = (email: string) => `email,role\n${email},member`
    const marks = await Promise.all(
      two.map(async ({ email }) => {
        const checked = await asOperator(() => importPeople(csv(email), null))
        return checked.status === 'checked' ? checked.mark : ''
      }),
    )
    const tries = Array.from({ length: 24 }, (_, index) => {
      const { personId, email } = two[index % 2] ?? { personId: '', email: '' }
      switch ((index + round) % 4) {
        case 0:
          return () => changeRole({ personId }, 'member')
        case 1:
          return () => deactivatePerson({ personId })
        case 2:
          return () => changeMany([personId], { kind: 'deactivate' })
        default:
          return () => importPeople(csv(email), marks[index % 2] ?? '')
      }
    })
    await Promise.all(tries.map((work) => asOperator<unknown>(work)))
    expect(await db().person.count({ where: { role: 'admin', deactivatedAt: null } })).toBe(1)
  })
})

describe('a list of people as a file', () => {
  test('is first tried, which changes nothing, and then applied as it was seen', async () => {
    const [team, other] = [await createTeam('Platform'), await createTeam('Other')]
    const known = await createPerson({ name: 'Known', teams: { [team]: 'member' } })
    const same = await createPerson({ name: 'Same' })
    const email = `${unique('new')}@people.test`
    const text = [
      'email,name,role,teams,language,zone',
      `${email},山田 太郎,translator,${team};${other}:manager,ja,Asia/Tokyo`,
      `${known.email},Renamed,,${team}:manager,,Europe/Madrid`,
      `${same.email},Same,member,,,`,
    ].join('\n')
    const admin = await createViewer({ role: 'admin' })
    const events = () => db().auditEvent.count()
    const before = await events()
    const checked = await actAs(admin, () => importPeople(text, null))
    expect(checked).toMatchObject({
      status: 'checked',
      lines: [
        { line: 2, kind: 'new', name: '山田 太郎' },
        { line: 3, kind: 'changed', rename: { before: 'Known', after: 'Renamed' }, role: null },
        { line: 4, kind: 'same' },
      ],
    })
    expect(await events()).toBe(before)
    expect(await db().person.count({ where: { email } })).toBe(0)

    const mark = checked.status === 'checked' ? checked.mark : ''
    expect(await actAs(admin, () => importPeople(text, mark))).toMatchObject({ status: 'applied' })
    const [person] = (await listed({ q: email })).people
    expect(person).toMatchObject({ name: '山田 太郎', role: 'translator', state: 'invited' })
    expect(person?.teams).toEqual([
      { slug: other, name: 'Other', role: 'manager' },
      { slug: team, name: 'Platform', role: 'member' },
    ])
    expect(await db().person.findUniqueOrThrow({ where: { email } })).toMatchObject({
      uiLocale: 'ja',
      zone: 'Asia/Tokyo',
    })
    expect((await listed({ q: known.email })).people).toMatchObject([
      { name: 'Renamed', teams: [{ slug: team, role: 'manager' }] },
    ])
    // One open membership, and the time of the earlier one.
    expect(await db().membership.count({ where: { personId: known.personId, untilAt: { not: null } } })).toBe(1)
    expect(await actionsOf(person?.personId ?? '')).toEqual(['person.add'])
    expect(await actionsOf(known.personId)).toEqual(['person.add', 'person.rename', 'person.settings'])
    expect(await actionsOf(same.personId)).toEqual(['person.add'])
    const places = await db().auditEvent.findMany({ where: { action: 'team.membership', actorId: admin.personId } })
    expect(places).toHaveLength(3)
    expect(JSON.stringify(await db().auditEvent.findMany({ where: { actorId: admin.personId } }))).not.toMatch(
      /Renamed|山田|Tokyo/,
    )
    // Again it changes nothing.
    expect(await actAs(admin, () => importPeople(text, null))).toMatchObject({
      lines: [{ kind: 'same' }, { kind: 'same' }, { kind: 'same' }],
    })
  })

  test('is applied whole or not at all, and names line and column', async () => {
    const email = `${unique('good')}@people.test`
    const gone = await createPerson()
    await asOperator(() => deactivatePerson(gone.email))
    const text = `email,name,teams,zone\n${email},Good,,\nnobody,Bad,,\n${gone.email},,no-such-team,Mars/Olympus`
    const problems = [
      { line: 3, column: 'email', code: 'email-wrong' },
      { line: 4, column: 'zone', code: 'zone-unknown' },
      { line: 4, column: 'email', code: 'deactivated' },
      { line: 4, column: 'teams', code: 'team-unknown' },
    ]
    for (const mark of [null, 'a mark'])
      expect(await asOperator(() => importPeople(text, mark))).toMatchObject({ status: 'refused', problems })
    expect(await db().person.count({ where: { email } })).toBe(0)
  })

  test('is not applied when it would do something else than was seen', async () => {
    const { personId, email } = await createPerson({ name: 'First' })
    const text = `email,name\n${email},Third`
    const checked = await asOperator(() => importPeople(text, null))
    await asOperator(() => changePerson({ personId }, { name: 'Second' }))
    const moved = await asOperator(() => importPeople(text, checked.status === 'checked' ? checked.mark : ''))
    expect(moved).toMatchObject({ status: 'moved', lines: [{ rename: { before: 'Second', after: 'Third' } }] })
    expect(await asOperator(() => getPerson(personId))).toMatchObject({ name: 'Second' })
    expect(await asOperator(() => importPeople(text, moved.status === 'moved' ? moved.mark : ''))).toMatchObject({
      status: 'applied',
    })
  })

  test('of a few thousand lines is one quick transaction', async () => {
    const team = await createTeam()
    const prefix = unique('many')
    const text = `email,name,teams\n${Array.from({ length: 2000 }, (_, n) => `${prefix}-${n}@p.test,Person ${n},${team}`).join('\n')}`
    const checked = await asOperator(() => importPeople(text, null))
    const outcome = await asOperator(() => importPeople(text, checked.status === 'checked' ? checked.mark : ''))
    expect(outcome).toMatchObject({ status: 'applied' })
    expect((await listed({ team })).total).toBe(2000)
  })
})

describe('teams', () => {
  test('are added once, renamed, put away and brought back, all on record', async () => {
    const slug = newTeam()
    const adding = () => asOperator(() => addTeam({ slug, name: 'Tēam 一' }))
    expect((await Promise.all([adding(), adding()])).map(({ status }) => status).sort()).toEqual(['added', 'exists'])
    const { id } = await db().team.findUniqueOrThrow({ where: { slug } })
    expect(await asOperator(() => renameTeam(slug, ' チーム 二 '))).toEqual({ status: 'done' })
    expect(await asOperator(() => setTeamArchived(slug, true))).toEqual({ status: 'done' })
    expect(await asOperator(() => setTeamArchived(slug, true))).toEqual({ status: 'done' })
    expect(await asOperator(() => getTeam(slug))).toEqual({ slug, name: 'チーム 二', isArchived: true })
    expect(await asOperator(listTeams)).not.toContainEqual(expect.objectContaining({ slug }))
    expect(await asOperator(() => setTeamArchived(slug, false))).toEqual({ status: 'done' })
    expect(await asOperator(listTeams)).toContainEqual({ slug, name: 'チーム 二' })
    expect(await actionsOf(id)).toEqual(['team.add', 'team.rename', 'team.archive', 'team.restore'])
    for (const work of [() => renameTeam('no-such-team', 'x'), () => setTeamArchived('no-such-team', true)])
      expect(await asOperator(work)).toEqual({ status: 'not-found' })
    expect(await asOperator(() => getTeam('no-such-team'))).toBeNull()
    for (const wrong of ['', 'Has Space', 'ümlaut', '-x', 'x'.repeat(61)])
      await expect(
        asOperator(() => addTeam({ slug: wrong, name: 'x' })),
        wrong,
      ).rejects.toThrow()
  })

  test('are listed with who is in them now', async () => {
    const slug = await createTeam('検索チーム')
    const manager = await createPerson({ name: 'Chief', teams: { [slug]: 'manager' } })
    await createPerson({ teams: { [slug]: 'member' } })
    const gone = await createPerson({ teams: { [slug]: 'manager' } })
    await asOperator(() => deactivatePerson({ personId: gone.personId }))
    const rows = (query: Record<string, string>) =>
      asOperator(() => listMatchingTeams(parseListAddress(teamsList, query)))
    const row = { slug, name: '検索チーム', members: 2, managers: ['Chief'], isArchived: false }
    expect(await rows({ q: '検索' })).toEqual({ teams: [row], total: 1 })
    expect(await rows({ q: '検索', state: 'archived' })).toEqual({ teams: [], total: 0 })
    expect((await rows({ q: 'team', sort: 'members.desc' })).teams[0]?.members).toBeGreaterThan(1000)
    expect(await asOperator(() => setTeamRole({ personId: manager.personId }, slug, 'member'))).toEqual({
      status: 'done',
    })
    expect((await rows({ q: slug })).teams).toMatchObject([{ managers: [] }])
    await asOperator(() => setTeamArchived(slug, true))
    expect(await rows({ q: '検索', state: 'archived' })).toMatchObject({ total: 1 })
    // Nobody is put into it any more, but whoever is in it can go.
    const { email } = await createPerson()
    expect(await asOperator(() => setTeamRole(email, slug, 'member'))).toEqual({ status: 'no-such-team' })
    expect(await asOperator(() => setTeamRole({ personId: manager.personId }, slug, null))).toEqual({ status: 'done' })
    expect(await asOperator(() => setTeamRole('nobody@people.test', slug, null))).toEqual({ status: 'not-found' })
  })
})
