import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { allowExtra, archiveAssignment, changeAssignment, createAssignment, extendDue } from '@/lib/assignment/commands'
import { getAssignment, listOwnAssignments, listTeamAssignments } from '@/lib/assignment/queries'
import { db, newId } from '@/lib/db/client'
import { addDays } from '@/lib/i18n/calendar'
import { deactivatePerson, setMembership } from '@/lib/person/commands/manage-people'
import { assign } from '../factories/assignments'
import { takeQuiz } from '../factories/attempts'
import { createViewer, newTeam } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { testDatabase } from './database'
import { endOfDay, standingOf, type Taken } from './standing-recomputed'

testDatabase()

type Standing = {
  person_id: string
  due_at: Date | null
  done_at: Date | null
  late: boolean
  attempt_id: string | null
}

const standingsOf = (assignmentId: string) => db().$queryRaw<Standing[]>`
  SELECT person_id, due_at, done_at, late, attempt_id FROM assignment_standing
  WHERE assignment_id = ${assignmentId}::uuid ORDER BY person_id`

const zones = ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia']
/** Days on both sides of changed clocks, and others. */
const day = fc.oneof(
  fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-01-31', '2026-02-28'),
  fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-01-01', days)),
)
const terms = fc.record({
  dueOn: fc.option(day),
  zone: fc.constantFrom(...zones),
  counts: fc.constantFrom('first' as const, 'best' as const, 'latest' as const),
  renewMonths: fc.option(fc.constantFrom(1, 3, 12)),
})
/** An attempt that ended at the very end of a day in some zone, or around it; null is the day and the zone of the terms. */
const ended = fc.record({
  at: fc.tuple(fc.option(day, { freq: 2 }), fc.constantFrom(...zones), fc.constantFrom(-1, 0, 1, 40_000_000)),
  right: fc.integer({ min: 0, max: 2 }),
})

