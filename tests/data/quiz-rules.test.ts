import { describe, expect, test } from 'vitest'
import { actAs, operator } from '@/lib/access/viewer'
import type { Reveal } from '@/lib/attempt/schema'
import { questionKind } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { importPages } from '@/lib/exchange/import/import-pages'
import { setAllowance } from '@/lib/person/commands/manage-people'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import type { DraftQuestion, QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createPerson, createViewer } from '../factories/people'
import { createQuiz, draftQuestion, draftWords, publishDraft, quizDraft, saveDraft } from '../factories/quizzes'
import { unique } from '../factories/unique'
import { testDatabase } from './database'

testDatabase()

const asOperator = <Result>(work: () => Promise<Result>) => actAs(operator, work)

/** The rules of a quiz as stored, and the topics of its pools in their order. */
async function rulesOf({ slug }: { slug: string }) {
  const { seconds, graceSeconds, reveal, revealAt, attemptLimit, waitSeconds, shuffle, pools } =
    await db().quiz.findUniqueOrThrow({
      where: { slug },
      include: { pools: { orderBy: { id: 'asc' }, include: { topic: true } } },
    })
  return {
    rules: { seconds, graceSeconds, reveal, revealAt, attemptLimit, waitSeconds, shuffle },
    pools: pools.map(({ topic, draw }) => ({ topic: topic.slug, draw })),
  }
}

/** The topic of the pool in which each question of a quiz is, in the order of the quiz. */
async function placesOf({ slug }: { slug: string }) {
  const items = await db().quizItem.findMany({
    where: { quiz: { slug } },
    orderBy: { position: 'asc' },
    include: { pool: { include: { topic: true } } },
  })
  return items.map(({ pool }) => pool?.topic.slug ?? null)
}

/** The newest version of a question. */
const newestOf = (externalId: string) =>
  db().questionVersion.findFirstOrThrow({
    where: { question: { externalId } },
    orderBy: { number: 'desc' },
    include: { key: true, options: true, translations: { include: { fields: true } } },
  })

const usual = {
  seconds: null,
  graceSeconds: 10,
  reveal: 'each',
  revealAt: null,
  attemptLimit: null,
  waitSeconds: null,
  shuffle: true,
} as const
const strict = {
  seconds: 1200,
  graceSeconds: 30,
  reveal: 'date',
  revealAt: '2026-12-24T18:00:00+01:00',
  attemptLimit: 2,
  waitSeconds: 86_400,
  shuffle: false,
} as const
const strictStored = { ...strict, revealAt: new Date('2026-12-24T17:00:00Z') }

