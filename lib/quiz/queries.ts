import { guarded } from '../access/guard'
import { type Fraction, fraction } from '../attempt/fraction'
import { getAllowance } from '../attempt/queries/get-allowance'
import { secondsFor, startsOf } from '../attempt/rules'
import type { AttemptMode, Reveal } from '../attempt/schema'
import { databaseNow, db } from '../db/client'
import type { Prisma } from '../db/generated/client'
import { chooseWords } from '../i18n/chain'

export type QuizSummary = {
  slug: string
  /** Attempts can be started at the first two. The others are shown to those who have attempts. */
  state: 'published' | 'beta' | 'retired' | 'archived'
  title: string
  titleLocale: string
  /** How many one attempt asks. */
  questions: number
  locales: string[]
  topics: { slug: string; name: string; nameLocale: string; questions: number }[]
  passMark: Fraction
  /** The viewer's open attempt, with how far it is, and when its time is up, if it has a limit. */
  open: { attemptId: string; mode: AttemptMode; answered: number; position: number; deadlineAt: string | null } | null
  /** The viewer's ended attempts, newest first. */
  past: {
    attemptId: string
    number: number
    mode: AttemptMode
    isRetake: boolean
    /** Taken as a beta, for no score. */
    isBeta: boolean
    endedAt: string
    score: Fraction | null
    passed: boolean | null
  }[]
}

/** What a person may know before starting. */
export type StartRules = {
  /** The time limit of an exam; null for none. */
  limit: {
    /** With the person's extra time. */
    seconds: number
    extraPercent: number
    /** When time would be up, were the exam to start now. */
    endsAt: string
    graceSeconds: number
  } | null
  reveal: Reveal
  revealAt: string | null
  /** How many whole attempts the person may start, and has; null for any number. */
  attempts: { allowed: number; started: number } | null
  waitSeconds: number | null
  /** Whether another may start now. */
  may: { status: 'ok' } | { status: 'limit' } | { status: 'wait'; until: string }
}

export type QuizPage = QuizSummary & { intro: string; rules: StartRules }

/**
 * Quizzes that may be taken, with the viewer's own progress, by title; those retired as long as the viewer has attempts at
 * them, those archived only while one is open.
 */
export const listQuizzes = guarded('quiz:take', async (viewer, uiLocale: string): Promise<QuizSummary[]> => {
  const quizzes = await readQuizzes(viewer.personId, [...viewer.contentLocales, uiLocale], uiLocale)
  return quizzes
    .map(({ intro: _intro, raw: _raw, ...summary }) => summary)
    .sort((a, b) => a.title.localeCompare(b.title, uiLocale))
})

/**
 * One quiz with the viewer's own attempts; null when there is none of that name that was ever published, or it is archived
 * and the viewer has none.
 */
export const getQuiz = guarded(
  'quiz:take',
  async (viewer, slug: string, uiLocale: string): Promise<QuizPage | null> => {
    const [found] = await readQuizzes(viewer.personId, [...viewer.contentLocales, uiLocale], uiLocale, slug)
    if (!found) return null
    const { raw: quiz, ...page } = found
    const [now, allowance] = [await databaseNow(), await getAllowance(quiz.id)]
    const { allowed, started, may } = startsOf(quiz, allowance.extraAttempts, quiz.attempts, now)
    const seconds = quiz.seconds && secondsFor(quiz.seconds, allowance.extraPercent)
    return {
      ...page,
      rules: {
        limit: seconds
          ? {
              seconds,
              extraPercent: allowance.extraPercent,
              endsAt: new Date(now.getTime() + seconds * 1000).toISOString(),
              graceSeconds: quiz.graceSeconds,
            }
          : null,
        reveal: quiz.reveal,
        revealAt: quiz.revealAt?.toISOString() ?? null,
        attempts: allowed === null ? null : { allowed, started },
        waitSeconds: quiz.waitSeconds,
        may: may.status === 'wait' ? { status: 'wait', until: may.until.toISOString() } : may,
      },
    }
  },
)

