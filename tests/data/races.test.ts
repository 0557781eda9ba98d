import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { equal, fraction } from '@/lib/attempt/fraction'
import { kinds } from '@/lib/attempt/kinds'
import { getResult } from '@/lib/attempt/queries/get-result'
import { scoreOf } from '@/lib/attempt/rules'
import type { SaveOutcome } from '@/lib/attempt/schema'
import { db, disconnect } from '@/lib/db/client'
import type { QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, type StoredQuestion, startQuiz } from '../factories/attempts'
import { createSession, createViewer } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { hangUp, runOn, setClock, testClock, testDatabase, waitingForLocks } from './database'

const database = testDatabase()

let quiz: QuizDraft
beforeAll(async () => {
  quiz = await createQuiz({ questions: 9 })
})

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Calls that run at the same time need connections of their own from the first moment. */
beforeAll(() => times(12, () => db().$queryRaw`SELECT pg_sleep(0.05)::text`))

/** An open attempt of someone new. */
async function open(mode: 'practice' | 'exam' = 'practice') {
  const viewer = await createViewer()
  const attemptId = await startQuiz(viewer, quiz.slug, mode)
  return { viewer, attemptId, questions: await readQuestions(attemptId) }
}

function save(
  viewer: Viewer,
  attemptId: string,
  question: StoredQuestion | undefined,
  picks: string[],
  number: number,
): Promise<SaveOutcome> {
  if (!question) throw new Error('There is no such question.')
  const translationId = question.translationIds.en ?? ''
  return actAs(viewer, () => saveAnswer({ attemptId, position: question.position }, { picks, number, translationId }))
}

describe('starting', () => {
  test('fifty times at once makes one attempt', async () => {
    const viewer = await createViewer()
    const started = await times(50, (index) =>
      actAs(viewer, () => startAttempt({ slug: quiz.slug, mode: index % 2 ? 'practice' : 'exam', uiLocale: 'en' })),
    )
    expect(started.filter(({ status }) => status === 'started')).toHaveLength(1)
    expect(started.filter(({ status }) => status === 'resumed')).toHaveLength(49)
    expect(new Set(started.map((outcome) => 'attemptId' in outcome && outcome.attemptId)).size).toBe(1)
    expect(await db().attempt.count({ where: { personId: viewer.personId } })).toBe(1)
    expect(await db().answer.count({ where: { attempt: { personId: viewer.personId } } })).toBe(9)
  })

  test('again after the end makes the next attempt', async () => {
    const { viewer, attemptId } = await open()
    await actAs(viewer, () => submitAttempt(attemptId))
    const next = await startQuiz(viewer, quiz.slug)
    expect(next).not.toBe(attemptId)
    expect(
      await db().attempt.findMany({
        where: { personId: viewer.personId },
        select: { number: true },
        orderBy: { number: 'asc' },
      }),
    ).toEqual([{ number: 1 }, { number: 2 }])
  })
})