describe('the rules of a quiz', () => {
  test('are those of the draft that makes it; without any they are the usual ones', async () => {
    const plain = quizDraft()
    await saveDraft(plain)
    expect(await rulesOf(plain)).toEqual({ rules: usual, pools: [] })
    const draft = quizDraft({ rules: strict })
    await saveDraft(draft)
    expect(await rulesOf(draft)).toEqual({ rules: strictStored, pools: [] })
  })

  test('stay as people have set them, unless a draft carries its own', async () => {
    const draft = quizDraft({ rules: strict, pools: [{ topic: 'storage', draw: 2 }] })
    await saveDraft(draft)
    await db().quiz.update({ where: { slug: draft.slug }, data: { seconds: 60, attemptLimit: null } })
    await db().pool.updateMany({ where: { quiz: { slug: draft.slug } }, data: { draw: 1 } })
    const { rules: _rules, pools: _pools, ...bare } = draft
    await saveDraft(bare)
    expect(await rulesOf(draft)).toEqual({
      rules: { ...strictStored, seconds: 60, attemptLimit: null },
      pools: [{ topic: 'storage', draw: 1 }],
    })
    expect(await placesOf(draft)).toEqual(['storage', 'storage', 'storage'])
    await saveDraft(draft)
    expect(await rulesOf(draft)).toEqual({ rules: strictStored, pools: [{ topic: 'storage', draw: 2 }] })
    await saveDraft({ ...draft, rules: { ...usual }, pools: [] })
    expect(await rulesOf(draft)).toEqual({ rules: usual, pools: [] })
    expect(await placesOf(draft)).toEqual([null, null, null])
  })

  test.each<[string, Partial<NonNullable<QuizDraft['rules']>>, RegExp]>([
    ['a date of revealing that is missing', { reveal: 'date' }, /revealAt/],
    ['a date that nothing waits for', { revealAt: '2026-12-24T18:00:00Z' }, /revealAt/],
    ['a date without its offset', { reveal: 'date', revealAt: '2026-12-24T18:00:00' }, /revealAt/],
    ['no time at all', { seconds: 0 }, /seconds/],
    ['more grace than five minutes', { graceSeconds: 301 }, /graceSeconds/],
    ['no attempts', { attemptLimit: 0 }, /attemptLimit/],
    ['a wait into the past', { waitSeconds: -1 }, /waitSeconds/],
    ['a reveal that does not exist', { reveal: 'soon' as Reveal }, /reveal/],
  ])('are refused whole with %s', async (_what, rules, message) => {
    const draft = quizDraft({ rules })
    await expect(saveDraft(draft)).rejects.toThrow(message)
    expect(await db().quiz.count({ where: { slug: draft.slug } })).toBe(0)
  })
})

describe('pools', () => {
  const onTopics = (...topics: string[]) => draftQuestion({ topics })

  test('take each question into the first that is on one of its topics', async () => {
    const questions = [onTopics('storage'), onTopics('network', 'storage'), onTopics('other'), onTopics('network')]
    const draft = quizDraft({
      questions,
      pools: [
        { topic: 'network', draw: 1 },
        { topic: 'storage', draw: 1 },
      ],
    })
    await saveDraft(draft)
    expect(await placesOf(draft)).toEqual(['storage', 'network', null, 'network'])
    await saveDraft({ ...draft, pools: draft.pools?.toReversed() })
    expect(await placesOf(draft)).toEqual(['storage', 'storage', null, 'network'])
  })

  test('take in what is added later, and let go what is on other topics now', async () => {
    const [kept, moved] = [onTopics('storage'), onTopics('storage')]
    const draft = await createQuiz({ questions: [kept, moved], pools: [{ topic: 'storage', draw: 1 }] })
    const { pools: _pools, ...bare } = draft
    await saveDraft({ ...bare, questions: [{ ...moved, topics: ['other'] }, onTopics('storage')] })
    expect(await placesOf(draft)).toEqual(['storage', null, 'storage'])
  })

  test('are drawn from when an attempt starts', async () => {
    const questions = [onTopics('storage'), onTopics('other'), onTopics('storage'), onTopics('storage')]
    const draft = await createQuiz({ questions, pools: [{ topic: 'storage', draw: 2 }] })
    expect(await readQuestions(await startQuiz(await createViewer(), draft.slug))).toHaveLength(3)
  })

  const storage = { topic: 'storage', draw: 1 }
  test.each([
    ['on a topic that does not exist', [{ topic: 'nowhere', draw: 1 }], 'pools: there is no topic "nowhere"'],
    ['on one topic twice', [storage, { topic: 'storage', draw: 2 }], 'two pools on the topic storage'],
    ['that draw nothing', [{ topic: 'storage', draw: 0 }], 'expected number to be >=1'],
  ])('are refused %s', async (_what, pools, message) => {
    const draft = quizDraft({ pools })
    await expect(saveDraft(draft)).rejects.toThrow(message)
    expect(await db().quiz.count({ where: { slug: draft.slug } })).toBe(0)
  })
})

