import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { readTeamExport } from '@/lib/export/queries'
import type { ExportKind, ExportRow } from '@/lib/export/schema'
import { setMembership } from '@/lib/person/commands/manage-people'
import { MIN_SHARE_N, wilson } from '@/lib/progress/rules'
import { getDashboard } from '@/lib/team/queries/get-dashboard'
import { getMember } from '@/lib/team/queries/get-member'
import { listOverview } from '@/lib/team/queries/list-overview'
import { type Figures, topicsOfTeam } from '@/lib/team/rules'
import { assign } from '../factories/assignments'
import { readQuestions, setRules, takeQuiz } from '../factories/attempts'
import { createSession, createViewer, newTeam } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { testDatabase } from './database'
import { standingOf, type Taken } from './standing-recomputed'

testDatabase()

/** All that is recorded of some people, to be added up by hand. */
async function recordsOf(personIds: readonly string[]) {
  const attempts = await db().attempt.findMany({
    where: { personId: { in: [...personIds] } },
    include: {
      quiz: true,
      answers: { include: { question: { include: { topics: { include: { topic: true } } } } } },
    },
  })
  const now = new Date()
  return attempts.map((attempt) => ({
    ...attempt,
    answers: attempt.answers.map((answer) => ({
      ...answer,
      isShown: answer.revealedAt !== null || (attempt.revealsAt !== null && attempt.revealsAt <= now),
      isGiven: answer.picks.length > 0,
      isRight: answer.awardNum !== null && answer.awardNum === answer.awardDen,
      at: (answer.revealedAt ?? attempt.endedAt)?.getTime() ?? 0,
    })),
  }))
}
type Records = Awaited<ReturnType<typeof recordsOf>>

/** What one person has answered of a topic, and how much of it was right the last time. */
function figuresOf(records: Records, personId: string, topic: string): Omit<Figures, 'questions'> {
  const latest = new Map<string, { at: number; isRight: boolean }>()
  for (const attempt of records)
    if (attempt.personId === personId)
      for (const answer of attempt.answers) {
        if (!answer.isShown || !answer.isGiven || !answer.question.topics.some((each) => each.topic.slug === topic))
          continue
        const known = latest.get(answer.questionId)
        if (!known || answer.at >= known.at) latest.set(answer.questionId, { at: answer.at, isRight: answer.isRight })
      }
  return { answered: latest.size, right: [...latest.values()].filter(({ isRight }) => isRight).length }
}

const dashboardOf = async (viewer: Viewer, team: string) => {
  const dashboard = await actAs(viewer, () => getDashboard(team, 'en'))
  if (!dashboard) throw new Error('The viewer does not manage the team.')
  return dashboard
}

/** An attempt as `standingOf` takes it, with its score as a share. */
const takenOf = ({ id, number, endedAt, scoreNum, scoreDen }: Records[number]): Taken => ({
  id,
  number,
  endedAt: endedAt ?? new Date(Number.NaN),
  right: Number(scoreNum) / Number(scoreDen),
})

/** All rows of an export. */
const exported = (viewer: Viewer, team: string, kind: ExportKind) =>
  actAs(viewer, async () => {
    const rows: ExportRow[] = []
    for await (const batch of (await readTeamExport(team, kind, 'en'))?.batches ?? []) rows.push(...batch)
    return rows
  })

