import { guarded } from '../../access/guard'
import { mayDo } from '../../access/rights'
import { db } from '../../db/client'
import type { QuizSettings } from '../settings'

export type QuizSettingsPage = {
  slug: string
  sourceLocale: string
  rowVersion: number
  /** Whether the viewer may change more than the words of translations. */
  mayAuthor: boolean
  names: { locale: string; title: string; intro: string }[]
  settings: QuizSettings
  /** Topics with how many questions of the quiz are on each. */
  topics: { slug: string; name: string; questions: number }[]
}

/** The settings of a quiz, to be edited; null when there is none of that name. */
export const getQuizSettings = guarded(
  'quiz:translate',
  async (viewer, slug: string, uiLocale: string): Promise<QuizSettingsPage | null> => {
    const quiz = await db().quiz.findUnique({
      where: { slug },
      include: {
        names: { orderBy: { locale: 'asc' } },
        pools: { orderBy: { id: 'asc' }, include: { topic: true } },
        items: { select: { question: { select: { topics: { select: { topic: { include: { names: true } } } } } } } },
      },
    })
    if (!quiz) return null
    const topics = new Map<string, QuizSettingsPage['topics'][number]>()
    for (const { topic } of quiz.items.flatMap(({ question }) => question.topics)) {
      const nameIn = (locale: string) => topic.names.find((name) => name.locale === locale)?.name
      const known = topics.get(topic.slug)
      topics.set(topic.slug, {
        slug: topic.slug,
        name: nameIn(uiLocale) ?? nameIn('en') ?? topic.slug,
        questions: (known?.questions ?? 0) + 1,
      })
    }
    const { sourceLocale, rowVersion, seconds, graceSeconds, reveal, revealAt, attemptLimit, waitSeconds, shuffle } =
      quiz
    return {
      slug,
      sourceLocale,
      rowVersion,
      mayAuthor: mayDo(viewer.role, 'quiz:author'),
      names: quiz.names
        .map(({ locale, title, intro }) => ({ locale, title, intro }))
        .sort((a, b) => Number(b.locale === sourceLocale) - Number(a.locale === sourceLocale)),
      settings: {
        pass: { num: quiz.passNum, den: quiz.passDen },
        seconds,
        graceSeconds,
        reveal,
        revealAt,
        attemptLimit,
        waitSeconds,
        shuffle,
        pools: quiz.pools.map(({ topic, draw }) => ({ topic: topic.slug, draw })),
      },
      topics: [...topics.values()].sort((a, b) => a.name.localeCompare(b.name, uiLocale)),
    }
  },
)
