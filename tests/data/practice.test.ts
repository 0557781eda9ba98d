import { beforeAll, describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { seededRandom } from '@/lib/attempt/rules'
import { databaseNow, db } from '@/lib/db/client'
import { addDays } from '@/lib/i18n/calendar'
import { getPractice } from '@/lib/progress/queries/get-practice'
import { listMissedQuestions } from '@/lib/progress/queries/list-missed-questions'
import { listTopicProgress } from '@/lib/progress/queries/list-topic-progress'
import { practiceCalendar, practiceWeeks, wilson } from '@/lib/progress/rules'
import { startReview } from '@/lib/review/commands/start-review'
import { readQuestions, saveChoice, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion, draftWords } from '../factories/quizzes'
import { setClock, testDatabase } from './database'

const database = testDatabase()

const HOUR = 3_600_000
const LOCALES = ['en', 'es'] as const

/** Keys that are shown at once, at the end, from a date on that comes in the middle of a history, and never. */
let slugs: string[]
beforeAll(async () => {
  const rules = [
    { reveal: 'each' },
    { reveal: 'end' },
    { reveal: 'date', revealAt: '2026-11-02T12:00:00.000Z' },
    { reveal: 'never' },
  ] as const
  slugs = []
  for (const rule of rules) {
    const questions = (['single', 'multiple', 'single', 'trueFalse', 'open'] as const).map((kind, index) =>
      draftQuestion(
        { kind, topics: index % 2 ? ['storage'] : ['storage', 'security'] },
        index === 0 ? ['es'] : LOCALES,
      ),
    )
    slugs.push((await createQuiz({ questions, locales: ['es', 'en'], rules: rule })).slug)
  }
})

type Told = { from: number; zone: string }[]

/** Lets someone practise for some weeks, now and then in another zone; tells when they were where. */
async function practise(viewer: Viewer, start: string, zones: readonly string[], random: () => number): Promise<Told> {
  const oneOf = <T>(things: readonly T[]): T => {
    const thing = things[Math.floor(random() * things.length)]
    if (thing === undefined) throw new Error('There is nothing to choose from.')
    return thing
  }
  const told: Told = []
  let clock = Date.parse(start)
  const moveOn = async (hours: number) => {
    clock += Math.round(hours * HOUR)
    await setClock(database.url, new Date(clock).toISOString())
  }
  for (let round = 0; round < 16; round++) {
    // As a rule a day or two, some hours off; once in a while a week.
    await moveOn(random() < 0.15 ? 168 : 6 + random() * 44)
    if (round === 0 || random() < 0.3) {
      const zone = oneOf(zones)
      await db().person.update({ where: { id: viewer.personId }, data: { zone } })
      viewer.zone = zone
      told.push({ from: clock, zone })
    }
    const attemptId = await actAs(viewer, async () => {
      const past = await db().attempt.findFirst({
        where: { personId: viewer.personId, purpose: 'full', endedAt: { not: null } },
        include: { quiz: true },
        orderBy: { startedAt: 'desc' },
      })
      const way = random()
      const mode = oneOf(['practice', 'exam'] as const)
      const started =
        way < 0.3
          ? await startReview('en')
          : way < 0.5 && past?.quiz
            ? await startAttempt({ slug: past.quiz.slug, mode, uiLocale: 'en', missedOf: past.id })
            : await startAttempt({ slug: oneOf([...slugs.slice(0, 2), ...slugs]), mode, uiLocale: 'en' })
      return 'attemptId' in started ? started.attemptId : null
    })
    if (!attemptId) continue
    const { mode } = await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })
    for (const question of await readQuestions(attemptId)) {
      if (random() < 0.1) await moveOn(random() * 6)
      if (random() < 0.1) continue
      const stored = await db().answer.findFirstOrThrow({ where: { attemptId, position: question.position } })
      const picks = random() < 0.55 ? question.key : question.order.slice(0, 1)
      const choice = question.kind === 'open' ? { text: random() < 0.5 ? 'In my own words.' : null } : { picks }
      const plain = {
        picks: [],
        number: stored.seq + 1,
        translationId: Object.values(question.translationIds)[0] ?? '',
        ...choice,
      }
      if (mode === 'practice' && random() < 0.7)
        await actAs(viewer, () => revealAnswer({ attemptId, position: question.position }, plain))
      else await saveChoice(viewer, attemptId, question, plain)
    }
    if (random() < 0.8) await actAs(viewer, () => submitAttempt(attemptId))
  }
  return told
}

/** The date that the person's calendar showed at an instant, by where they were then. */
function dayOf(instant: Date, told: Told): string {
  const zone = told.filter(({ from }) => from <= instant.getTime()).at(-1)?.zone ?? 'UTC'
  return instant.toLocaleDateString('sv-SE', { timeZone: zone })
}

