import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { actAs, operator, type Viewer } from '@/lib/access/viewer'
import { endOverdueAttempts, submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { getAttemptFrame } from '@/lib/attempt/queries/get-question'
import { getResult } from '@/lib/attempt/queries/get-result'
import { db, newId } from '@/lib/db/client'
import { every } from '@/lib/jobs/every'
import { startSweeping } from '@/lib/jobs/sweep'
import { getQuiz } from '@/lib/quiz/queries'
import { readQuestions, type StoredQuestion, saveChoice, setRules, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz } from '../factories/quizzes'
import { testClock, testDatabase } from './database'

const database = testDatabase()
const clock = testClock(database)

const LIMIT = 600
const GRACE = 10

/** Moves the clock and does something there. */
async function when<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
  await clock.set(seconds)
  return work()
}

beforeEach(async () => {
  // What earlier tests left running ends here, so that a sweep meets only what its test made.
  await when(86_400, sweep)
  await clock.set(0)
})

type Sat = { viewer: Viewer; attemptId: string; questions: StoredQuestion[]; slug: string }

/** Someone new in an exam with a time limit, begun at 0. */
async function sitExam(rules: { seconds?: number | null; graceSeconds?: number } = {}): Promise<Sat> {
  const { slug } = await createQuiz({ rules: { seconds: LIMIT, graceSeconds: GRACE, ...rules } })
  return joinExam(slug)
}

async function joinExam(slug: string): Promise<Sat> {
  const viewer = await createViewer()
  const attemptId = await startQuiz(viewer, slug, 'exam')
  return { viewer, attemptId, questions: await readQuestions(attemptId), slug }
}

const stored = (attemptId: string) => db().attempt.findUniqueOrThrow({ where: { id: attemptId } })
const submit = ({ viewer, attemptId }: Sat) => actAs(viewer, () => submitAttempt(attemptId))
const sweep = () => actAs(operator, () => endOverdueAttempts())
const saveRight = ({ viewer, attemptId, questions }: Sat, index: number) =>
  saveChoice(viewer, attemptId, questions[index], { picks: questions[index]?.key ?? [] })