describe('submitting', () => {
  test('fifty times at once scores once', async () => {
    const { viewer, attemptId, questions } = await open()
    await save(viewer, attemptId, questions[0], questions[0]?.key ?? [], 1)
    const outcomes = await times(50, () => actAs(viewer, () => submitAttempt(attemptId)))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['submitted']))
    const stored = await db().attempt.findUniqueOrThrow({ where: { id: attemptId }, include: { topics: true } })
    expect(stored).toMatchObject({
      ended: 'submitted',
      scoreNum: 1n,
      scoreDen: 9n,
      firstNum: 1n,
      firstDen: 9n,
      passed: false,
      counts: true,
    })
    expect(stored.topics).toMatchObject([{ questions: 9 }])
  })

  test('twice gives the first result', async () => {
    const { viewer, attemptId, questions } = await open()
    for (const question of questions) await save(viewer, attemptId, question, question.key, 1)
    const results = []
    for (let time = 0; time < 2; time++) {
      expect(await actAs(viewer, () => submitAttempt(attemptId))).toEqual({ status: 'submitted' })
      results.push(await actAs(viewer, () => getResult(attemptId, 'en')))
    }
    expect(results[0]).toMatchObject({ score: fraction(1, 1), passed: true })
    expect(results[1]).toEqual(results[0])
  })

  test('counts the first whole attempt and no later one', async () => {
    const { viewer, attemptId } = await open()
    await actAs(viewer, () => submitAttempt(attemptId))
    const second = await startQuiz(viewer, quiz.slug, 'exam')
    await actAs(viewer, () => submitAttempt(second))
    const counts = await db().attempt.findMany({
      where: { personId: viewer.personId },
      orderBy: { number: 'asc' },
      select: { counts: true },
    })
    expect(counts).toEqual([{ counts: true }, { counts: false }])
  })

  test('waits for a save that is being written, and counts it', async () => {
    const { viewer, attemptId, questions } = await open()
    const [question] = questions
    // Someone holds the answer's row, so that the save stops between its check and its write.
    const holder = new Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM answer WHERE attempt_id = $1 AND position = 1 FOR UPDATE', [attemptId])
      const saved = save(viewer, attemptId, question, question?.key ?? [], 1)
      await expect.poll(() => waitingForLocks(database.url), { timeout: 10_000 }).toBe(1)
      const submitted = actAs(viewer, () => submitAttempt(attemptId))
      await expect.poll(() => waitingForLocks(database.url), { timeout: 10_000 }).toBe(2)
      await holder.query('COMMIT')
      expect(await saved).toMatchObject({ status: 'saved' })
      expect(await submitted).toEqual({ status: 'submitted' })
    } finally {
      await holder.end()
    }
    const scored = await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })
    expect(scored).toMatchObject({ scoreNum: 1n, scoreDen: 9n })
  })

  test('that lets a later save go first ends no earlier than that, and counts it', async () => {
    const { viewer, attemptId, questions } = await open()
    const holder = new Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      // What a save holds while it writes: the submit waits for it, another save does not.
      await holder.query('SELECT FROM attempt WHERE id = $1 FOR SHARE', [attemptId])
      const submitted = actAs(viewer, () => submitAttempt(attemptId))
      await expect.poll(() => waitingForLocks(database.url), { timeout: 10_000 }).toBe(1)
      expect(await save(viewer, attemptId, questions[0], questions[0]?.key ?? [], 1)).toMatchObject({ status: 'saved' })
      await holder.query('COMMIT')
      expect(await submitted).toEqual({ status: 'submitted' })
    } finally {
      await holder.end()
    }
    const { answers, ...attempt } = await db().attempt.findUniqueOrThrow({
      where: { id: attemptId },
      include: { answers: { where: { position: 1 } } },
    })
    expect(attempt).toMatchObject({ scoreNum: 1n, scoreDen: 9n, endedAt: answers[0]?.savedAt })
  })

  test.each([0, 1, 2, 3, 4, 5])(
    'in the middle of saves counts every one that was acknowledged (round %i)',
    async (round) => {
      const { viewer, attemptId, questions } = await open()
      // Two saves of each question in flight, and the submit somewhere among them.
      const sent: Promise<unknown>[] = []
      const acknowledged = new Map<number, string[]>()
      let submitted: Promise<unknown> = Promise.resolve()
      for (const [index, question] of questions.entries()) {
        if (index === round + 2) submitted = actAs(viewer, () => submitAttempt(attemptId))
        sent.push(
          (async () => {
            for (const [number, picks] of [[question.order[0] ?? ''], question.key].entries()) {
              const outcome = await save(viewer, attemptId, question, picks, number + 1)
              if (outcome.status === 'saved') acknowledged.set(question.position, picks)
              else expect(outcome).toEqual({ status: 'ended' })
            }
          })(),
        )
      }
      await Promise.all([...sent, submitted])
      const answers = await db().answer.findMany({ where: { attemptId }, orderBy: { position: 'asc' } })
      for (const { position, picks } of answers)
        expect(picks, `question ${position}`).toEqual(acknowledged.get(position) ?? [])
      const attempt = await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })
      const expected = scoreOf(
        questions.map(({ kind, key, position }) =>
          kinds[kind].grade(
            { optionIds: key, accepted: null },
            { picks: acknowledged.get(position) ?? [], text: null },
            'partial',
          ),
        ),
      )
      const score =
        attempt.scoreNum !== null && attempt.scoreDen !== null && fraction(attempt.scoreNum, attempt.scoreDen)
      expect(score && expected && equal(score, expected)).toBe(true)
    },
  )
})

