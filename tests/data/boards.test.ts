import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actAs, getViewer, operator, type Viewer } from '@/lib/access/viewer'
import { seededRandom } from '@/lib/attempt/rules'
import { rebuildBoards, setCompanyZone } from '@/lib/board/commands/rebuild-boards'
import { type BoardRow, getBoard } from '@/lib/board/queries'
import type { BoardOf, BoardSpan, Place } from '@/lib/board/schema'
import { db } from '@/lib/db/client'
import { deactivatePerson, setMembership } from '@/lib/person/commands/manage-people'
import { saveProfile } from '@/lib/person/commands/save-profile'
import type { QuizDraft } from '@/lib/quiz/schema'
import { type Pick, readQuestions, saveChoice, startQuiz, takeQuiz } from '../factories/attempts'
import { createPerson, createSession, createViewer, newTeam } from '../factories/people'
import { createQuiz, draftQuestion, quizDraft } from '../factories/quizzes'
import { type App, startApp } from './app'
import { calendarIn, recomputeBoard } from './boards-recomputed'
import { runOn, setClock, testDatabase } from './database'

const database = testDatabase()

/** A failure prints its seed; given here, the same history is made again. */
const SEED = process.env.BOARDS_SEED ?? String(Date.now())
const TOPICS = ['storage', 'networking', 'security']
const SPANS: BoardSpan[] = ['all', 'month', 'week']

let quizzes: QuizDraft[]
beforeAll(async () => {
  quizzes = await Promise.all(
    [3, 5, 7].map((count) => {
      const { slug } = quizDraft()
      return createQuiz({
        questions: Array.from({ length: count }, (_, index) =>
          draftQuestion({
            externalId: `${slug}/q${index}`,
            kind: index % 2 ? 'multiple' : 'single',
            topics: TOPICS.filter((_topic, at) => (index + at) % 2 === 0),
          }),
        ),
      })
    }),
  )
})

const everyone: BoardOf = { scope: 'all', slug: null }
const boardsOf = (teams: string[]): BoardOf[] => [
  everyone,
  ...teams.map((slug) => ({ scope: 'team' as const, slug })),
  ...TOPICS.map((slug) => ({ scope: 'topic' as const, slug })),
  ...quizzes.map(({ slug }) => ({ scope: 'quiz' as const, slug })),
]