describe('a deadline', () => {
  test('is fixed at the start by the clock of the database, and only in an exam', async () => {
    const exam = await sitExam()
    expect(await stored(exam.attemptId)).toMatchObject({
      startedAt: clock.at(0),
      deadlineAt: clock.at(LIMIT),
      graceSeconds: GRACE,
    })
    const openOf = async (who: Viewer) => (await actAs(who, () => getQuiz(exam.slug, 'en')))?.open
    expect(await openOf(exam.viewer)).toMatchObject({ deadlineAt: clock.at(LIMIT).toISOString() })
    const viewer = await createViewer()
    expect(await stored(await startQuiz(viewer, exam.slug, 'practice'))).toMatchObject({ deadlineAt: null })
    expect(await openOf(viewer)).toMatchObject({ mode: 'practice', deadlineAt: null })
  })

  test('lets saves in up to its grace, and none later', async () => {
    const exam = await sitExam()
    expect(await when(LIMIT - 1, () => saveRight(exam, 0))).toMatchObject({ status: 'saved' })
    expect(await when(LIMIT + GRACE, () => saveRight(exam, 1))).toMatchObject({ status: 'saved' })
    expect(await when(LIMIT + GRACE + 0.001, () => saveRight(exam, 2))).toEqual({ status: 'ended' })
    const saved = await db().answer.findMany({ where: { attemptId: exam.attemptId }, orderBy: { position: 'asc' } })
    expect(saved.map(({ seq, savedAt }) => [seq, savedAt])).toEqual([
      [1, clock.at(LIMIT - 1)],
      [1, clock.at(LIMIT + GRACE)],
      [0, null],
    ])
  })

  test('without grace is the last instant', async () => {
    const exam = await sitExam({ graceSeconds: 0 })
    expect(await when(LIMIT, () => saveRight(exam, 0))).toMatchObject({ status: 'saved' })
    expect(await when(LIMIT + 0.001, () => saveRight(exam, 1))).toEqual({ status: 'ended' })
  })

  test('is met by a submit within the grace', async () => {
    const exam = await sitExam()
    await saveRight(exam, 0)
    await when(LIMIT + GRACE, () => submit(exam))
    expect(await stored(exam.attemptId)).toMatchObject({
      ended: 'submitted',
      endedAt: clock.at(LIMIT + GRACE),
      scoreNum: 1n,
      scoreDen: 3n,
    })
  })

  test('that is over ends the attempt as expired, with what was saved, at the end of the grace', async () => {
    const exam = await sitExam()
    await saveRight(exam, 0)
    await when(LIMIT + 5, () => saveRight(exam, 1))
    await when(LIMIT + GRACE + 50, () => submit(exam))
    const ended = await stored(exam.attemptId)
    expect(ended).toMatchObject({
      ended: 'expired',
      endedAt: clock.at(LIMIT + GRACE),
      scoreNum: 2n,
      scoreDen: 3n,
      passed: false,
      counts: true,
    })
    // A second submit, and a sweep, find it ended.
    await when(LIMIT + GRACE + 99, () => submit(exam))
    expect(await sweep()).toBe(0)
    expect(await stored(exam.attemptId)).toEqual(ended)
    expect(await actAs(exam.viewer, () => getResult(exam.attemptId, 'en'))).toMatchObject({ expired: true })
  })

  test('has passed after a long sleep, whatever the browser thinks: saves are refused, what was saved counts', async () => {
    const exam = await sitExam()
    await when(30, () => saveRight(exam, 0))
    // The machine wakes a day later, the attempt still open; its page asks for the time.
    const frame = await when(86_400, () => actAs(exam.viewer, () => getAttemptFrame(exam.attemptId)))
    expect(frame).toMatchObject({
      clock: {
        now: clock.at(86_400).toISOString(),
        deadlineAt: clock.at(LIMIT).toISOString(),
        graceSeconds: GRACE,
      },
    })
    expect(await saveRight(exam, 1)).toEqual({ status: 'ended' })
    expect(await sweep()).toBe(1)
    expect(await stored(exam.attemptId)).toMatchObject({
      ended: 'expired',
      endedAt: clock.at(LIMIT + GRACE),
      scoreNum: 1n,
      scoreDen: 3n,
    })
  })

  test('after a short sleep has not passed: the answer of then is taken, and the clock goes on', async () => {
    const exam = await sitExam()
    const frame = await when(LIMIT - 100, () => actAs(exam.viewer, () => getAttemptFrame(exam.attemptId)))
    expect(frame).toMatchObject({ clock: { now: clock.at(LIMIT - 100).toISOString() } })
    expect(await saveRight(exam, 0)).toMatchObject({ status: 'saved' })
  })

  test('stays for running attempts when the limit of the quiz is changed', async () => {
    const before = await sitExam()
    await setRules(before.slug, { seconds: 60, graceSeconds: 0 })
    const later = await joinExam(before.slug)
    await setRules(before.slug, { seconds: null })
    const without = await joinExam(before.slug)
    expect((await stored(later.attemptId)).deadlineAt).toEqual(clock.at(60))
    expect((await stored(without.attemptId)).deadlineAt).toBeNull()
    await clock.set(LIMIT + GRACE)
    expect(await saveRight(before, 0)).toMatchObject({ status: 'saved' })
    expect(await saveRight(later, 0)).toEqual({ status: 'ended' })
    expect(await saveRight(without, 0)).toMatchObject({ status: 'saved' })
  })
})

describe('extra time', () => {
  const allow = (viewer: Viewer, extraPercent: number, quizId: string | null) =>
    db().allowance.create({ data: { id: newId(), personId: viewer.personId, quizId, extraPercent } })

  /** The deadline that the quiz's page prints, and the one that the start then fixes. */
  async function deadlinesOf(viewer: Viewer, slug: string) {
    const page = await actAs(viewer, () => getQuiz(slug, 'en'))
    const { deadlineAt } = await stored(await startQuiz(viewer, slug, 'exam'))
    return [page?.rules.limit?.endsAt, deadlineAt?.toISOString()]
  }
  const twice = (seconds: number) => Array(2).fill(clock.at(seconds).toISOString())

  test('is a person’s own, for one quiz before that for all, and printed before the start', async () => {
    const { slug } = await createQuiz({ rules: { seconds: LIMIT } })
    const { id } = await db().quiz.findUniqueOrThrow({ where: { slug } })
    const [plain, everywhere, here] = [await createViewer(), await createViewer(), await createViewer()]
    await allow(everywhere, 25, null)
    await allow(here, 25, null)
    await allow(here, 50, id)
    expect(await deadlinesOf(plain, slug)).toEqual(twice(LIMIT))
    expect(await deadlinesOf(everywhere, slug)).toEqual(twice(LIMIT * 1.25))
    expect(await deadlinesOf(here, slug)).toEqual(twice(LIMIT * 1.5))
    const { slug: other } = await createQuiz({ rules: { seconds: LIMIT } })
    expect(await deadlinesOf(here, other)).toEqual(twice(LIMIT * 1.25))
  })

  test('is taken to the end', async () => {
    const { slug } = await createQuiz({ rules: { seconds: LIMIT, graceSeconds: GRACE } })
    const viewer = await createViewer()
    await allow(viewer, 100, null)
    const attemptId = await startQuiz(viewer, slug, 'exam')
    const exam = { viewer, attemptId, questions: await readQuestions(attemptId), slug }
    await clock.set(LIMIT * 2)
    expect(await sweep()).toBe(0)
    expect(await saveRight(exam, 0)).toMatchObject({ status: 'saved' })
  })

  test('given in the middle is for the next attempt', async () => {
    const exam = await sitExam()
    await allow(exam.viewer, 100, null)
    expect(await when(LIMIT + GRACE + 1, () => saveRight(exam, 0))).toEqual({ status: 'ended' })
  })
})