describe('saving', () => {
  test('the same number with the same picks is acknowledged again', async () => {
    const {
      viewer,
      attemptId,
      questions: [question],
    } = await open()
    const first = await save(viewer, attemptId, question, [question?.order[0] ?? ''], 1)
    expect(first).toMatchObject({ status: 'saved', stored: { number: 1 } })
    expect(await save(viewer, attemptId, question, [question?.order[0] ?? ''], 1)).toEqual(first)
  })

  test('picks of several in another order are the same picks', async () => {
    const { viewer, attemptId, questions } = await open()
    const several = questions.find(({ kind }) => kind === 'multiple')
    const picks = several?.order.slice(0, 2) ?? []
    const first = await save(viewer, attemptId, several, picks, 1)
    expect(await save(viewer, attemptId, several, picks.reverse(), 1)).toEqual(first)
  })

  test('from two devices keeps the newest; the other is told what is stored', async () => {
    const {
      viewer,
      attemptId,
      questions: [question],
    } = await open()
    const other = (await createSession(viewer.personId)).viewer
    const [a = '', b = ''] = question?.order ?? []
    expect(await save(viewer, attemptId, question, [a], 1)).toMatchObject({ status: 'saved' })
    // The other device still carries number 0.
    const late = await save(other, attemptId, question, [b], 1)
    expect(late).toMatchObject({ status: 'superseded', stored: { picks: [a], number: 1 } })
    expect(await save(other, attemptId, question, [b], 2)).toMatchObject({
      status: 'saved',
      stored: { picks: [b], number: 2 },
    })
    expect(await save(viewer, attemptId, question, [a], 2)).toMatchObject({
      status: 'superseded',
      stored: { picks: [b], number: 2 },
    })
    expect(await save(viewer, attemptId, question, [a], 9)).toMatchObject({
      status: 'superseded',
      stored: { number: 2 },
    })
  })

  test('from twenty devices at once keeps exactly one of each number', async () => {
    const {
      viewer,
      attemptId,
      questions: [question],
    } = await open()
    const order = question?.order ?? []
    const outcomes = await times(20, (index) => save(viewer, attemptId, question, [order[index % 4] ?? ''], 1))
    const stored = await db().answer.findUniqueOrThrow({ where: { attemptId_position: { attemptId, position: 1 } } })
    expect(stored.seq).toBe(1)
    for (const [index, outcome] of outcomes.entries())
      expect(outcome).toMatchObject({
        status: order[index % 4] === stored.picks[0] ? 'saved' : 'superseded',
        stored: { picks: stored.picks, number: 1 },
      })
  })

  test('after the end is refused; a repeat of what was saved before it is acknowledged again', async () => {
    const {
      viewer,
      attemptId,
      questions: [question],
    } = await open()
    const saved = await save(viewer, attemptId, question, question?.key ?? [], 1)
    await actAs(viewer, () => submitAttempt(attemptId))
    expect(await save(viewer, attemptId, question, question?.key ?? [], 1)).toEqual(saved)
    expect(await save(viewer, attemptId, question, [], 1)).toEqual({ status: 'ended' })
    expect(await save(viewer, attemptId, question, [], 2)).toEqual({ status: 'ended' })
  })

  test('nothing is an answer that was taken back', async () => {
    const {
      viewer,
      attemptId,
      questions: [question],
    } = await open()
    await save(viewer, attemptId, question, question?.key ?? [], 1)
    expect(await save(viewer, attemptId, question, [], 2)).toMatchObject({
      status: 'saved',
      stored: { picks: [], number: 2 },
    })
  })

  test('what no page can send is refused and changes nothing', async () => {
    const {
      viewer,
      attemptId,
      questions: [question, second],
    } = await open()
    const [a = '', b = ''] = question?.order ?? []
    const invalid = { status: 'invalid' }
    expect(await save(viewer, attemptId, question, [a, b], 1)).toEqual(invalid)
    expect(await save(viewer, attemptId, question, [second?.order[0] ?? ''], 1)).toEqual(invalid)
    const foreignWords = { ...question, translationIds: second?.translationIds } as StoredQuestion
    expect(await save(viewer, attemptId, foreignWords, [a], 1)).toEqual(invalid)
    expect(await db().answer.count({ where: { attemptId, seq: { gt: 0 } } })).toBe(0)
  })
})