describe('a question', () => {
  test('of every kind is stored with what its kind has, and can be taken once published', async () => {
    const questions = questionKind.options.map((kind) =>
      draftQuestion({ kind, scoring: kind === 'multiple' ? 'all' : 'partial' }),
    )
    const draft = await createQuiz({ questions })
    const versions = await Promise.all(questions.map(({ externalId }) => newestOf(externalId)))
    expect(
      versions.map(({ kind, scoring, options, key }) => [kind, scoring, options.length, key?.optionIds.length]),
    ).toEqual([
      ['single', 'partial', 4, 1],
      ['multiple', 'all', 4, 2],
      ['trueFalse', 'partial', 2, 1],
      ['open', 'partial', 0, undefined],
      ['ordering', 'partial', 4, 4],
      ['numeric', 'partial', 0, 0],
      ['shortText', 'partial', 0, 0],
    ])
    expect(versions[3]?.translations[0]?.fields.map(({ field }) => field).sort()).toEqual(['explanation', 'stem'])
    expect(await saveDraft(draft)).toMatchObject({ questions: { unchanged: 7 } })
    const asked = await readQuestions(await startQuiz(await createViewer(), draft.slug))
    expect(asked.map(({ kind, order }) => [kind, order.length])).toEqual([
      ['single', 4],
      ['multiple', 4],
      ['trueFalse', 2],
      ['open', 0],
      ['ordering', 4],
      ['numeric', 0],
      ['shortText', 0],
    ])
  })

  test('that is scored another way awaits publishing as a new version', async () => {
    const question = draftQuestion({ kind: 'multiple' })
    const draft = await createQuiz({ questions: [question] })
    const changed = { ...draft, questions: [{ ...question, scoring: 'all' as const }] }
    expect(await saveDraft(changed)).toMatchObject({ questions: { newVersion: 1 } })
    expect(await saveDraft(changed)).toMatchObject({ questions: { unchanged: 1 } })
    expect(await newestOf(question.externalId)).toMatchObject({ number: 2, scoring: 'all', status: 'draft' })
  })

  test('that becomes open takes no explanation of options along as a model answer', async () => {
    const question = draftQuestion({}, ['en', 'ja'])
    const draft = await createQuiz({ questions: [question], locales: ['en', 'ja'] })
    await publishDraft({ ...draft, questions: [draftQuestion({ externalId: question.externalId, kind: 'open' })] })
    const { kind, key, translations } = await newestOf(question.externalId)
    expect([kind, key, translations.map(({ locale }) => locale)]).toEqual(['open', null, ['en']])
  })

  const words = (change: Partial<ReturnType<typeof draftWords>>) => ({
    en: { ...draftWords('x', 'en', 'open'), ...change },
  })
  test.each<[string, Partial<DraftQuestion>, RegExp]>([
    ['open with options', { kind: 'open', options: draftQuestion().options }, /neither options nor a key/],
    ['open with a key', { kind: 'open', key: ['a'] }, /neither options nor a key/],
    ['open without a model answer', { kind: 'open', words: words({ explanation: ' ' }) }, /no model answer.* in en/],
    ['open with feedback', { kind: 'open', words: words({ feedback: { a: 'no' } }) }, /no feedback in en/],
    ['open with words of options', { kind: 'open', words: words({ options: { a: 'no' } }) }, /no words of options/],
    ['true or false with four options', { kind: 'trueFalse', options: draftQuestion().options }, /exactly two options/],
    ['true or false with two right options', { kind: 'trueFalse', key: ['a', 'b'] }, /exactly one right option/],
    ['a choice without options', { kind: 'single', options: [], key: [] }, /at least two options/],
    ['a choice without a key', { kind: 'multiple', key: [] }, /needs a right option/],
  ])('that is %s is refused by name', async (_what, change, message) => {
    const question = draftQuestion(change)
    const attempt = saveDraft(quizDraft({ questions: [question] }))
    await expect(attempt).rejects.toThrow(message)
    await expect(attempt).rejects.toThrow(question.externalId)
    expect(await db().question.count({ where: { externalId: question.externalId } })).toBe(0)
  })
})

