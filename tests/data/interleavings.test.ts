import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '@/lib/access/viewer'
import type { PlainChoice } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import { readQuestions, type StoredQuestion } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion } from '../factories/quizzes'
import { type App, startApp } from './app'
import { testClock, testDatabase } from './database'

const database = testDatabase()
const clock = testClock(database)

const LIMIT = 100
const GRACE = 10
/** How long new interleavings are tried. */
const TRY_MS = 8_000
/** A failure prints its seed; given here, the same interleavings are tried again. */
const SEED = process.env.INTERLEAVINGS_SEED

let apps: App[] = []
let slug = ''
beforeAll(async () => {
  const questions = [
    draftQuestion(),
    draftQuestion({ kind: 'multiple' }),
    draftQuestion({ kind: 'multiple', scoring: 'all' }),
    draftQuestion({ kind: 'open' }),
  ]
  slug = (await createQuiz({ questions, rules: { seconds: LIMIT, graceSeconds: GRACE } })).slug
  apps = [startApp(database.url), startApp(database.url)]
  // Both are up, with connections of their own, before the first interleaving.
  const viewer = await createViewer()
  await Promise.all(apps.flatMap((app) => Array.from({ length: 4 }, () => app.call(viewer, 'sweep', {}))))
})
afterAll(() => {
  for (const { child } of apps) child.disconnect()
})

/** What one of two devices does, each of which speaks to an application process of its own. */
const step = fc.record({
  device: fc.constantFrom<number>(0, 1),
  what: fc.oneof(
    { weight: 10, arbitrary: fc.constant('save' as const) },
    { weight: 3, arbitrary: fc.constant('repeat' as const) },
    { weight: 2, arbitrary: fc.constant('start' as const) },
    { weight: 2, arbitrary: fc.constant('submit' as const) },
    { weight: 1, arbitrary: fc.constant('sweep' as const) },
    { weight: 2, arbitrary: fc.constant('wait' as const) },
  ),
  question: fc.nat(3),
  options: fc.subarray([0, 1, 2, 3]),
  flagged: fc.boolean(),
  seconds: fc.constantFrom(1, LIMIT / 2, LIMIT, LIMIT + GRACE, LIMIT + GRACE + 0.001),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
/** What is done at once, and then, when all of it is over, the next. */
const plan = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 4, maxLength: 8 })

/** A plan in which everything comes to pass: it goes first, however slow the machine. */
const sure: Step[][] = [
  ['start'],
  ['save', 'repeat', 'save'],
  ['submit', 'save'],
  ['start'],
  ['save'],
  ['wait'],
  ['sweep', 'submit', 'repeat'],
].map((wave) =>
  wave.flatMap((what) =>
    [0, 1].map((device) => ({
      device,
      what: what as Step['what'],
      question: 0,
      options: [device],
      flagged: false,
      seconds: 200,
    })),
  ),
)

type Save = { attemptId: string; position: number; choice: PlainChoice }
type Device = { attemptId: string | null; numbers: Map<number, number>; last: Save | null }

const readAttempts = ({ personId }: Viewer) =>
  db().attempt.findMany({
    where: { personId },
    orderBy: { number: 'asc' },
    include: {
      topics: true,
      answers: { orderBy: { position: 'asc' }, include: { version: { include: { key: true } } } },
    },
  })
type Attempts = Awaited<ReturnType<typeof readAttempts>>
type Answer = Attempts[number]['answers'][number]

/** What an answer earns, in sixths, told slowly: option by option. Null for what is never scored. */
function sixths({ picks, optionOrder, version: { kind, scoring, key } }: Answer): number | null {
  if (kind === 'open') return null
  const right = key?.optionIds ?? []
  let [ticked, mistaken] = [0, 0]
  for (const option of optionOrder) {
    if (!picks.includes(option)) continue
    if (right.includes(option)) ticked++
    else mistaken++
  }
  if (kind !== 'multiple' || scoring === 'all') return ticked === right.length && mistaken === 0 ? 6 : 0
  return Math.max(0, ((ticked - mistaken) * 6) / right.length)
}