/** Everything that a person may know of their own answers, from the rows as they lie there, oldest first. */
async function shownOf(viewer: Viewer, told: Told) {
  const now = await databaseNow()
  const attempts = await db().attempt.findMany({
    where: { personId: viewer.personId },
    include: {
      answers: {
        include: {
          version: { include: { key: true } },
          question: { include: { topics: { include: { topic: true } } } },
        },
      },
    },
  })
  return attempts
    .filter(({ purpose }) => ['full', 'missed', 'review'].includes(purpose))
    .flatMap(({ answers, ...attempt }) => answers.map((answer) => ({ ...answer, attempt })))
    .filter(({ revealedAt, attempt }) => revealedAt || (attempt.revealsAt && attempt.revealsAt <= now))
    .map(({ picks, text, version, question, revealedAt, attempt, position, questionId }) => {
      const settledAt = revealedAt ?? attempt.endedAt
      if (!settledAt) throw new Error('What is shown is revealed, or its attempt has ended.')
      return {
        questionId,
        attempt,
        position,
        settledAt,
        day: dayOf(settledAt, told),
        topics: question.topics.map(({ topic }) => topic.slug),
        isScored: version.kind !== 'open' && picks.length > 0,
        isGiven: picks.length > 0 || Boolean(text?.trim()),
        isRight: [...picks].sort().join() === [...(version.key?.optionIds ?? [])].sort().join(),
      }
    })
    .filter(({ isGiven }) => isGiven)
    .sort(
      (a, b) =>
        a.settledAt.getTime() - b.settledAt.getTime() ||
        a.attempt.startedAt.getTime() - b.attempt.startedAt.getTime() ||
        (a.attempt.id < b.attempt.id ? -1 : 1),
    )
}

type Shown = Awaited<ReturnType<typeof shownOf>>

const countOf = <T>(things: readonly T[], counts: (thing: T) => boolean) => things.filter(counts).length

function topicOf(shown: Shown, slug: string) {
  const latest = new Map<string, boolean>()
  for (const { questionId, isScored, isRight, topics } of shown)
    if (isScored && topics.includes(slug)) latest.set(questionId, isRight)
  const answered = latest.size
  const right = countOf([...latest.values()], Boolean)
  return { slug, answered, right, interval: answered < 5 ? null : wilson(right, answered) }
}

function missedOf(shown: Shown) {
  const scored = shown.filter(({ isScored }) => isScored)
  return [...new Set(scored.map(({ questionId }) => questionId))]
    .map((questionId) => {
      const own = scored.filter((answer) => answer.questionId === questionId)
      const last = own.at(-1)
      return {
        missed: countOf(own, ({ isRight }) => !isRight),
        answers: own.length,
        attemptId: last?.attempt.id,
        position: last?.position,
        hasEnded: Boolean(last?.attempt.endedAt),
        settledAt: last?.settledAt.getTime() ?? 0,
      }
    })
    .filter(({ missed }) => missed > 0)
    .sort((a, b) => b.missed - a.missed || a.answers - b.answers || b.settledAt - a.settledAt)
}