describe('revealing', () => {
  const reveal = (
    viewer: Viewer,
    attemptId: string,
    question: StoredQuestion | undefined,
    picks: string[],
    number: number,
  ) =>
    actAs(viewer, () =>
      revealAnswer(
        { attemptId, position: question?.position ?? 0 },
        { picks, number, translationId: question?.translationIds.en ?? '' },
      ),
    )

  test('settles the answer: later saves are refused, and it scores as revealed', async () => {
    const {
      viewer,
      attemptId,
      questions: [question],
    } = await open()
    const wrong = question?.order.find((id) => !question.key.includes(id)) ?? ''
    expect(await reveal(viewer, attemptId, question, [wrong], 1)).toEqual({ status: 'revealed' })
    expect(await save(viewer, attemptId, question, question?.key ?? [], 2)).toEqual({ status: 'revealed' })
    expect(await reveal(viewer, attemptId, question, question?.key ?? [], 2)).toEqual({ status: 'revealed' })
    await actAs(viewer, () => submitAttempt(attemptId))
    expect(
      await db().answer.findUniqueOrThrow({ where: { attemptId_position: { attemptId, position: 1 } } }),
    ).toMatchObject({
      picks: [wrong],
      awardNum: 0,
      awardDen: 1,
    })
  })

  test('shows no key for a blank, nor in an exam, nor over a newer save', async () => {
    const {
      viewer,
      attemptId,
      questions: [question],
    } = await open()
    expect(await reveal(viewer, attemptId, question, [], 1)).toEqual({ status: 'blank' })
    await save(viewer, attemptId, question, [question?.order[0] ?? ''], 1)
    await save(viewer, attemptId, question, [question?.order[1] ?? ''], 2)
    expect(await reveal(viewer, attemptId, question, [question?.order[0] ?? ''], 1)).toMatchObject({
      status: 'superseded',
    })
    const exam = await open('exam')
    expect(await reveal(exam.viewer, exam.attemptId, exam.questions[0], exam.questions[0]?.key ?? [], 1)).toEqual({
      status: 'not-found',
    })
    expect(
      await db().answer.count({ where: { attemptId: { in: [attemptId, exam.attemptId] }, revealedAt: { not: null } } }),
    ).toBe(0)
  })

  test.each([0, 1, 2])('at the same time as a save lets one of them win whole (round %i)', async (round) => {
    const { viewer, attemptId, questions } = await open()
    await Promise.all(
      questions.slice(0, 8).map(async (question, index) => {
        const [a = '', b = ''] = question.order
        const calls = [
          () => save(viewer, attemptId, question, [a], 1),
          () => reveal(viewer, attemptId, question, [b], 1),
        ]
        if ((index + round) % 2) calls.reverse()
        const outcomes = await Promise.all(calls.map((call) => call()))
        const stored = await db().answer.findUniqueOrThrow({
          where: { attemptId_position: { attemptId, position: question.position } },
        })
        const statuses = outcomes.map(({ status }) => status).sort()
        expect(stored.seq).toBe(1)
        if (stored.revealedAt) expect([stored.picks, statuses]).toEqual([[b], ['revealed', 'revealed']])
        else expect([stored.picks, statuses]).toEqual([[a], ['saved', 'superseded']])
      }),
    )
  })
})

