import { beforeAll, describe, expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { reportProblem } from '@/lib/attempt/commands/report-problem'
import { db } from '@/lib/db/client'
import { parseListAddress } from '@/lib/list/schema'
import type { QuizDraft } from '@/lib/quiz/schema'
import { handleReport, reopenReport, resolveReports } from '@/lib/report/commands'
import { getReport, listOwnReports, listReports } from '@/lib/report/queries'
import { type Handling, reportShape, standOf } from '@/lib/report/schema'
import { readQuestions, saveChoice, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftWords, publishDraft } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

let member: Viewer
let admin: Viewer
let translator: Viewer
beforeAll(async () => {
  member = await createViewer({ name: 'Robin Reporter' })
  admin = await createViewer({ role: 'admin', name: 'Ada Admin' })
  translator = await createViewer({ role: 'translator' })
})

type Reported = { quiz: QuizDraft; attemptId: string; reportId: string; seen: string }

/** A report about the first question of a quiz of its own, in an attempt that runs. */
async function report(text: string, by = member, locale = 'en'): Promise<Reported> {
  const quiz = await createQuiz({ questions: 1, locales: ['en', 'es', 'ja'] })
  const attemptId = await startQuiz(by, quiz.slug, 'exam')
  const [question] = await readQuestions(attemptId)
  await saveChoice(by, attemptId, question, { picks: [question?.options.c ?? ''] })
  const place = { attemptId, position: 1 }
  await actAs(by, () => reportProblem(place, question?.translationIds[locale] ?? '', text))
  const { id } = await db().problemReport.findFirstOrThrow({ where: { attemptId } })
  return { quiz, attemptId, reportId: id, seen: standOf({ status: 'open', repliedAt: null }) }
}

const handle = (reportId: string, seen: string, changes: Partial<Handling>, by = admin) =>
  actAs(by, () => handleReport(reportId, { reply: '', resolve: false, edit: null, seen, ...changes }))
const eventsOf = (subjectId: string) =>
  db().auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' }, include: { personal: true } })

describe('the inbox', () => {
  const list = (query: Record<string, string>) =>
    actAs(translator, () => listReports(parseListAddress(reportShape, query), 'en'))
  const textsOf = async (query: Record<string, string>) => (await list(query)).reports.map(({ text }) => text)

  test('finds words of the report, of the question and of the person, in any language', async () => {
    const other = await createViewer({ name: '山田太郎' })
    const { quiz } = await report('単位が間違っています', other, 'ja')
    await report('The unit is wrong')
    expect(await textsOf({ q: '単位' })).toEqual(['単位が間違っています'])
    expect(await textsOf({ q: 'UNIT wrong' })).toEqual(['The unit is wrong'])
    expect(await textsOf({ q: '山田' })).toEqual(['単位が間違っています'])
    expect(await textsOf({ q: `stem ${quiz.slug}/q1 ja` })).toEqual(['単位が間違っています'])
    expect(await textsOf({ q: 'nowhere' })).toEqual([])
  })

  test('narrows down by state, language and quiz, and lists the newest first', async () => {
    const first = await report('first', member, 'es')
    const second = await report('second', member, 'es')
    expect((await textsOf({ language: 'es' })).slice(0, 2)).toEqual(['second', 'first'])
    expect(await textsOf({ quiz: second.quiz.slug })).toEqual(['second'])
    await handle(first.reportId, first.seen, { resolve: true })
    expect(await textsOf({ language: 'es', state: 'resolved' })).toEqual(['first'])
    expect((await textsOf({ language: 'es', state: 'open' }))[0]).toBe('second')
    const { languages, quizzes } = await list({})
    expect(languages).toContain('es')
    expect(quizzes).toContainEqual({ slug: first.quiz.slug, title: `${first.quiz.slug} in en`, titleLocale: 'en' })
  })
})

describe('one report', () => {
  test('shows the question in the words that were read, with the answer; the key to those who write keys', async () => {
    const { reportId, quiz } = await report('Mira esto', member, 'es')
    const asAdmin = await actAs(admin, () => getReport(reportId, 'en'))
    const asTranslator = await actAs(translator, () => getReport(reportId, 'en'))
    const stem = `stem of ${quiz.slug}/q1 in es`
    expect(asAdmin).toMatchObject({
      personName: 'Robin Reporter',
      version: 1,
      revision: 1,
      isKeyShown: false,
      question: { state: 'revealed', stem, locale: 'es' },
    })
    const picked = (page: typeof asAdmin) => page?.question.options.filter((option) => option.picked)
    expect(picked(asAdmin)).toMatchObject([{ text: `option c of ${quiz.slug}/q1 in es`, right: false }])
    expect(picked(asTranslator)).toHaveLength(1)
    expect(asTranslator?.question).toMatchObject({ state: 'open', stem })
    expect(asTranslator?.explanation).toContain('explanation of')
    expect(JSON.stringify(asTranslator)).not.toMatch(/"(right|verdict|award|optionIds)"/)
  })

  test('is answered, resolved by a later edit and opened again, and all of it is on record', async () => {
    const { reportId, quiz, attemptId, seen } = await report('The stem is cut off')
    expect(await handle(reportId, seen, {})).toEqual({ status: 'empty' })
    expect(await handle(reportId, seen, { reply: 'We are on it.' }, translator)).toEqual({ status: 'replied' })

    // Someone who still has the page from before would overwrite it.
    expect(await handle(reportId, seen, { reply: 'Other words' })).toEqual({ status: 'changed' })
    const answered = await actAs(admin, () => getReport(reportId, 'en'))
    expect(answered).toMatchObject({ reply: 'We are on it.', status: 'open', edits: [] })

    const [question] = quiz.questions
    if (!question) throw new Error('The quiz has a question.')
    const words = { ...draftWords(question.externalId, 'en'), stem: 'The whole stem' }
    await publishDraft({ ...quiz, questions: [{ ...question, words: { en: words } }] })
    const [edit] = (await actAs(admin, () => getReport(reportId, 'en')))?.edits ?? []
    expect(edit).toMatchObject({ kind: 'translation', locale: 'en', version: 1, revision: 2 })
    await publishDraft({ ...quiz, questions: [{ ...question, key: ['c'], words: { en: words } }] })
    const page = await actAs(admin, () => getReport(reportId, 'en'))
    expect(page?.edits).toMatchObject([{ kind: 'version', version: 2 }, { revision: 2 }])

    // What was reported is no later edit, and neither is one of another question.
    const { versionId, translationId } = await db().problemReport.findUniqueOrThrow({ where: { id: reportId } })
    const other = await report('something else')
    const foreign = await db().problemReport.findUniqueOrThrow({ where: { id: other.reportId } })
    for (const wrong of [
      { kind: 'version', id: versionId },
      { kind: 'translation', id: translationId },
      { kind: 'version', id: foreign.versionId },
      { kind: 'translation', id: foreign.translationId },
    ] as const)
      expect(await handle(reportId, page?.seen ?? '', { resolve: true, edit: wrong })).toEqual({
        status: 'no-such-edit',
      })

    const chosen = { kind: 'translation', id: edit?.id ?? '' } as const
    expect(await handle(reportId, page?.seen ?? '', { resolve: true, edit: chosen })).toEqual({ status: 'resolved' })
    const resolved = await actAs(admin, () => getReport(reportId, 'en'))
    expect(resolved).toMatchObject({ status: 'resolved', handledBy: 'Ada Admin', edit: { id: chosen.id } })
    expect(await actAs(member, listOwnReports)).toContainEqual(
      expect.objectContaining({ reportId, status: 'resolved', isEdited: true, reply: null, isReplyHeld: true }),
    )

    // The reply may speak of the key: it is read once the attempt is over.
    await actAs(member, () => submitAttempt(attemptId))
    const own = (await actAs(member, listOwnReports)).find((one) => one.reportId === reportId)
    expect(own).toMatchObject({ reply: 'We are on it.', isReplyHeld: false })

    expect(await actAs(translator, () => reopenReport(reportId))).toEqual({ status: 'reopened' })
    expect(await actAs(translator, () => reopenReport(reportId))).toEqual({ status: 'not-found' })
    const events = await eventsOf(reportId)
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['report.reply', translator.personId],
      ['report.resolve', admin.personId],
      ['report.reopen', translator.personId],
    ])
    expect(events[0]?.personal).toMatchObject({ personId: member.personId, after: { reply: 'We are on it.' } })
    expect(events[2]?.before).toMatchObject({ resolvedTranslationId: chosen.id })
  })

  test('is its reporter’s and nobody else’s', async () => {
    const other = await createViewer()
    await report('mine', other)
    expect((await actAs(other, listOwnReports)).map(({ text }) => text)).toEqual(['mine'])
    expect((await actAs(member, listOwnReports)).map(({ text }) => text)).not.toContain('mine')
    expect(await actAs(operator, listOwnReports)).toEqual([])
  })
})

test('several are resolved at once, those that are open', async () => {
  const [one, two, three] = [await report('one'), await report('two'), await report('three')]
  await handle(three.reportId, three.seen, { resolve: true })
  const ids = [one, two, three].map(({ reportId }) => reportId)
  // Two handlers press the button at once: each report is resolved by one of them.
  const outcomes = await Promise.all([
    actAs(admin, () => resolveReports(ids)),
    actAs(translator, () => resolveReports([...ids].reverse())),
  ])
  expect(outcomes.reduce((sum, { resolved }) => sum + resolved, 0)).toBe(2)
  for (const id of ids) {
    expect(await db().problemReport.findUnique({ where: { id } })).toMatchObject({ status: 'resolved' })
    expect(await eventsOf(id)).toHaveLength(1)
  }
})
