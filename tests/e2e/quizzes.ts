import { db } from '@/lib/db/client'
import type { QuizDraft } from '@/lib/quiz/schema'
import { draftQuestion, publishDraft, quizDraft } from '../factories/quizzes'
import './people'

/** The quiz that comes with the product. */
export const FIRST_QUIZ = 'ai-ml-best-practices'

/** The languages of the interface, for content in all of them. */
export const LOCALES = ['en', 'es', 'ja', 'zh-Hans'] as const

/** A quiz of three questions in four languages; the second has two right options. The pass mark is one half. */
export function smallQuiz(): QuizDraft {
  const draft = quizDraft({ locales: LOCALES, pass: { num: 1, den: 2 } })
  draft.questions = [
    draftQuestion({ externalId: `${draft.slug}/first` }, LOCALES),
    draftQuestion({ externalId: `${draft.slug}/second`, kind: 'multiple', topics: ['networking'] }, LOCALES),
    draftQuestion({ externalId: `${draft.slug}/third`, topics: ['networking', 'storage'] }, LOCALES),
  ]
  return draft
}

/** Publishes a quiz; returns its slug. */
export async function publish(draft: QuizDraft = smallQuiz()): Promise<string> {
  return (await publishDraft(draft)).slug
}

export type StoredAnswer = {
  position: number
  order: string[]
  picks: string[]
  key: string[]
  topics: string[]
  locale: string | null
  /** How often it was saved. */
  seq: number
  savedAt: Date | null
}

/** What the database holds of an attempt, with the keys. */
export async function storedAnswers(attemptId: string): Promise<StoredAnswer[]> {
  const answers = await db().answer.findMany({
    where: { attemptId },
    orderBy: { position: 'asc' },
    include: {
      version: { include: { key: true } },
      question: { include: { topics: { include: { topic: true } } } },
    },
  })
  return answers.map(({ position, optionOrder, picks, seq, savedAt, version, question, locale }) => ({
    position,
    seq,
    savedAt,
    order: optionOrder,
    picks,
    key: version.key?.optionIds ?? [],
    topics: question.topics.map(({ topic }) => topic.slug),
    locale,
  }))
}

/** The letters shown for options. */
export const lettersOf = ({ order }: StoredAnswer, ids: string[]) =>
  ids.map((id) => 'ABCDEFGH'[order.indexOf(id)] ?? '?').sort()

/** The first right option of a stored answer. */
export function rightOption({ key }: StoredAnswer): string {
  const [first] = key
  if (!first) throw new Error('The question has no key.')
  return first
}

/** An option that is not right. */
export function wrongOption({ order, key }: StoredAnswer): string {
  const wrong = order.find((id) => !key.includes(id))
  if (!wrong) throw new Error('Every option is right.')
  return wrong
}