const said = ({ picks, text = null, flagged = false }: Pick<PlainChoice, 'picks' | 'text' | 'flagged'>) =>
  JSON.stringify([[...picks].sort(), text, flagged])

/** Everything that holds of the rows at any moment. */
function expectSound(attempts: Attempts, acknowledged: readonly Save[]) {
  expect(attempts.filter(({ endedAt }) => !endedAt).length, 'open attempts').toBeLessThanOrEqual(1)
  expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_attempt, index) => index + 1))
  expect(attempts.filter(({ counts }) => counts).map(({ number }) => number)).toEqual(attempts[0]?.endedAt ? [1] : [])
  for (const attempt of attempts) {
    const { id, deadlineAt, endedAt, ended, answers } = attempt
    const overAt = new Date((deadlineAt?.getTime() ?? 0) + GRACE * 1000)
    expect(answers).toHaveLength(4)
    for (const answer of answers) {
      const acks = acknowledged.filter(({ attemptId, position }) => attemptId === id && position === answer.position)
      const newest = Math.max(0, ...acks.map(({ choice }) => choice.number))
      expect(answer.seq, `newest number of ${id}/${answer.position}`).toBeGreaterThanOrEqual(newest)
      for (const { choice } of acks)
        if (choice.number === answer.seq) expect(said(answer), `${id}/${answer.position}`).toBe(said(choice))
      for (const number of new Set(acks.map(({ choice }) => choice.number))) {
        const same = acks.filter(({ choice }) => choice.number === number)
        expect(new Set(same.map(({ choice }) => said(choice))).size, 'answers under one number').toBe(1)
      }
      const { savedAt } = answer
      if (savedAt) expect(savedAt <= (endedAt ?? overAt) && savedAt <= overAt, 'saved in time').toBe(true)
    }
    const earned = answers.map(sixths)
    const scored = earned.filter((points) => points !== null)
    const total = scored.reduce((points, each) => points + each, 0)
    if (!endedAt) {
      expect([attempt.scoreNum, attempt.passed, ...answers.map(({ awardNum }) => awardNum)]).toEqual(
        Array(6).fill(null),
      )
      expect(attempt.topics).toEqual([])
      continue
    }
    expect(Number(attempt.scoreNum) * 6 * scored.length).toBe(total * Number(attempt.scoreDen))
    expect([attempt.firstNum, attempt.firstDen]).toEqual([attempt.scoreNum, attempt.scoreDen])
    expect(attempt.passed).toBe(total * 10 >= 7 * 6 * scored.length)
    expect(answers.map(({ awardNum, awardDen }) => awardNum !== null && (awardNum * 6) / (awardDen ?? 1))).toEqual(
      earned.map((points) => points !== null && points),
    )
    expect(attempt.topics.map(({ num, den, questions }) => [(Number(num) * 18) / Number(den), questions])).toEqual([
      [total, 3],
    ])
    if (ended === 'expired') expect(endedAt).toEqual(overAt)
    else expect(endedAt <= overAt).toBe(true)
  }
}

