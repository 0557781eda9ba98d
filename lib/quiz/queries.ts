import { guarded } from '../access/guard'
import { type Fraction, fraction } from '../attempt/fraction'
import type { AttemptMode } from '../attempt/schema'
import { db } from '../db/client'
import { chooseWords } from '../i18n/chain'

export type QuizSummary = {
  slug: string
  title: string
  titleLocale: string
  questions: number
  locales: string[]
  topics: { slug: string; name: string; nameLocale: string; questions: number }[]
  passMark: Fraction
  /** The viewer's open attempt, with how far it is. */
  open: { attemptId: string; mode: AttemptMode; answered: number; position: number } | null
  /** The viewer's ended attempts, newest first. */
  past: {
    attemptId: string
    number: number
    mode: AttemptMode
    endedAt: string
    score: Fraction | null
    passed: boolean | null
  }[]
}

export type QuizPage = QuizSummary & { intro: string }

/** Published quizzes with the viewer's own progress, by title. */
export const listQuizzes = guarded('quiz:take', async (viewer, uiLocale: string): Promise<QuizSummary[]> => {
  const quizzes = await readQuizzes(viewer.personId, [...viewer.contentLocales, uiLocale], uiLocale)
  return quizzes
    .map(({ intro: _intro, ...summary }) => summary)
    .sort((a, b) => a.title.localeCompare(b.title, uiLocale))
})

/** One published quiz with the viewer's own attempts; null when there is none of that name. */
export const getQuiz = guarded(
  'quiz:take',
  async (viewer, slug: string, uiLocale: string): Promise<QuizPage | null> =>
    (await readQuizzes(viewer.personId, [...viewer.contentLocales, uiLocale], uiLocale, slug))[0] ?? null,
)

async function readQuizzes(personId: string, wanted: string[], uiLocale: string, slug?: string): Promise<QuizPage[]> {
  const quizzes = await db().quiz.findMany({
    where: { status: 'published', ...(slug === undefined ? {} : { slug }) },
    include: {
      names: true,
      items: {
        where: { question: { archivedAt: null, versions: { some: { status: 'published' } } } },
        select: { question: { select: { topics: { select: { topic: { include: { names: true } } } } } } },
      },
      attempts: {
        where: { personId, purpose: 'full' },
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
    return {
      slug: quiz.slug,
      title: name?.title ?? quiz.slug,
      titleLocale: name?.locale ?? quiz.sourceLocale,
      intro: name?.intro ?? '',
      questions: quiz.items.length,
      locales: quiz.names.map(({ locale }) => locale).sort(),
      topics: [...topics.values()].sort((a, b) => b.questions - a.questions || a.name.localeCompare(b.name)),
      passMark: fraction(quiz.passNum, quiz.passDen),
      open: open
        ? {
            attemptId: open.id,
            mode: open.mode,
            answered: open.answers.filter(({ seq }) => seq > 0).length,
            position: open.answers.find(({ seq }) => seq === 0)?.position ?? 1,
          }
        : null,
      past: quiz.attempts.flatMap(({ id, number, mode, endedAt, scoreNum, scoreDen, passed }) =>
        endedAt
          ? [
              {
                attemptId: id,
                number,
                mode,
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

/** Languages in which at least one published quiz is written. */
export const listContentLocales = guarded('quiz:take', async (): Promise<string[]> => {
  const names = await db().quizName.findMany({
    where: { quiz: { status: 'published' } },
    distinct: ['locale'],
    orderBy: { locale: 'asc' },
    select: { locale: true },
  })
  return names.map(({ locale }) => locale)
})