describe('importing a page', () => {
  const page = (file: string, locale: string, text: string) => readDocsPage(Buffer.from(text), { file, locale })
  const importAs = (...pages: ReturnType<typeof page>[]) =>
    asOperator(() => importPages(pages, { slug: null, source: null, topics: [], dryRun: false }))

  /** A question with the two options. */
  const choice = (n: number, stem: string, yes: string, no: string, label = 'Answer') =>
    `${n}. ${stem}\n\n- A) ${yes}\n- B) ${no}\n\n${label}: B\n\n`
  const fold = (n: number, stem: string, answer: string) =>
    `${n}. ${stem}\n\n<details>\n<summary>Show answer</summary>\n\n${answer}\n\n</details>\n\n`

  test('takes open questions with their model answer, and knows true from false', async () => {
    const title = unique('Kinds')
    const text = [
      `# ${title}\n\n`,
      choice(1, 'A commit can be changed in place.', '**True.**', '**False.**'),
      fold(2, 'Why does `git rebase` change the ids of commits?', 'An id covers the parents, and those change.'),
      choice(3, 'Which command records a change?', '`git stash`', '`git commit`'),
    ].join('')
    const read = page(`${title}/en.md`, 'en', text)
    expect(read.questions.map(({ kind }) => kind)).toEqual(['single', 'open', 'single'])
    const outcome = await importAs(read)
    expect(outcome).toMatchObject({ status: 'imported', report: { questions: { added: 3 } } })
    const slug = outcome.status === 'imported' ? outcome.report.slug : ''
    const versions = await Promise.all([1, 2, 3].map((n) => newestOf(`${slug}/q${n}`)))
    expect(versions.map(({ kind, key }) => [kind, key?.optionIds.length])).toEqual([
      ['trueFalse', 1],
      ['open', undefined],
      ['single', 1],
    ])
    expect(versions[1]?.translations[0]?.fields.find(({ field }) => field === 'explanation')?.markdown).toBe(
      'An id covers the parents, and those change.',
    )
    expect(await asOperator(() => publishQuiz(slug))).toMatchObject({ status: 'published', questions: 3 })
    expect(await readQuestions(await startQuiz(await createViewer(), slug))).toHaveLength(3)

    // A page carries no rules: those that people have set stay.
    await db().quiz.update({ where: { slug }, data: { seconds: 600, reveal: 'never' } })
    expect(await importAs(read)).toMatchObject({ report: { created: false, questions: { unchanged: 3 } } })
    expect(await rulesOf({ slug })).toMatchObject({ rules: { ...usual, seconds: 600, reveal: 'never' } })
  })

  test('leaves out an open question without a model answer, with a warning, and takes the others', async () => {
    const title = unique('Unanswered')
    const read = page(
      `${title}/en.md`,
      'en',
      `# ${title}\n\n${choice(1, 'Water is wet.', 'True', 'False')}${fold(2, 'Why is the sky blue?', '')}`,
    )
    expect(read.questions.map(({ kind, explanation }) => [kind, explanation])).toEqual([
      ['single', ''],
      ['open', ''],
    ])
    const outcome = await importAs(read)
    expect(outcome).toMatchObject({ status: 'imported', report: { questions: { added: 1 } } })
    const about = outcome.findings.filter(({ question }) => question === 2)
    expect(about.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning no-answer',
      'warning open-question',
    ])
  })

  test('takes an open question in the languages that have its model answer', async () => {
    const title = unique('Half')
    const pages = ['en', 'es'].map((locale) =>
      page(
        `${title}/${locale}.md`,
        locale,
        `# ${title}\n\n${choice(1, 'Does `git gc` delete `refs/heads/main`?', 'True', 'False')}${fold(2, 'What does `git reflog expire` do?', locale === 'en' ? 'It prunes `HEAD@{1}`.' : '')}`,
      ),
    )
    const outcome = await importAs(...pages)
    expect(outcome).toMatchObject({ status: 'imported', report: { questions: { added: 2 } } })
    const slug = outcome.status === 'imported' ? outcome.report.slug : ''
    const locales = async (n: number) =>
      (await newestOf(`${slug}/q${n}`)).translations.map(({ locale }) => locale).sort()
    expect([await locales(1), await locales(2)]).toEqual([['en', 'es'], ['en']])
  })
})