/** Does one plan as someone new, and looks at all rows after each of its parts. */
async function follow(waves: Step[][], questions: StoredQuestion[]) {
  let seconds = 0
  await clock.set(seconds)
  const viewer = await createViewer()
  const devices: Device[] = [0, 1].map(() => ({ attemptId: null, numbers: new Map(), last: null }))
  const acknowledged: Save[] = []
  let before: Attempts = []
  // One move of the clock at a time: PostgreSQL lets no two redefine a function at once.
  let moving: Promise<void> = Promise.resolve()

  const save = async (device: Device, app: App, sent: Save) => {
    device.last = sent
    const { attemptId, position, choice } = sent
    const outcome = await app.call(viewer, 'save', { place: { attemptId, position }, choice })
    expect(['saved', 'superseded', 'ended']).toContain(outcome.status)
    if (outcome.status === 'saved') acknowledged.push(sent)
    if ('stored' in outcome && device.attemptId === attemptId) device.numbers.set(position, outcome.stored.number)
    // What had ended before this was sent takes nothing new.
    const ended = before.find(({ id, endedAt }) => id === attemptId && endedAt)
    const stored = ended?.answers.find((answer) => answer.position === position)
    if (stored && outcome.status === 'saved')
      expect([stored.seq, said(stored)], 'a repeat of what was stored').toEqual([choice.number, said(choice)])
  }
  const act = async ({ device: at, what, question: index, options, flagged, seconds: more }: Step) => {
    const [device, app, question] = [devices[at], apps[at], questions[index]]
    if (!device || !app || !question) throw new Error('There are two devices and four questions.')
    const { attemptId, numbers, last } = device
    if (what === 'start' || attemptId === null) {
      const outcome = await app.call(viewer, 'start', { slug })
      if (outcome.status !== 'started' && outcome.status !== 'resumed') throw new Error(outcome.status)
      Object.assign(device, { attemptId: outcome.attemptId, numbers: new Map() })
    } else if (what === 'submit') {
      expect(await app.call(viewer, 'submit', { attemptId })).toEqual({ status: 'submitted' })
    } else if (what === 'sweep') {
      await app.call(viewer, 'sweep', {})
    } else if (what === 'wait') {
      moving = moving.then(() => {
        seconds += more
        return clock.set(seconds)
      })
      await moving
    } else if (what === 'repeat' && last) {
      await save(device, app, last)
    } else {
      const { position, kind, translationIds } = question
      const order = before.find(({ id }) => id === attemptId)?.answers[index]?.optionOrder ?? []
      const picks = options.flatMap((option) => order[option] ?? []).slice(0, kind === 'multiple' ? 4 : 1)
      const text = kind === 'open' ? options.join() : null
      const number = (numbers.get(position) ?? 0) + 1
      const choice = { picks, text, flagged, number, translationId: translationIds.en ?? '' }
      await save(device, app, { attemptId, position, choice })
    }
  }

  for (const wave of waves) {
    await Promise.all(wave.map(act))
    const after = await readAttempts(viewer)
    expectSound(after, acknowledged)
    // What has ended stays as it is.
    for (const attempt of before) if (attempt.endedAt) expect(after).toContainEqual(attempt)
    for (const device of devices)
      if (device.numbers.size === 0)
        for (const { position, seq } of after.find(({ id }) => id === device.attemptId)?.answers ?? [])
          device.numbers.set(position, seq)
    before = after
  }
  return { acknowledged: acknowledged.length, attempts: before }
}

test('start, save, submit and expire on two application processes, in any interleaving, keep what must hold', {
  timeout: 60_000,
}, async () => {
  const first = await apps[0]?.call(await createViewer(), 'start', { slug })
  if (first?.status !== 'started') throw new Error('the quiz can be taken')
  const questions = await readQuestions(first.attemptId)
  const seen = { plans: 0, acknowledged: 0, submitted: 0, expired: 0 }
  const until = Date.now() + TRY_MS
  await fc.assert(
    fc.asyncProperty(plan, async (waves) => {
      // What has begun is followed to its end; there only is nothing new after that.
      if (Date.now() > until) return
      const { acknowledged, attempts } = await follow(waves, questions)
      seen.plans++
      seen.acknowledged += acknowledged
      for (const { ended } of attempts) if (ended === 'submitted' || ended === 'expired') seen[ended]++
    }),
    {
      examples: [[sure]],
      numRuns: 500,
      // A shorter plan need not meet in the same way: what failed is printed as it was.
      endOnFailure: true,
      ...(SEED ? { seed: Number(SEED) } : {}),
    },
  )
  console.log(`interleavings: ${JSON.stringify(seen)}`)
  expect(Math.min(seen.acknowledged, seen.submitted, seen.expired)).toBeGreaterThan(0)
})