describe('the last second before a deadline', () => {
  const PEOPLE = 200
  const LIMIT = 600
  const clock = testClock(database)
  afterAll(() => setClock(database.url, null))

  /** How many deadlocks the database has met so far. */
  async function deadlocks(): Promise<number> {
    // A connection tells what it has counted when it ends.
    await disconnect()
    await hangUp(database.url)
    const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
    await expect.poll(async () => (await runOn(database.url, others)).length, { timeout: 10_000 }).toBe(0)
    const [row] = await runOn(
      database.url,
      'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
    )
    return Number(row?.count)
  }

  /** Two connections, each of which waits for what the other holds. */
  async function provokeDeadlock(): Promise<void> {
    const both = [new Client({ connectionString: database.url }), new Client({ connectionString: database.url })]
    await Promise.all(both.map((client) => client.connect()))
    const lock = (client: Client | undefined, key: number) => client?.query(`SELECT pg_advisory_xact_lock(${key})`)
    await Promise.all(both.map((client) => client.query('BEGIN')))
    await Promise.all([lock(both[0], 1), lock(both[1], 2)])
    const outcomes = await Promise.allSettled([lock(both[0], 2), lock(both[1], 1)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await Promise.all(both.map((client) => client.end()))
  }

  test(`${PEOPLE} people answer and submit: everything is kept, and nothing locks up`, {
    timeout: 180_000,
  }, async () => {
    const { slug } = await createQuiz({ questions: 3, rules: { seconds: LIMIT, graceSeconds: 0 } })
    await clock.set(0)
    const before = await deadlocks()
    const exams: { viewer: Viewer; attemptId: string; questions: StoredQuestion[] }[] = []
    // Ten at a time, so that no one waits for a connection longer than is allowed.
    while (exams.length < PEOPLE)
      exams.push(
        ...(await times(10, async () => {
          const viewer = await createViewer()
          const attemptId = await startQuiz(viewer, slug, 'exam')
          return { viewer, attemptId, questions: await readQuestions(attemptId) }
        })),
      )
    await clock.set(LIMIT - 1)
    // Each answers the first two, the second twice over, and submits at once; a last answer may come in or be refused.
    const acknowledged = await Promise.all(
      exams.map(async ({ viewer, attemptId, questions: [first, second, third] }, index) => {
        const right = (question: StoredQuestion | undefined) =>
          save(viewer, attemptId, question, question?.key ?? [], 1)
        const saved = await Promise.all(index % 2 ? [right(first)] : [right(first), right(second), right(second)])
        for (const outcome of saved) expect(outcome).toMatchObject({ status: 'saved' })
        const [last, ...submitted] = await Promise.all([
          right(third),
          ...Array.from({ length: 2 }, () => actAs(viewer, () => submitAttempt(attemptId))),
        ])
        expect(submitted).toEqual([{ status: 'submitted' }, { status: 'submitted' }])
        expect(['saved', 'ended']).toContain(last.status)
        return (index % 2 ? 1 : 2) + (last.status === 'saved' ? 1 : 0)
      }),
    )
    const attempts = await db().attempt.findMany({
      where: { quiz: { slug } },
      include: { answers: true, topics: true },
    })
    expect(attempts).toHaveLength(PEOPLE)
    for (const [index, { attemptId }] of exams.entries()) {
      const attempt = attempts.find(({ id }) => id === attemptId)
      expect(attempt).toMatchObject({ ended: 'submitted', endedAt: clock.at(LIMIT - 1), counts: true })
      expect(attempt?.answers.filter(({ seq }) => seq > 0)).toHaveLength(acknowledged[index] ?? 0)
      expect((Number(attempt?.scoreNum) * 3) / Number(attempt?.scoreDen)).toBe(acknowledged[index])
      expect(attempt?.topics).toHaveLength(1)
    }
    expect(await deadlocks()).toBe(before)
    // One that is made on purpose is counted: the figure above is no blind one.
    await provokeDeadlock()
    expect(await deadlocks()).toBe(before + 1)
  })
})