// Each over a change of the clocks in one of its zones, and on both sides of midnight.
describe.each([
  ['Europe/Madrid', '2026-10-16T20:00:00Z', ['Europe/Madrid']],
  ['America/Los_Angeles', '2026-10-20T05:00:00Z', ['America/Los_Angeles']],
  ['Pacific/Auckland', '2026-09-18T09:00:00Z', ['Pacific/Auckland']],
  ['Asia/Kolkata', '2026-10-22T17:30:00Z', ['Asia/Kolkata']],
  ['travels', '2026-10-18T10:00:00Z', ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata', 'Europe/Madrid']],
] as const)('the progress of someone in %s', (name, start, zones) => {
  test.each([1, 2])('is what going through the rows gives (history %i)', async (history) => {
    const random = seededRandom(`${name} ${history}`)
    await setClock(database.url, start)
    const viewer = await createViewer({ zone: zones[0] })
    const bystander = await createViewer()
    // A session would be over before the history is.
    await db().session.updateMany({ data: { expiresAt: new Date('2100-01-01') } })
    const told = await practise(viewer, start, zones, random)
    await practise(bystander, start, zones, random)

    const now = await databaseNow()
    const today = dayOf(now, [{ from: 0, zone: viewer.zone }])
    const shown = await shownOf(viewer, told)
    expect(shown.length).toBeGreaterThan(10)

    const practice = await actAs(viewer, () => getPractice())
    const uptoToday = shown.filter(({ day }) => day <= today)
    expect(practice).toEqual({
      today,
      days: [...new Set(uptoToday.map(({ day }) => day))].sort().map((day) => {
        const onDay = uptoToday.filter((answer) => answer.day === day)
        const scored = onDay.filter(({ isScored }) => isScored)
        return { day, answers: onDay.length, scored: scored.length, right: countOf(scored, ({ isRight }) => isRight) }
      }),
    })
    for (const { monday, n, right, interval } of practiceWeeks(practice.days, today)) {
      const inWeek = uptoToday.filter(({ day, isScored }) => isScored && day >= monday && day <= addDays(monday, 6))
      expect({ monday, n, right }).toEqual({ monday, n: inWeek.length, right: countOf(inWeek, (each) => each.isRight) })
      expect(interval).toEqual(n < 10 ? null : wilson(right, n))
    }
    for (const { monday, answers } of practiceCalendar(practice.days, today))
      for (const [index, count] of answers.entries()) {
        const day = addDays(monday, index)
        expect(count, day).toBe(day > today ? null : countOf(uptoToday, (answer) => answer.day === day))
      }

    const topics = await actAs(viewer, () => listTopicProgress('en'))
    expect(topics.map(({ slug, answered, right, interval }) => ({ slug, answered, right, interval }))).toEqual([
      topicOf(shown, 'security'),
      topicOf(shown, 'storage'),
    ])

    const missed = await actAs(viewer, () => listMissedQuestions('en'))
    const expected = missedOf(shown)
    const figures = (questions: { missed: number; answers: number }[]) =>
      questions.map(({ missed, answers }) => `${missed} of ${answers}`)
    expect(figures(missed)).toEqual(figures(expected.slice(0, 5)))
    for (const { stem: _stem, stemLocale: _locale, isFallback: _fallback, ...question } of missed)
      expect(expected.map(({ settledAt: _at, ...figures }) => figures)).toContainEqual(question)
  })
})

test('of two attempts that run at once, the answer that was settled last is the latest', async () => {
  const at = (day: number) => setClock(database.url, addDays('2027-03-01', day))
  await at(0)
  const quiz = await createQuiz({ questions: [draftQuestion({ topics: ['latest'] })] })
  const viewer = await createViewer()
  await db().session.updateMany({ data: { expiresAt: new Date('2100-01-01') } })
  const reveal = async (attemptId: string, isRight: boolean) => {
    const [question] = await readQuestions(attemptId)
    if (!question) throw new Error('The attempt has no questions.')
    const picks = isRight ? question.key : question.order.filter((id) => !question.key.includes(id)).slice(0, 1)
    const plain = { picks, number: 1, translationId: question.translationIds.en ?? '' }
    expect(await actAs(viewer, () => revealAnswer({ attemptId, position: 1 }, plain))).toEqual({ status: 'revealed' })
  }
  const first = await startQuiz(viewer, quiz.slug)
  await reveal(first, false)
  await actAs(viewer, () => submitAttempt(first))

  await at(30)
  const practice = await startQuiz(viewer, quiz.slug)
  await at(31)
  const review = await actAs(viewer, () => startReview('en'))
  if (review.status !== 'started') throw new Error(review.status)
  await reveal(review.attemptId, false)
  await at(32)
  await reveal(practice, true)

  const topics = await actAs(viewer, () => listTopicProgress('en'))
  expect(topics.find(({ slug }) => slug === 'latest')).toMatchObject({ answered: 1, right: 1 })
  expect(await actAs(viewer, () => listMissedQuestions('en'))).toMatchObject([
    { missed: 2, answers: 3, attemptId: practice, position: 1, hasEnded: false },
  ])
})

test('a question that was missed is named in the reader’s language, else in the source language, and says so', async () => {
  await setClock(database.url, null)
  const [slug = ''] = slugs
  const stemsFor = async (contentLocales: string[]) => {
    const viewer = await createViewer({ contentLocales })
    const started = await actAs(viewer, () => startAttempt({ slug, mode: 'practice', uiLocale: 'en' }))
    if (!('attemptId' in started)) throw new Error(started.status)
    for (const question of await readQuestions(started.attemptId))
      if (question.kind === 'single')
        await saveChoice(viewer, started.attemptId, question, {
          picks: question.order.filter((id) => !question.key.includes(id)).slice(0, 1),
        })
    expect(await actAs(viewer, () => listMissedQuestions('en'))).toEqual([])
    await actAs(viewer, () => submitAttempt(started.attemptId))
    const missed = await actAs(viewer, () => listMissedQuestions('en'))
    return missed.map(({ stem, stemLocale, isFallback }) => {
      const [, externalId = ''] = /^stem of (\S+) in/.exec(stem) ?? []
      expect(stem).toBe(draftWords(externalId, stemLocale).stem)
      return `${stemLocale} ${isFallback}`
    })
  }
  expect((await stemsFor([])).sort()).toEqual(['en false', 'es true'])
  expect((await stemsFor(['es'])).sort()).toEqual(['es false', 'es false'])
  expect((await stemsFor(['ja', 'es'])).sort()).toEqual(['es true', 'es true'])
})