/** A whole board, as someone sees it who turns its pages. */
async function readWhole(viewer: Viewer, of: BoardOf, span: BoardSpan): Promise<BoardRow[]> {
  const rows: BoardRow[] = []
  let after: Place | null = null
  do {
    const page = await actAs(viewer, () => getBoard(of, span, after))
    if (!page) throw new Error(`There is no board of ${of.slug}.`)
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}

/** When the next week or month begins in a zone: all of those used here begin their hours on a half hour of UTC. */
function nextWindow(now: Date, zone: string): Date {
  const here = calendarIn(zone, now)
  const HALF_HOUR = 1_800_000
  for (let time = Math.ceil(now.getTime() / HALF_HOUR) * HALF_HOUR; ; time += HALF_HOUR) {
    const there = calendarIn(zone, new Date(time))
    if (there.month !== here.month || there.monday !== here.monday) return new Date(time)
  }
}

/** Every board equals the long way, and what each person sees of their own place fits into it. */
async function expectBoards(viewers: Viewer[], teams: string[], now: Date, zone: string): Promise<void> {
  for (const of of boardsOf(teams))
    for (const span of SPANS) {
      const right = await recomputeBoard(of, span, now, zone)
      const what = `${of.slug ?? 'everyone'} ${span} (BOARDS_SEED=${SEED})`
      const onlooker = viewers.find(
        ({ personId }) => of.scope !== 'team' || right.some((standing) => standing.personId === personId),
      )
      if (!onlooker) continue
      const shown = await readWhole(onlooker, of, span)
      expect(
        shown.map(({ rank, name, points }) => ({ rank, name, points })),
        what,
      ).toEqual(right.map(({ rank, name, points }) => ({ rank, name, points })))
      const at = right.findIndex(({ personId }) => personId === onlooker.personId)
      const page = await actAs(onlooker, () => getBoard(of, span))
      if (at < 0) expect(page?.me.status, what).not.toBe('placed')
      else
        expect(page?.me, what).toEqual({
          status: 'placed',
          around: right
            .slice(Math.max(0, at - 2), at + 3)
            .map(({ personId, rank, name, points }) => ({ rank, name, points, isMe: personId === onlooker.personId })),
        })
    }
}

describe('boards', () => {
  test('are what the raw answers say, through ties, retakes, opting out, deactivating, teams and changes of the clock', {
    timeout: 180_000,
  }, async () => {
    const random = seededRandom(SEED)
    const oneOf = <T>(list: readonly T[]): T => {
      const item = list[Math.floor(random() * list.length)]
      if (item === undefined) throw new Error('The list is empty.')
      return item
    }
    // Madrid turns its clocks back within these weeks; Auckland is already in another month when it does.
    const zone = oneOf(['Europe/Madrid', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'])
    let now = new Date('2026-10-22T20:00:00Z')
    await setClock(database.url, now.toISOString())
    await actAs(operator, () => setCompanyZone(zone))
    const teams = [newTeam(), newTeam()]
    const people: { viewer: Viewer; email: string }[] = []
    for (let each = 0; each < 9; each++) {
      const { personId, email } = await createPerson({ teams: each % 3 === 2 ? {} : { [oneOf(teams)]: 'member' } })
      people.push({ viewer: (await createSession(personId)).viewer, email })
    }
    const active = new Set(people)
    for (let step = 0; step < 40; step++) {
      now = new Date(now.getTime() + Math.floor(random() * 16 * 3_600_000))
      await setClock(database.url, now.toISOString())
      const person = oneOf([...active])
      const { viewer, email } = person
      const way = random()
      if (way < 0.65) {
        const quiz = oneOf(quizzes)
        const picks = quiz.questions.map(({ kind }): Pick => {
          const luck = random()
          // Few ways to answer, so that many are equal.
          return luck < 0.5 ? 'right' : luck < 0.7 ? 'blank' : kind === 'multiple' ? ['a'] : ['c']
        })
        await takeQuiz(viewer, quiz.slug, picks)
      } else if (way < 0.75) {
        const { name, zone: home } = viewer
        await actAs(viewer, () =>
          saveProfile({ name, uiLocale: 'en', contentLocales: [], zone: home, onBoards: random() < 0.5 }),
        )
      } else if (way < 0.95) {
        const [current] = (await actAs(viewer, getViewer))?.teams ?? []
        const left = current && (await db().team.findUniqueOrThrow({ where: { id: current.teamId } })).slug
        if (left && random() < 0.6) await actAs(operator, () => setMembership(email, { slug: left }, null))
        else await actAs(operator, () => setMembership(email, { slug: oneOf(teams) }, 'member'))
      } else if (active.size > 5) {
        await actAs(operator, () => deactivatePerson(email))
        active.delete(person)
      }
      if (step % 13 !== 12) continue
      // Just before and just after a week or a month begins where the company is.
      const next = nextWindow(now, zone)
      for (const minutes of [-30, 30]) {
        now = new Date(next.getTime() + minutes * 60_000)
        await setClock(database.url, now.toISOString())
        await expectBoards(
          [...active].map(({ viewer }) => viewer),
          teams,
          now,
          zone,
        )
      }
    }
    expect(await actAs(operator, () => rebuildBoards({ write: false }))).toEqual({
      scores: [],
      differences: [],
      total: 0,
    })
    await setClock(database.url, null)
    await actAs(operator, () => setCompanyZone('UTC'))
  })

  test('are rebuilt from what is recorded, and each difference is told', async () => {
    const viewer = await createViewer()
    await takeQuiz(viewer, quizzes[0]?.slug ?? '', ['right'])
    const { personId } = viewer
    const before = await readWhole(viewer, everyone, 'all')
    await db().boardEntry.updateMany({ where: { personId, board: { scope: 'all', span: 'all' } }, data: { points: 7 } })
    await db().boardEntry.deleteMany({ where: { personId, board: { scope: 'quiz' } } })
    await db().boardBucket.updateMany({
      where: { board: { scope: 'topic', span: 'all' } },
      data: { people: { increment: 1 } },
    })
    const check = await actAs(operator, () => rebuildBoards({ write: false }))
    expect(check.differences).toContainEqual(
      expect.objectContaining({ board: expect.stringMatching(/^all/), personId, kept: '7' }),
    )
    expect(check.total).toBeGreaterThan(4)
    expect(await actAs(operator, () => rebuildBoards({ write: true }))).toEqual(check)
    expect(await actAs(operator, () => rebuildBoards({ write: false }))).toEqual({
      scores: [],
      differences: [],
      total: 0,
    })
    expect(await readWhole(viewer, everyone, 'all')).toEqual(before)
  })

  test('tell of a score that its answers do not give, and leave it', async () => {
    const viewer = await createViewer()
    const attemptId = await takeQuiz(viewer, quizzes[0]?.slug ?? '', ['right'])
    await db().answer.updateMany({ where: { attemptId }, data: { awardNum: 0, awardDen: 1 } })
    const { scores } = await actAs(operator, () => rebuildBoards({ write: true }))
    expect(scores).toEqual([{ attemptId, recorded: '1/3', earned: '0.000000' }])
    expect(await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })).toMatchObject({
      firstNum: 1n,
      firstDen: 3n,
    })
    await db().$executeRaw`UPDATE answer SET award_num = 1 WHERE attempt_id = ${attemptId}::uuid AND position = 1`
  })

  test('refuse a zone that there is not', async () => {
    expect(await actAs(operator, () => setCompanyZone('Mars/Olympus'))).toEqual({ status: 'unknown-zone' })
  })

  test('of a team, a topic and a quiz that there is not are one answer with a team of others', async () => {
    const team = newTeam()
    await createViewer({ teams: { [team]: 'manager' } })
    for (const role of ['member', 'admin'] as const) {
      const stranger = await createViewer({ role, teams: { [newTeam()]: 'manager' } })
      for (const scope of ['team', 'topic', 'quiz'] as const)
        expect(await actAs(stranger, () => getBoard({ scope, slug: 'unknown' }, 'all'))).toBeNull()
      expect(await actAs(stranger, () => getBoard({ scope: 'team', slug: team }, 'all'))).toBeNull()
    }
  })
})

describe('sixteen submits at once', () => {
  let apps: App[] = []
  beforeAll(() => {
    apps = [startApp(database.url), startApp(database.url)]
  })
  afterAll(() => {
    for (const { child } of apps) child.kill()
  })

  test('on two processes meet no deadlock, and the boards are what the answers say', { timeout: 120_000 }, async () => {
    const deadlocks = async () =>
      Number(
        (await runOn(database.url, 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'))[0]
          ?.deadlocks,
      )
    const before = await deadlocks()
    const team = newTeam()
    const viewers = await Promise.all(Array.from({ length: 16 }, () => createViewer({ teams: { [team]: 'member' } })))
    for (const quiz of quizzes) {
      // Everyone gets one of two scores, so that all of them meet in the same few buckets.
      const attempts = await Promise.all(
        viewers.map(async (viewer, index) => {
          const attemptId = await startQuiz(viewer, quiz.slug)
          const [first] = await readQuestions(attemptId)
          if (index % 2) await saveChoice(viewer, attemptId, first, { picks: first?.key ?? [] })
          return { viewer, attemptId }
        }),
      )
      const outcomes = await Promise.all(
        attempts.map(({ viewer, attemptId }, index) => apps[index % 2]?.call(viewer, 'submit', { attemptId })),
      )
      expect(outcomes).toEqual(attempts.map(() => ({ status: 'submitted' })))
    }
    const now = new Date()
    for (const of of boardsOf([team]))
      for (const span of SPANS) {
        const [viewer] = viewers
        if (!viewer) throw new Error('There is nobody.')
        const right = await recomputeBoard(of, span, now, 'UTC')
        const shown = await readWhole(viewer, of, span)
        expect(shown.map(({ rank, points }) => ({ rank, points }))).toEqual(
          right.map(({ rank, points }) => ({ rank, points })),
        )
      }
    expect(await deadlocks()).toBe(before)
  })
})