describe('a sweep', () => {
  test('ends what is overdue, and nothing else', async () => {
    const overdue = await sitExam()
    const atTheEnd = await sitExam({ seconds: LIMIT + 1 })
    const running = await sitExam({ seconds: LIMIT * 2 })
    const unlimited = await sitExam({ seconds: null })
    const handedIn = await sitExam()
    const practising = await createViewer()
    const practice = await startQuiz(practising, overdue.slug, 'practice')
    await saveRight(overdue, 0)
    await submit(handedIn)
    const others = [atTheEnd.attemptId, running.attemptId, unlimited.attemptId, handedIn.attemptId, practice]
    const readOthers = () => db().attempt.findMany({ where: { id: { in: others } }, orderBy: { id: 'asc' } })
    const before = await readOthers()

    await clock.set(LIMIT + GRACE)
    expect(await sweep()).toBe(0)
    await clock.set(LIMIT + GRACE + 1)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    expect(await stored(overdue.attemptId)).toMatchObject({ ended: 'expired', scoreNum: 1n, scoreDen: 3n })
    expect(await readOthers()).toEqual(before)
    await clock.set(10 * 365 * 86_400)
    expect(await sweep()).toBe(2)
    expect(await stored(unlimited.attemptId)).toMatchObject({ endedAt: null })
    expect(await stored(practice)).toMatchObject({ endedAt: null })
  })

  test('at the same time as two others ends each once', async () => {
    const { slug } = await createQuiz({ rules: { seconds: LIMIT, graceSeconds: 0 } })
    const exams: Sat[] = []
    for (let each = 0; each < 24; each++) exams.push(await joinExam(slug))
    for (const [index, exam] of exams.entries()) if (index % 2) await saveRight(exam, 0)
    await clock.set(LIMIT + 1)
    const [a, b, c] = await Promise.all([sweep(), sweep(), sweep()])
    expect(a + b + c).toBe(24)
    for (const [index, { attemptId }] of exams.entries()) {
      const attempt = await db().attempt.findUniqueOrThrow({ where: { id: attemptId }, include: { topics: true } })
      expect(attempt).toMatchObject({
        ended: 'expired',
        endedAt: clock.at(LIMIT),
        scoreNum: BigInt(index % 2),
        scoreDen: index % 2 ? 3n : 1n,
        topics: [{ questions: 3 }],
      })
    }
  })

  test('at the same time as a submit leaves one result', async () => {
    const exams = await Promise.all([sitExam(), sitExam(), sitExam(), sitExam()])
    for (const exam of exams) await saveRight(exam, 0)
    await clock.set(LIMIT + GRACE + 1)
    await Promise.all([...exams.map(submit), sweep(), sweep()])
    const ended = await db().attempt.findMany({ where: { id: { in: exams.map(({ attemptId }) => attemptId) } } })
    for (const attempt of ended)
      expect(attempt).toMatchObject({ ended: 'expired', endedAt: clock.at(LIMIT + GRACE), scoreNum: 1n, scoreDen: 3n })
  })

  test('passes over what someone holds, without waiting, and takes it the next time', async () => {
    // The one that is held is the first in the row.
    const [held, free] = [await sitExam({ seconds: 60 }), await sitExam()]
    await clock.set(LIMIT + GRACE + 1)
    const holder = new Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      // What a save holds while it writes.
      await holder.query('SELECT FROM attempt WHERE id = $1 FOR SHARE', [held.attemptId])
      const swept = sweep()
      await expect.poll(async () => (await stored(free.attemptId)).ended, { timeout: 10_000 }).toBe('expired')
      expect(await swept).toBe(1)
      expect(await stored(held.attemptId)).toMatchObject({ endedAt: null })
      await holder.query('COMMIT')
    } finally {
      await holder.end()
    }
    expect(await sweep()).toBe(1)
  })

  test('ends at most as many as it is told, the longest overdue first', async () => {
    const [late, later] = [await sitExam({ seconds: 60 }), await sitExam({ seconds: 30 })]
    await clock.set(3600)
    expect(await actAs(operator, () => endOverdueAttempts(1))).toBe(1)
    expect(await stored(later.attemptId)).toMatchObject({ ended: 'expired' })
    expect(await stored(late.attemptId)).toMatchObject({ ended: null })
    expect(await sweep()).toBe(1)
  })

  test('ends all the others when one cannot be ended, and says which', async () => {
    const [broken, whole] = [await sitExam({ seconds: 60 }), await sitExam()]
    const { settings } = await stored(broken.attemptId)
    const settle = (to: object) => db().attempt.update({ where: { id: broken.attemptId }, data: { settings: to } })
    await settle({})
    await clock.set(LIMIT + GRACE + 1)
    await expect(sweep()).rejects.toThrow(broken.attemptId)
    expect(await stored(whole.attemptId)).toMatchObject({ ended: 'expired' })
    expect(await stored(broken.attemptId)).toMatchObject({ ended: null })
    await settle(Object(settings))
    expect(await sweep()).toBe(1)
  })

  test('lets the person start again', async () => {
    const exam = await sitExam()
    await clock.set(LIMIT + GRACE + 1)
    await sweep()
    const next = await actAs(exam.viewer, () => startAttempt({ slug: exam.slug, mode: 'exam', uiLocale: 'en' }))
    expect(next).toMatchObject({ status: 'started' })
  })
})