test('every figure of dashboards and exports is what adding up the records gives', async () => {
  const [open, held] = [await createQuiz({ questions: 6 }), await createQuiz({ questions: 3 })]
  await setRules(held.slug, { reveal: 'date', revealAt: new Date(Date.now() + 86_400_000) })
  const gone = await createQuiz({ questions: 2 })
  const { id: quizId, names } = await db().quiz.findUniqueOrThrow({
    where: { slug: open.slug },
    include: { names: true },
  })
  const title = names.find(({ locale }) => locale === 'en')?.title
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          teams: fc.subarray([0, 1], { minLength: 1 }),
          quizzes: fc.array(
            fc.record({
              slug: fc.constantFrom(open.slug, open.slug, held.slug, gone.slug),
              picks: fc.array(fc.constantFrom('right' as const, 'blank' as const, ['d']), {
                minLength: 2,
                maxLength: 2,
              }),
            }),
            { maxLength: 2 },
          ),
        }),
        { minLength: 5, maxLength: 7 },
      ),
      fc.record({
        dueOn: fc.constantFrom(null, '2026-01-31', '2090-01-31'),
        zone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
        counts: fc.constantFrom('first' as const, 'best' as const, 'latest' as const),
        topic: fc.constantFrom('benchmarking', 'storage', 'networking', 'security'),
      }),
      async (people, { topic: asked, ...terms }) => {
        const teams = [newTeam(), newTeam()]
        const manager = await createViewer({ teams: Object.fromEntries(teams.map((team) => [team, 'manager'])) })
        const members: { personId: string; teams: string[] }[] = []
        for (const { teams: own, quizzes } of people) {
          const names = own.map((index) => teams[index] ?? '')
          const viewer = await createViewer({ teams: Object.fromEntries(names.map((team) => [team, 'member'])) })
          for (const { slug, picks } of quizzes) await takeQuiz(viewer, slug, picks, 'exam')
          members.push({ personId: viewer.personId, teams: names })
        }
        const published = await db().question.count({
          where: { topics: { some: { topic: { slug: asked } } }, items: { some: { quiz: { status: 'published' } } } },
        })
        for (const team of teams) {
          await assign(team, { quiz: open.slug }, terms)
          if (published > 0) await assign(team, { topics: [asked] })
          const own = members.filter((member) => member.teams.includes(team)).map(({ personId }) => personId)
          const records = await recordsOf(own)
          const dashboard = await dashboardOf(manager, team)
          expect(dashboard.members.map(({ personId }) => personId).sort()).toEqual([...own].sort())
          for (const { personId, topics, quizzes, hasBegun } of dashboard.members) {
            const mine = records.filter((attempt) => attempt.personId === personId)
            expect(hasBegun).toBe(mine.some(({ purpose }) => purpose === 'full'))
            const finished = mine.filter(({ counts, quiz }) => counts && quiz?.status === 'published')
            expect(quizzes).toBe(new Set(finished.map(({ quizId }) => quizId)).size)
            for (const { slug } of dashboard.topics) {
              const expected = figuresOf(records, personId, slug)
              expect(topics.get(slug)).toMatchObject(expected)
              expect(topics.get(slug)?.questions).toBeGreaterThanOrEqual(expected.answered)
            }
          }
          for (const topic of topicsOfTeam(dashboard.topics, dashboard.members, 'en')) {
            const all = own.map((personId) => figuresOf(records, personId, topic.slug))
            const [answered, right] = [
              all.reduce((sum, figures) => sum + figures.answered, 0),
              all.reduce((sum, figures) => sum + figures.right, 0),
            ]
            expect(topic).toMatchObject({ answered, right })
            expect(topic.interval).toEqual(answered >= MIN_SHARE_N ? wilson(right, answered) : null)
          }
          const given = records.flatMap(({ answers }) => answers.filter(({ isShown, isGiven }) => isShown && isGiven))
          expect(dashboard.days.reduce((sum, { scored }) => sum + scored, 0)).toBe(given.length)
          expect(dashboard.days.reduce((sum, { right }) => sum + right, 0)).toBe(
            given.filter(({ isRight }) => isRight).length,
          )
          const firsts = records.filter(({ counts, revealsAt }) => counts && revealsAt && revealsAt <= new Date())
          const byQuestion = new Map<string, boolean[]>()
          for (const { questionId, isRight } of firsts.flatMap(({ answers }) => answers))
            byQuestion.set(questionId, [...(byQuestion.get(questionId) ?? []), isRight])
          const weak = [...byQuestion.values()]
            .filter((all) => all.length >= MIN_SHARE_N && all.includes(false))
            .map((all) => [all.filter(Boolean).length, all.length])
            .sort(([a = 0, n = 1], [b = 0, m = 1]) => a / n - b / m || m - n)
          expect(dashboard.weakest.map(({ right, n }) => [right, n])).toEqual(weak.slice(0, 5))

          const rows = await exported(manager, team, 'results')
          const ended = records.filter(({ purpose, endedAt }) => purpose === 'full' && endedAt)
          expect(rows.map(({ exactScore }) => exactScore).sort()).toEqual(
            ended.map(({ scoreNum, scoreDen }) => `${scoreNum}/${scoreDen}`).sort(),
          )

          const people = await db().person.findMany({ where: { id: { in: own } } })
          const idOf = (email: ExportRow['email']) => people.find((person) => person.email === email)?.id ?? ''
          const progress = await exported(manager, team, 'progress')
          expect(progress).toHaveLength(own.length * dashboard.topics.length)
          for (const row of progress) {
            const topic = dashboard.topics.find(({ name }) => name === row.topic)?.slug ?? ''
            const { answered, right } = figuresOf(records, idOf(row.email), topic)
            expect(row).toMatchObject({ answered, right })
            const { low, high } = answered >= MIN_SHARE_N ? wilson(right, answered) : { low: null, high: null }
            expect([row.share, row.low, row.high]).toEqual([low === null ? null : right / answered, low, high])
          }

          const assignments = await exported(manager, team, 'assignments')
          expect(assignments).toHaveLength(own.length * (published > 0 ? 2 : 1))
          for (const personId of own) {
            const mine = assignments.filter(({ email }) => idOf(email) === personId)
            const taken = ended.filter((attempt) => attempt.personId === personId && attempt.quizId === quizId)
            const quiz = standingOf({ ...terms, renewMonths: null }, new Date(0), taken.map(takenOf), new Date())
            const result = taken.find(({ id }) => id === quiz.attempt_id)
            const isOverdue = quiz.due_at !== null && quiz.due_at <= new Date()
            const counts = { all: mine.length, done: 0, late: 0, overdue: 0 }
            expect(mine.filter(({ assignment }) => assignment === title)).toMatchObject([
              {
                counting: terms.counts,
                dueOn: terms.dueOn,
                dueAt: quiz.due_at,
                state: quiz.done_at ? 'done' : isOverdue ? 'overdue' : 'open',
                doneAt: quiz.done_at,
                late: quiz.done_at && quiz.late,
                parts: quiz.done_at ? '1/1' : '0/1',
                passed: result?.passed ?? null,
                exactScore: result ? `${result.scoreNum}/${result.scoreDen}` : null,
              },
            ])
            if (quiz.done_at) counts.done++
            if (quiz.done_at && quiz.late) counts.late++
            if (!quiz.done_at && isOverdue) counts.overdue++
            const { answered, right } = figuresOf(records, personId, asked)
            const isDone = published > 0 && answered === published
            if (published > 0)
              expect(mine.filter(({ assignment }) => assignment !== title)).toMatchObject([
                {
                  dueOn: null,
                  state: isDone ? 'done' : 'open',
                  parts: `${answered}/${published}`,
                  exactScore: isDone ? `${right}/${published}` : null,
                },
              ])
            if (isDone) counts.done++
            expect(dashboard.members.find((member) => member.personId === personId)?.assignments).toEqual(counts)
          }
        }
      },
    ),
    { numRuns: 4 },
  )
}, 120_000)

