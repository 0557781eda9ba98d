import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { getResult } from '@/lib/attempt/queries/get-result'
import { getBoard } from '@/lib/board/queries'
import { db } from '@/lib/db/client'
import { importPages } from '@/lib/exchange/import/import-pages'
import { getPractice } from '@/lib/progress/queries/get-practice'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import { saveQuestion } from '@/lib/question/commands/save-question'
import { archiveQuestion } from '@/lib/quiz/commands/change-questions'
import { changeQuizState } from '@/lib/quiz/commands/change-state'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { saveQuizDraft } from '@/lib/quiz/commands/save-quiz-draft'
import type { QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, saveChoice } from '../factories/attempts'
import { quizPage } from '../factories/pages'
import { createViewer, newTeam } from '../factories/people'
import { draftQuestion, publishDraft, quizDraft } from '../factories/quizzes'
import { unique } from '../factories/unique'
import { testDatabase } from './database'

testDatabase()

/** A failure prints its seed; given here, the same histories are tried again. */
const SEED = process.env.HISTORY_SEED

/** One thing that a member or an admin does. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('start' as const, 'save' as const, 'reveal' as const, 'submit' as const),
      who: fc.nat(1),
      question: fc.nat(4),
      picks: fc.subarray([0, 1, 2, 3], { maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'words' as const,
        'key' as const,
        'options' as const,
        'kind' as const,
        'rules' as const,
        'question' as const,
        'publish' as const,
        'import' as const,
        'editor' as const,
        'archive question' as const,
        'bring question back' as const,
        'retire' as const,
        'archive' as const,
        'restore' as const,
      ),
      question: fc.nat(4),
      salt: fc.nat(9),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A quiz that came from pages, so that it can be imported again. */
function pagesOf(slug: string, salt: number) {
  const question = (number: number) => ({
    stem: `Which port does service ${number} of ${slug} listen on?`,
    options: ['80', '443', '5432', `${8000 + number}`],
    key: salt % 3 === number ? 'A' : 'D',
    explanation: `It is set in file ${number}, edition ${salt}.`,
  })
  return [quizPage(`${slug}/en.md`, 'en', slug, [0, 1, 2].slice(0, 2 + (salt % 2)).map(question))]
}

/** Changes a question as its page does: words, the key, and what it means. */
async function edit(externalId: string, salt: number) {
  const { id, versions } = await db().question.findUniqueOrThrow({
    where: { externalId },
    include: {
      versions: {
        orderBy: { number: 'desc' },
        take: 1,
        include: {
          key: true,
          options: { orderBy: { position: 'asc' } },
          translations: { where: { locale: 'en' }, orderBy: { revision: 'desc' }, take: 1, include: { fields: true } },
        },
      },
    },
  })
  const [version] = versions
  const stem = version?.translations[0]?.fields.find(({ field }) => field === 'stem')?.markdown ?? ''
  const order = version?.options.map(({ optionId }) => optionId) ?? []
  const outcome = await actAs(operator, () =>
    saveQuestion(id, [
      { part: 'words', locale: 'en', field: 'stem', base: stem, value: `${stem} (${salt})` },
      { part: 'meaning', field: 'stem', value: salt % 2 === 0 },
      ...(version?.key && order.length > 0
        ? [
            { part: 'key' as const, base: version.key.optionIds, value: [order[salt % order.length] ?? ''] },
            { part: 'order' as const, base: order, value: [...order].reverse() },
          ]
        : []),
    ]),
  )
  expect(outcome).toMatchObject({ status: 'done' })
}

/** What is on record of people, by whatever way it is shown. */
async function recordOf(viewers: readonly Viewer[], team: string) {
  const personId = { in: viewers.map((viewer) => viewer.personId) }
  const ended = { personId, endedAt: { not: null } }
  const attempts = await db().attempt.findMany({ where: ended, orderBy: { id: 'asc' }, include: { topics: true } })
  const answers = await db().answer.findMany({
    where: { OR: [{ attempt: ended }, { attempt: { personId }, revealedAt: { not: null } }] },
    orderBy: [{ attemptId: 'asc' }, { position: 'asc' }],
  })
  const shown: unknown[] = []
  for (const viewer of viewers) {
    await actAs(viewer, async () => {
      for (const { id } of attempts.filter((attempt) => attempt.personId === viewer.personId)) {
        const result = await getResult(id, 'en')
        // The name of a quiz is no record of anyone.
        shown.push({ ...result, quiz: null })
      }
      // What is offered may come and go; what was answered stays.
      const topics = (await listTopicProgress('en')).filter(({ answered }) => answered > 0)
      shown.push(topics.map(({ slug, answered, right, interval }) => ({ slug, answered, right, interval })))
      shown.push(await getPractice())
    })
  }
  const boards = []
  for (const of of [{ scope: 'all', slug: null } as const, { scope: 'team', slug: team } as const])
    boards.push((await actAs(viewers[0] ?? null, () => getBoard(of, 'all')))?.rows ?? [])
  // Of a quiz that is archived the board is not shown, but kept.
  const entries = await db().boardEntry.findMany({
    where: { personId },
    orderBy: [{ boardId: 'asc' }, { personId: 'asc' }],
    select: { boardId: true, personId: true, points: true, hidden: true },
  })
  return { attempts, answers, shown, boards, entries }
}