describe('the job that sweeps', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    process.env.DATABASE_URL = database.url
  })

  test('ends what is overdue by itself, until it is stopped', async () => {
    const job = startSweeping(20)
    const exam = await sitExam()
    await clock.set(LIMIT + GRACE + 1)
    await expect.poll(async () => (await stored(exam.attemptId)).ended, { timeout: 10_000 }).toBe('expired')
    await job.stop()
  })

  test('says once that the database is away, and goes on when it is back', async () => {
    const exam = await sitExam()
    await clock.set(LIMIT + GRACE + 1)
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const lines = () => said.mock.calls.map(([line]) => String(line))
    const nowhere = new URL(database.url)
    nowhere.port = '1'
    process.env.DATABASE_URL = nowhere.href
    let runs = 0
    const job = every(20, 'ending overdue attempts', async () => {
      runs++
      await sweep()
    })
    await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(3)
    expect(lines()).toEqual([expect.stringContaining('ending overdue attempts: failed')])
    process.env.DATABASE_URL = database.url
    await expect.poll(async () => (await stored(exam.attemptId)).ended, { timeout: 10_000 }).toBe('expired')
    await expect.poll(lines).toEqual([expect.anything(), 'ending overdue attempts: works again'])
    await job.stop()
  })

  test('comes three times a minute at least, never beside itself, and its stop waits for a run in progress', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let [now, most, runs] = [0, 0, 0]
    let release = () => {}
    const job = every(15_000, 'counting', async () => {
      most = Math.max(most, ++now)
      runs++
      await new Promise<void>((done) => {
        release = done
      })
      now--
    })
    // A run that takes long is not overtaken.
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(runs).toBe(1)
    for (let minute = 1; minute <= 20; minute++) {
      const before = runs
      for (let second = 0; second < 60; second++) {
        release()
        await vi.advanceTimersByTimeAsync(1000)
      }
      expect(runs - before, `minute ${minute}`).toBeGreaterThanOrEqual(3)
    }
    while (now === 0) await vi.advanceTimersByTimeAsync(1000)
    let isStopped = false
    const stopped = job.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(isStopped).toBe(false)
    release()
    await stopped
    const before = runs
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(runs).toBe(before)
    expect([now, most]).toEqual([0, 1])
  })
})