describe('an allowance', () => {
  const stored = (personId: string) =>
    db().allowance.findMany({
      where: { personId },
      orderBy: { quizId: { sort: 'asc', nulls: 'last' } },
      select: { quiz: { select: { slug: true } }, extraPercent: true, extraAttempts: true },
    })
  const set = (...args: Parameters<typeof setAllowance>) => asOperator(() => setAllowance(...args))

  test('is given at one quiz or at all, changed figure by figure, and taken back', async () => {
    const { personId, email } = await createPerson()
    const { slug } = await createQuiz()
    expect(await set(email.toUpperCase(), { time: 25 })).toEqual({ status: 'done' })
    expect(await set(email, { quiz: slug, time: 50, attempts: 1 })).toEqual({ status: 'done' })
    expect(await set(email, { quiz: slug, attempts: 2 })).toEqual({ status: 'done' })
    expect(await stored(personId)).toEqual([
      { quiz: { slug }, extraPercent: 50, extraAttempts: 2 },
      { quiz: null, extraPercent: 25, extraAttempts: 0 },
    ])
    expect(await set(email, { time: 0, attempts: 0 })).toEqual({ status: 'done' })
    expect(await stored(personId)).toEqual([{ quiz: { slug }, extraPercent: 50, extraAttempts: 2 }])
    expect(await set(email, { time: 0, attempts: 0 })).toEqual({ status: 'done' })
  })

  test('lengthens the exam of that person alone', async () => {
    const { slug } = await createQuiz({ rules: { seconds: 1000 } })
    const [slow, other] = await Promise.all([createViewer(), createViewer()])
    await set(slow.email, { quiz: slug, time: 25 })
    const time = async (viewer: typeof slow) => {
      const { startedAt, deadlineAt } = await db().attempt.findUniqueOrThrow({
        where: { id: await startQuiz(viewer, slug, 'exam') },
      })
      return ((deadlineAt?.getTime() ?? 0) - startedAt.getTime()) / 1000
    }
    expect([await time(slow), await time(other)]).toEqual([1250, 1000])
  })

  test('is refused to nobody known, at no known quiz, and beyond its range', async () => {
    const { personId, email } = await createPerson()
    expect(await set('nobody@people.test', { time: 25 })).toEqual({ status: 'not-found' })
    expect(await set(email, { quiz: 'no-such-quiz', time: 25 })).toEqual({ status: 'no-such-quiz' })
    for (const figure of [-1, 1.5, 1001, Number.NaN]) {
      await expect(set(email, { time: figure })).rejects.toThrow(/whole number from 0 to 1000/)
      await expect(set(email, { attempts: figure })).rejects.toThrow(/whole number from 0 to 1000/)
    }
    expect(await stored(personId)).toEqual([])
  })

  test('is left on record when it changes: the figures apart, where erasing can empty them', async () => {
    const { personId, email } = await createPerson()
    await set(email, { time: 25 })
    await set(email, { time: 25 })
    await set(email, { time: 0 })
    const events = await db().auditEvent.findMany({
      where: { subjectId: personId, action: 'person.allowance' },
      orderBy: { id: 'asc' },
      include: { personal: true },
    })
    expect(events.map(({ after, personal }) => [after, personal?.before, personal?.after])).toEqual([
      [{ quizId: null }, { extraPercent: 0, extraAttempts: 0 }, { extraPercent: 25, extraAttempts: 0 }],
      [{ quizId: null }, { extraPercent: 25, extraAttempts: 0 }, { extraPercent: 0, extraAttempts: 0 }],
    ])
  })
})
