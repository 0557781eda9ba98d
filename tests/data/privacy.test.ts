import { expect, test } from 'vitest'
import { actAs } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { getOwnData, getWatchers } from '@/lib/privacy/queries'
import { assign } from '../factories/assignments'
import { readQuestions, saveChoice, setRules, startQuiz, takeQuiz } from '../factories/attempts'
import { createViewer, newTeam } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

test('each person is told who sees something of theirs now', async () => {
  const [team, other] = [newTeam(), newTeam()]
  const ada = await createViewer({ teams: { [team]: 'member', [other]: 'manager' } })
  expect(await actAs(ada, getWatchers)).toMatchObject({ teams: [{ managers: [] }] })
  await createViewer({ name: 'Manager', teams: { [team]: 'manager' } })
  await createViewer({ name: 'Elsewhere', teams: { [other]: 'manager' } })
  await createViewer({ name: 'Root', role: 'admin' })
  expect(await actAs(ada, getWatchers)).toMatchObject({ teams: [{ managers: ['Manager'] }], admins: ['Root'] })
})

test('all that is kept of a person is in their file, nothing of others, and no key before its time', async () => {
  const team = newTeam()
  const [ada, ben] = [
    await createViewer({ name: 'Ada', teams: { [team]: 'member' } }),
    await createViewer({ name: 'Somebody Else', teams: { [team]: 'member' } }),
  ]
  const [quiz, held] = [await createQuiz({ questions: 2 }), await createQuiz({ questions: 1 })]
  await setRules(held.slug, { reveal: 'never' })
  await takeQuiz(ada, quiz.slug, ['right'])
  await takeQuiz(ada, held.slug, ['right'], 'exam')
  await takeQuiz(ben, quiz.slug, [])
  const open = await startQuiz(ada, quiz.slug)
  const [question] = await readQuestions(open)
  await saveChoice(ada, open, question, { picks: question?.key ?? [] })
  await assign(team, { quiz: quiz.slug })
  type Attempt = { quiz: string; endedAt: string | null; answers: { earned: string | null; picked: string[] | null }[] }
  const data = (await actAs(ada, getOwnData)) as { person: object; attempts: Attempt[]; assignments: object[] }
  expect(data).toMatchObject({ person: { name: 'Ada', email: ada.email }, assignments: [{ late: false }] })
  expect(data.attempts.map((attempt) => attempt.quiz).sort()).toEqual([quiz.slug, quiz.slug, held.slug].sort())
  const answersOf = (slug: string, hasEnded: boolean) =>
    data.attempts.find((attempt) => attempt.quiz === slug && (attempt.endedAt !== null) === hasEnded)?.answers
  expect(answersOf(quiz.slug, true)).toMatchObject([
    { earned: '1/1', picked: [expect.any(String)] },
    { earned: '0/1', picked: null },
  ])
  expect(answersOf(held.slug, true)).toMatchObject([{ earned: null }])
  expect(answersOf(quiz.slug, false)).toMatchObject([{ earned: null, picked: [expect.any(String)] }, { earned: null }])
  const text = JSON.stringify(data)
  expect(text).not.toContain('Somebody Else')
  expect(text).not.toContain(ben.email)
  // Every table that names a person is in the file, or stands here with the reason.
  const elsewhere: Record<string, string> = {
    asset: 'uploads are content',
    credential: 'only when it was set: the hash is nobody’s to read',
    finding: 'acceptances are on record',
    import_run: 'on record',
    invitation: 'links are secrets',
    question: 'owners are content',
    question_version: 'on record',
    translation: 'content',
    writing: 'becomes part of the record',
    reminder: 'told by mails',
    assignment: 'by assignment_standing',
  }
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'person'::regclass ORDER BY 1`
  const told = [
    'allowance',
    'attempt',
    'audit_event',
    'audit_personal',
    'board_entry',
    'due_extension',
    'membership',
    'outbox',
    'problem_report',
    'review_card',
    'review_log',
    'session',
  ]
  expect(tables.map(({ name }) => name)).toEqual([...told, ...Object.keys(elsewhere)].sort())
})