test('no edit, publishing, archiving or import changes what is on record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps: Step[]) => {
      const topic = unique('topic')
      const team = newTeam()
      const viewers = [
        await createViewer({ teams: { [team]: 'member' } }),
        await createViewer({ teams: { [team]: 'member' } }),
      ]
      const own = quizDraft()
      own.questions = [
        draftQuestion({ topics: [topic] }),
        draftQuestion({ topics: [topic], kind: 'multiple' }),
        draftQuestion({ topics: [topic], kind: 'open' }),
      ]
      let draft: QuizDraft = own
      await publishDraft(draft)
      const imported = unique('pages')
      const bring = (salt: number) =>
        actAs(operator, () =>
          importPages(pagesOf(imported, salt), { slug: imported, source: 'en', topics: [], dryRun: false }),
        )
      await bring(0)
      await actAs(operator, () => publishQuiz(imported))
      const slugs = [own.slug, imported]
      const open = new Map<string, string>()
      /** Since a member last did something. */
      let record: Awaited<ReturnType<typeof recordOf>> | undefined
      /** Changes one question of the draft. */
      const change = async (index: number, changed: (question: QuizDraft['questions'][number]) => object) => {
        draft = {
          ...draft,
          questions: draft.questions.map((question, at) =>
            at === index % draft.questions.length ? { ...question, ...changed(question) } : question,
          ),
        }
        await actAs(operator, () => saveQuizDraft(draft))
      }

      for (const each of [...steps, ...finish]) {
        if ('who' in each) {
          record = undefined
          const viewer = viewers[each.who]
          const slug = slugs[each.question % 2] ?? ''
          if (!viewer) continue
          const place = `${each.who} ${slug}`
          if (each.what === 'start') {
            const started = await actAs(viewer, () => startAttempt({ slug, mode: 'practice', uiLocale: 'en' }))
            // A quiz that is put away, or whose questions all are, starts nothing.
            if ('attemptId' in started) open.set(place, started.attemptId)
          }
          const attemptId = open.get(place)
          if (!attemptId || each.what === 'start') continue
          if (each.what === 'submit') {
            await actAs(viewer, () => submitAttempt(attemptId))
            open.delete(place)
            continue
          }
          const questions = await readQuestions(attemptId)
          const question = questions[each.question % questions.length]
          if (!question) continue
          const { seq } = await db().answer.findUniqueOrThrow({
            where: { attemptId_position: { attemptId, position: question.position } },
          })
          const picks = each.picks.flatMap((at) => question.order[at] ?? [])
          const choice = {
            picks: question.kind === 'multiple' ? picks : picks.slice(0, 1),
            text: question.kind === 'open' ? 'In my own words.' : null,
            number: seq + 1,
            translationId: Object.values(question.translationIds)[0] ?? '',
          }
          if (each.what === 'save') await saveChoice(viewer, attemptId, question, choice)
          else await actAs(viewer, () => revealAnswer({ attemptId, position: question.position }, choice))
          continue
        }
        const { question, salt } = each
        record ??= await recordOf(viewers, team)
        switch (each.what) {
          case 'words':
            await change(question, ({ words }) => ({
              words: Object.fromEntries(
                Object.entries(words).map(([tag, text]) => [
                  tag,
                  { ...text, stem: `Stem ${salt}`, explanation: `Why ${salt}` },
                ]),
              ),
            }))
            break
          case 'key':
            await change(question, ({ kind, options }) =>
              kind === 'open' ? {} : { key: [options[salt % options.length]?.externalId ?? ''] },
            )
            break
          case 'options':
            await change(question, ({ options }) => ({ options: [...options].reverse() }))
            break
          case 'kind':
            await change(question, ({ kind, key }) =>
              kind === 'single'
                ? { kind: 'multiple' }
                : kind === 'multiple'
                  ? { kind: 'single', key: key.slice(0, 1) }
                  : {},
            )
            break
          case 'rules':
            draft = { ...draft, pass: { num: salt, den: 10 } }
            await actAs(operator, () => saveQuizDraft(draft))
            break
          case 'question':
            draft = { ...draft, questions: [...draft.questions, draftQuestion({ topics: [topic] })] }
            await actAs(operator, () => saveQuizDraft(draft))
            break
          case 'publish':
            for (const slug of slugs) await actAs(operator, () => publishQuiz(slug))
            break
          case 'import':
            await bring(salt)
            break
          case 'editor':
            await edit(own.questions[question % 3]?.externalId ?? '', salt)
            break
          case 'archive question':
          case 'bring question back': {
            const { externalId } = own.questions[question % 3] ?? { externalId: '' }
            await actAs(operator, () => archiveQuestion(externalId, each.what === 'archive question'))
            break
          }
          case 'retire':
          case 'archive':
          case 'restore': {
            const { what } = each
            await actAs(operator, () => changeQuizState([slugs[question % 2] ?? ''], what))
          }
        }
        const now = await recordOf(viewers, team)
        expect(now, each.what).toEqual(record)
        record = now
      }
    }),
    { numRuns: 4, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  )
}, 300_000)

/** What every history ends with, so that each has something on record and then meets every change. */
const finish: Step[] = [
  ...[0, 1].flatMap((question) => [
    { what: 'start' as const, who: 0, question, picks: [] },
    { what: 'save' as const, who: 0, question, picks: [1] },
    { what: 'submit' as const, who: 0, question, picks: [] },
  ]),
  ...(
    [
      ...['words', 'key', 'options', 'kind', 'rules', 'question', 'import', 'editor', 'publish', 'archive question'],
      ...['retire', 'archive', 'restore'],
    ] as Extract<Step, { salt: number }>['what'][]
  ).map((what) => ({
    what,
    question: 0,
    salt: 1,
  })),
]
