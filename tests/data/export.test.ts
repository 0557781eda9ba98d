import { describe, expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { readTeamExport } from '@/lib/export/queries'
import { type ExportKind, type ExportRow, exportKinds } from '@/lib/export/schema'
import { deactivatePerson, setMembership } from '@/lib/person/commands/manage-people'
import { readQuestions, saveChoice, startQuiz, takeQuiz } from '../factories/attempts'
import { createViewer, newTeam } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

async function rowsOf(viewer: Viewer, slug: string, kind: ExportKind, locale = 'en'): Promise<ExportRow[] | null> {
  return actAs(viewer, async () => {
    const found = await readTeamExport(slug, kind, locale)
    if (!found) return null
    const rows: ExportRow[] = []
    for await (const batch of found.batches) rows.push(...batch)
    return rows
  })
}

describe('results', () => {
  test('are those of the members of a managed team: whole attempts that have ended, with exact scores', async () => {
    const [team, other] = [newTeam(), newTeam()]
    const manager = await createViewer({ teams: { [team]: 'manager' } })
    const [ada, ben] = [
      await createViewer({ name: '=cmd', teams: { [team]: 'member', [other]: 'member' } }),
      await createViewer({ name: '山田 太郎', teams: { [team]: 'member' } }),
    ]
    const outsider = await createViewer({ teams: { [other]: 'member' } })
    const quiz = await createQuiz({ questions: 3, locales: ['en', 'ja'] })
    await takeQuiz(ada, quiz.slug, ['right'])
    await takeQuiz(ada, quiz.slug, ['right', 'right'])
    await takeQuiz(ben, quiz.slug, [])
    await takeQuiz(outsider, quiz.slug, ['right'])
    await takeQuiz(manager, quiz.slug, ['right'])
    // One that still runs is nobody else's yet.
    const open = await startQuiz(ben, quiz.slug)
    await saveChoice(ben, open, (await readQuestions(open))[0], {})

    const rows = await rowsOf(manager, team, 'results', 'ja')
    const { title } = await db().quizName.findFirstOrThrow({ where: { quiz: { slug: quiz.slug }, locale: 'ja' } })
    expect(rows).toMatchObject([
      { person: '=cmd', quiz: title, attempt: 1, score: 1 / 3, exactScore: '1/3', counts: true, ended: 'submitted' },
      { person: '=cmd', quiz: title, attempt: 2, score: 2 / 3, exactScore: '2/3', counts: false },
      { person: '山田 太郎', attempt: 1, score: 0, exactScore: '0/1', passed: false },
    ])
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
      /confidence|picks|seed|personId|quizId/,
    )

    // Who leaves, or is kept out, is gone from the next file on; who stops managing sees nothing more.
    await actAs(operator, () => setMembership(ada.email, { slug: team }, null))
    await actAs(operator, () => deactivatePerson(ben.email))
    expect(await rowsOf(manager, team, 'results')).toEqual([])
    await actAs(operator, () => setMembership(manager.email, { slug: team }, 'member'))
    const { teams, ...same } = manager
    expect(teams).toHaveLength(1)
    expect(await rowsOf({ ...same, teams: [] }, team, 'results')).toBeNull()
  })
})

test('a team of others, an archived one and one that there is not are one answer', async () => {
  const [team, other, gone] = [newTeam(), newTeam(), newTeam()]
  const manager = await createViewer({ teams: { [team]: 'manager', [gone]: 'manager' } })
  await createViewer({ teams: { [other]: 'manager' } })
  await db().team.update({ where: { slug: gone }, data: { archivedAt: new Date() } })
  const admin = await createViewer({ role: 'admin' })
  for (const kind of exportKinds) {
    expect(await rowsOf(manager, team, kind)).toEqual([])
    for (const slug of [other, gone, 'no-such-team']) expect(await rowsOf(manager, slug, kind)).toBeNull()
    expect(await rowsOf(admin, team, kind)).toBeNull()
  }
})

test('progress says what is right from five answers on, and assignments how far someone is', async () => {
  const team = newTeam()
  const manager = await createViewer({ teams: { [team]: 'manager' } })
  const ada = await createViewer({ teams: { [team]: 'member' } })
  const quiz = await createQuiz({ questions: 6 })
  const { id: teamId } = await db().team.findUniqueOrThrow({ where: { slug: team } })
  const { id: quizId } = await db().quiz.findUniqueOrThrow({ where: { slug: quiz.slug } })
  await db().$executeRaw`
    INSERT INTO assignment (id, team_id, quiz_id, due_on, due_zone, due_at)
    VALUES (gen_random_uuid(), ${teamId}::uuid, ${quizId}::uuid, '2026-03-29', 'Europe/Madrid', end_of_day('2026-03-29', 'Europe/Madrid'))`
  const before = await rowsOf(manager, team, 'assignments')
  expect(before).toMatchObject([{ person: ada.name, state: 'overdue', dueOn: '2026-03-29', late: null, score: null }])
  // The day on which clocks go forward ends an hour earlier.
  expect(before?.[0]?.dueAt).toEqual(new Date('2026-03-29T22:00:00Z'))
  await takeQuiz(ada, quiz.slug, ['right', 'right', 'right', 'right'])
  const four = await rowsOf(manager, team, 'progress')
  expect(four?.reduce((sum, { answered }) => sum + Number(answered), 0)).toBeGreaterThanOrEqual(4)
  for (const row of four ?? [])
    if (Number(row.answered) < 5) expect(row).toMatchObject({ share: null, low: null, high: null })
  expect(await rowsOf(manager, team, 'assignments')).toMatchObject([
    { person: ada.name, state: 'done', late: true, parts: '1/1', score: 4 / 6, exactScore: '2/3' },
  ])
})