test('standings are what walking through the attempts one by one says', async () => {
  const quiz = await createQuiz({ questions: 2 })
  const { id: quizId } = await db().quiz.findUniqueOrThrow({ where: { slug: quiz.slug } })
  const now = new Date()
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.array(fc.array(ended, { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
      day,
      async (given, people, created) => {
        const team = newTeam()
        const taken = new Map<string, Taken[]>()
        for (const attempts of people) {
          const { personId } = await createViewer({ teams: { [team]: 'member' } })
          const own = attempts
            .map(({ at: [on, zone, off], right }) => {
              const end = on || !given.dueOn ? endOfDay(on ?? '2026-01-31', zone) : endOfDay(given.dueOn, given.zone)
              return { endedAt: new Date(end.getTime() + off), right }
            })
            .sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
            .map((attempt, index) => ({ ...attempt, id: newId(), number: index + 1 }))
          taken.set(personId, own)
          await db().attempt.createMany({
            data: own.map(({ id, number, endedAt, right }) => ({
              ...{ id, number, endedAt, personId, quizId, ended: 'submitted' as const, mode: 'exam' as const },
              ...{ startedAt: endedAt, settings: {}, seed: '', locale: 'en', scoreNum: right, scoreDen: 2 },
              ...{ passed: right === 2, counts: number === 1 },
            })),
          })
        }
        const id = await assign(team, { quiz: quiz.slug }, given)
        const createdAt = endOfDay(created, 'UTC')
        await db().assignment.update({ where: { id }, data: { createdAt } })
        const expected = [...taken]
          .map(([person_id, attempts]) => ({ person_id, ...standingOf(given, createdAt, attempts, now) }))
          .sort((a, b) => (a.person_id < b.person_id ? -1 : 1))
        expect(await standingsOf(id)).toEqual(expected)
      },
    ),
    { numRuns: 25 },
  )
})

describe('who has an assignment', () => {
  test('are the members of now, and each their own', async () => {
    const team = newTeam()
    const manager = await createViewer({ teams: { [team]: 'manager' } })
    const [ada, ben, cal] = [
      await createViewer({ teams: { [team]: 'member' } }),
      await createViewer({ teams: { [team]: 'member' } }),
      await createViewer({ teams: { [team]: 'member' } }),
    ]
    const quiz = await createQuiz({ questions: 1 })
    const [all, one] = [
      await assign(team, { quiz: quiz.slug }),
      await assign(team, { quiz: quiz.slug }, { personId: ada.personId }),
    ]
    const ids = async (id: string) => (await standingsOf(id)).map(({ person_id }) => person_id)
    expect(await ids(all)).toEqual([ada, ben, cal].map(({ personId }) => personId).sort())
    expect(await ids(one)).toEqual([ada.personId])
    await actAs(operator, () => setMembership(ben.email, { slug: team }, null))
    await actAs(operator, () => deactivatePerson(cal.email))
    expect(await ids(all)).toEqual([ada.personId])
    const own = (viewer: Viewer) => actAs(viewer, () => listOwnAssignments('en'))
    expect(await own(ada)).toHaveLength(2)
    expect(await own(ben)).toEqual([])
    expect(await own(manager)).toEqual([])
    // Who leaves the team takes along what is theirs alone; its managers lose sight of it.
    await actAs(operator, () => setMembership(ada.email, { slug: team }, null))
    expect(await own(ada)).toMatchObject([{ id: one }])
    expect(await actAs(manager, () => getAssignment(team, one, 'en'))).toBeNull()
    expect((await actAs(manager, () => listTeamAssignments(team, 'en', false)))?.assignments).toMatchObject([
      { id: all, people: 0 },
    ])
  })

  test('are not asked for what nobody can take any more', async () => {
    const team = newTeam()
    const [ada, ben] = [
      await createViewer({ teams: { [team]: 'member' } }),
      await createViewer({ teams: { [team]: 'member' } }),
    ]
    const quiz = await createQuiz({ questions: 1 })
    const id = await assign(team, { quiz: quiz.slug })
    await takeQuiz(ada, quiz.slug, ['right'])
    await db().quiz.update({ where: { slug: quiz.slug }, data: { status: 'retired' } })
    const own = (viewer: Viewer) => actAs(viewer, () => listOwnAssignments('en'))
    expect(await own(ada)).toMatchObject([{ id, state: 'done' }])
    expect(await own(ben)).toEqual([])
    // Their manager is told why.
    const manager = await createViewer({ teams: { [team]: 'manager' } })
    expect(await actAs(manager, () => getAssignment(team, id, 'en'))).toMatchObject({ isClosed: true })
  })
})

describe('an assignment of topics', () => {
  test('asks for what was published when it was given, and is done with the last of it', async () => {
    const team = newTeam()
    await createViewer({ teams: { [team]: 'manager' } })
    const ada = await createViewer({ teams: { [team]: 'member' } })
    const quiz = await createQuiz({ questions: 2 })
    const topics = await db().topic.findMany({
      where: { questions: { some: { question: { items: { some: { quiz: { slug: quiz.slug } } } } } } },
    })
    const slugs = topics.map(({ slug }) => slug)
    const id = await assign(team, { topics: slugs }, { dueOn: '2030-01-31' })
    const parts = async () => {
      const [row] = await db().$queryRaw<
        { parts_done: number; parts: number; done_at: Date | null; score_num: bigint }[]
      >`
        SELECT parts_done, parts, done_at, score_num FROM assignment_standing WHERE assignment_id = ${id}::uuid`
      return row
    }
    const asked = (await parts())?.parts ?? 0
    expect(asked).toBeGreaterThanOrEqual(2)
    await takeQuiz(ada, quiz.slug, ['right'])
    expect(await parts()).toMatchObject({ parts_done: 1, done_at: null, score_num: null })
    await createQuiz({ questions: 3 })
    expect((await parts())?.parts).toBe(asked)
    for (const { slug, items } of await db().quiz.findMany({
      where: { status: 'published' },
      include: { items: true },
    }))
      if (slug !== quiz.slug)
        await takeQuiz(
          ada,
          slug,
          items.map(() => ['d']),
        )
    expect(await parts()).toMatchObject({ parts_done: asked - 1, done_at: null })
    await takeQuiz(ada, quiz.slug, ['right', ['d']])
    expect(await parts()).toMatchObject({ parts_done: asked, score_num: expect.any(BigInt) })
    expect((await parts())?.done_at).not.toBeNull()
    const manager = await createViewer({ teams: { [team]: 'manager' } })
    const none = { ...{ personId: null, dueOn: null, zone: 'UTC', counts: 'first' as const, renewMonths: null } }
    await db().topic.create({ data: { id: newId(), slug: 'empty-topic' } })
    expect(await actAs(manager, () => createAssignment(team, { ...none, what: { topics: ['empty-topic'] } }))).toEqual({
      status: 'no-questions',
    })
  })
})

describe('the terms', () => {
  const plain = { dueOn: '2030-01-31', zone: 'Europe/Madrid', counts: 'best' as const, renewMonths: 12 }

  test('are changed by whoever has read them; whoever comes second is told', async () => {
    const team = newTeam()
    const manager = await createViewer({ teams: { [team]: 'manager' } })
    const ada = await createViewer({ teams: { [team]: 'member' } })
    const quiz = await createQuiz({ questions: 1 })
    const id = await assign(team, { quiz: quiz.slug })
    const change = (rowVersion: number, more: object = {}) =>
      actAs(manager, () => changeAssignment(team, id, rowVersion, { ...plain, ...more }))
    const outcomes = await Promise.all([change(1), change(1, { renewMonths: 3 }), change(1, { counts: 'latest' })])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['changed', 'changed', 'done'])
    const dueOf = async () => (await standingsOf(id))[0]?.due_at?.toISOString()
    expect(await dueOf()).toBe('2030-01-31T23:00:00.000Z')
    // A day of one's own ends in the zone of the assignment, and goes with it.
    const extend = (dueOn: string | null) => actAs(manager, () => extendDue(team, id, ada.personId, dueOn))
    expect(await extend('2030-03-31')).toEqual({ status: 'done' })
    expect(await dueOf()).toBe('2030-03-31T22:00:00.000Z')
    expect(await change(2, { zone: 'Asia/Tokyo' })).toEqual({ status: 'done' })
    expect(await dueOf()).toBe('2030-03-31T15:00:00.000Z')
    expect(await extend(null)).toEqual({ status: 'done' })
    expect(await dueOf()).toBe('2030-01-31T15:00:00.000Z')
    const allow = (personId: string) => actAs(manager, () => allowExtra(team, id, personId, { time: 25, attempts: 1 }))
    expect(await allow(ada.personId)).toEqual({ status: 'done' })
    expect(await db().allowance.findMany({ where: { personId: ada.personId } })).toMatchObject([
      { extraPercent: 25, extraAttempts: 1, quizId: expect.any(String) },
    ])
    const stranger = await createViewer()
    expect(await allow(stranger.personId)).toEqual({ status: 'not-found' })
    expect(await actAs(manager, () => archiveAssignment(team, id))).toEqual({ status: 'done' })
    expect(await change(3)).toEqual({ status: 'not-found' })
    expect(await standingsOf(id)).toEqual([])
  })

  test('and all else are closed to the manager of another team, as for an id that is none', async () => {
    const [team, other] = [newTeam(), newTeam()]
    const manager = await createViewer({ teams: { [other]: 'manager' } })
    const ada = await createViewer({ teams: { [team]: 'member' } })
    const quiz = await createQuiz({ questions: 1 })
    const id = await assign(team, { quiz: quiz.slug })
    for (const slug of [team, other, 'no-such-team'])
      for (const assignment of [id, newId(), 'none']) {
        const tries = await actAs(manager, () =>
          Promise.all([
            changeAssignment(slug, assignment, 1, plain),
            archiveAssignment(slug, assignment),
            extendDue(slug, assignment, ada.personId, '2030-01-01'),
            allowExtra(slug, assignment, ada.personId, { time: 1, attempts: 0 }),
            getAssignment(slug, assignment, 'en'),
          ]),
        )
        const none = { status: 'not-found' }
        expect(tries).toEqual([none, none, none, none, null])
      }
    expect(
      await actAs(manager, () =>
        createAssignment(other, { ...plain, what: { quiz: quiz.slug }, personId: ada.personId }),
      ),
    ).toEqual({ status: 'no-such-person' })
    expect(await db().assignment.count({ where: { personId: ada.personId } })).toBe(0)
  })
})