async function readQuizzes(personId: string, wanted: string[], uiLocale: string, slug?: string) {
  const own = { personId, purpose: { in: ['full', 'missed', 'beta'] } } satisfies Prisma.AttemptWhereInput
  const quizzes = await db().quiz.findMany({
    where:
      slug === undefined
        ? {
            OR: [
              { status: { in: ['published', 'beta'] } },
              { status: 'retired', attempts: { some: own } },
              // Whatever has become of the quiz, what has begun can be found and ended.
              { status: { in: ['archived', 'draft'] }, attempts: { some: { ...own, endedAt: null } } },
            ],
          }
        : {
            slug,
            OR: [
              { status: { in: ['published', 'beta', 'retired'] } },
              { status: { in: ['archived', 'draft'] }, attempts: { some: own } },
            ],
          },
    include: {
      names: true,
      pools: true,
      items: {
        where: { question: { archivedAt: null, versions: { some: { status: 'published' } } } },
        select: { poolId: true, question: { select: { topics: { select: { topic: { include: { names: true } } } } } } },
      },
      attempts: {
        where: own,
        orderBy: { number: 'desc' },
        include: { answers: { orderBy: { position: 'asc' }, select: { position: true, seq: true } } },
      },
    },
  })
  return quizzes.map((quiz) => {
    const name = chooseWords(quiz.names, wanted, quiz.sourceLocale)
    const topics = new Map<string, QuizPage['topics'][number]>()
    for (const { topic } of quiz.items.flatMap(({ question }) => question.topics)) {
      const topicName = chooseWords(topic.names, [uiLocale], 'en')
      const entry = topics.get(topic.slug) ?? {
        slug: topic.slug,
        name: topicName?.name ?? topic.slug,
        nameLocale: topicName?.locale ?? 'en',
        questions: 0,
      }
      entry.questions++
      topics.set(topic.slug, entry)
    }
    const open = quiz.attempts.find(({ endedAt }) => !endedAt)
    const inPool = (pool: string | null) => quiz.items.filter(({ poolId }) => poolId === pool).length
    return {
      raw: quiz,
      slug: quiz.slug,
      state: quiz.status === 'draft' ? 'archived' : quiz.status,
      title: name?.title ?? quiz.slug,
      titleLocale: name?.locale ?? quiz.sourceLocale,
      intro: name?.intro ?? '',
      questions: inPool(null) + quiz.pools.reduce((count, { id, draw }) => count + Math.min(draw, inPool(id)), 0),
      locales: quiz.names.map(({ locale }) => locale).sort(),
      topics: [...topics.values()].sort((a, b) => b.questions - a.questions || a.name.localeCompare(b.name)),
      passMark: fraction(quiz.passNum, quiz.passDen),
      open: open
        ? {
            attemptId: open.id,
            mode: open.mode,
            answered: open.answers.filter(({ seq }) => seq > 0).length,
            position: open.answers.find(({ seq }) => seq === 0)?.position ?? 1,
            deadlineAt: open.deadlineAt?.toISOString() ?? null,
          }
        : null,
      past: quiz.attempts.flatMap(({ id, number, mode, purpose, endedAt, scoreNum, scoreDen, passed }) =>
        endedAt
          ? [
              {
                attemptId: id,
                number,
                mode,
                isRetake: purpose === 'missed',
                isBeta: purpose === 'beta',
                endedAt: endedAt.toISOString(),
                score: scoreNum === null || scoreDen === null ? null : fraction(scoreNum, scoreDen),
                passed,
              },
            ]
          : [],
      ),
    }
  })
}

/** Languages in which at least one quiz that may be taken is written. */
export const listContentLocales = guarded('quiz:take', async (): Promise<string[]> => {
  const names = await db().quizName.findMany({
    where: { quiz: { status: { in: ['published', 'beta'] } } },
    distinct: ['locale'],
    orderBy: { locale: 'asc' },
    select: { locale: true },
  })
  return names.map(({ locale }) => locale)
})