describe('what a manager sees', () => {
  test('ends with the part in the team, and is of the members of now', async () => {
    const [team, other] = [newTeam(), newTeam()]
    const { personId, email } = await createViewer({ teams: { [team]: 'manager', [other]: 'manager' } })
    const ada = await createViewer({ teams: { [team]: 'member', [other]: 'member' } })
    const quiz = await createQuiz({ questions: 1 })
    await takeQuiz(ada, quiz.slug, ['right'])
    const see = async () => {
      const { viewer } = await createSession(personId)
      return actAs(viewer, () =>
        Promise.all([
          getDashboard(team, 'en').then((found) => found?.members.length ?? null),
          getMember(team, ada.personId, 'en').then((found) => found?.quizzes.length ?? null),
        ]),
      )
    }
    expect(await see()).toEqual([1, 1])
    await actAs(operator, () => setMembership(ada.email, { slug: team }, null))
    expect(await see()).toEqual([0, null])
    await actAs(operator, () => setMembership(ada.email, { slug: team }, 'member'))
    await actAs(operator, () => setMembership(email, { slug: team }, 'member'))
    expect(await see()).toEqual([null, null])
  })

  test('holds nothing of keys, of single answers or of how sure someone was', async () => {
    const team = newTeam()
    const manager = await createViewer({ teams: { [team]: 'manager' } })
    const ada = await createViewer({ teams: { [team]: 'member' } })
    const quiz = await createQuiz({ questions: 2 })
    const attemptId = await takeQuiz(ada, quiz.slug, ['right', ['d']])
    await db().answer.updateMany({ where: { attemptId }, data: { confidence: 'sure', flagged: true } })
    const seen = JSON.stringify(
      await actAs(manager, () => Promise.all([getDashboard(team, 'en'), getMember(team, ada.personId, 'en')])),
      (_, value) => (value instanceof Map ? Object.fromEntries(value) : typeof value === 'bigint' ? `${value}` : value),
    )
    expect(seen).toContain(ada.personId)
    for (const { order } of await readQuestions(attemptId)) for (const id of order) expect(seen).not.toContain(id)
    expect(seen).not.toMatch(/sure|flagged|confidence|stability|picks|explanation/)
  })
})

test('the overview is of wholes, and of no group under five for someone outside it', async () => {
  const [small, large] = [newTeam(), newTeam()]
  const manager = await createViewer({ teams: { [small]: 'manager' } })
  for (let index = 0; index < 5; index++) await createViewer({ teams: { [large]: 'member' } })
  const member = await createViewer({ teams: { [small]: 'member' } })
  const quiz = await createQuiz({ questions: 1 })
  await takeQuiz(member, quiz.slug, ['right'])
  await assign(small, { quiz: quiz.slug })
  await assign(large, { quiz: quiz.slug }, { dueOn: '2026-01-31' })
  const overview = async (viewer: Viewer) => {
    const teams = await actAs(viewer, listOverview)
    return teams && Object.fromEntries(teams.map(({ slug, ...rest }) => [slug, rest]))
  }
  const admin = await overview(await createViewer({ role: 'admin' }))
  expect(admin?.[small]).toMatchObject({ members: 1, isManaged: false, figures: null })
  expect(admin?.[large]).toMatchObject({
    members: 5,
    figures: { begun: 0, results: 0, assigned: 5, done: 0, overdue: 5 },
  })
  const own = await overview(manager)
  expect(Object.keys(own ?? {})).toEqual([small])
  expect(own?.[small]).toMatchObject({
    isManaged: true,
    figures: { begun: 1, results: 1, passed: 1, assigned: 1, done: 1, overdue: 0 },
  })
  expect(await overview(member)).toBeNull()
})
