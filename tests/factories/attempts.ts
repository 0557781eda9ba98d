import { actAs, type Viewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { keyOf } from '@/lib/attempt/kinds'
import type { AcceptedAnswer, AttemptMode, PlainChoice, QuestionKind, SaveOutcome } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'

/** Starts an attempt, or resumes the open one, and returns its id. */
export async function startQuiz(viewer: Viewer, slug: string, mode: AttemptMode = 'practice'): Promise<string> {
  const started = await actAs(viewer, () => startAttempt({ slug, mode, uiLocale: 'en' }))
  if (started.status !== 'started' && started.status !== 'resumed') throw new Error(`${slug}: ${started.status}`)
  return started.attemptId
}

/** Sets how a quiz is taken by those who start from now on. */
export async function setRules(slug: string, rules: Prisma.QuizUpdateInput): Promise<void> {
  await db().quiz.update({ where: { slug }, data: rules })
}

/** One assigned question as it lies in the database, key and all: for tests that must know what is right. */
export type StoredQuestion = {
  position: number
  questionId: string
  versionId: string
  kind: QuestionKind
  /** Option ids in the order shown. */
  order: string[]
  key: string[]
  accepted: AcceptedAnswer | null
  /** The published words by language, newest revision. */
  translationIds: Record<string, string>
  /** Option ids by the names that the quiz gives them. */
  options: Record<string, string>
}

/** All questions of an attempt, by position. */
export async function readQuestions(attemptId: string): Promise<StoredQuestion[]> {
  const answers = await db().answer.findMany({
    where: { attemptId },
    orderBy: { position: 'asc' },
    include: {
      version: {
        include: {
          key: true,
          options: { include: { option: true } },
          translations: { where: { status: 'published' }, orderBy: { revision: 'asc' } },
        },
      },
    },
  })
  return answers.map(({ position, questionId, versionId, optionOrder, version }) => ({
    position,
    questionId,
    versionId,
    kind: version.kind,
    order: optionOrder,
    key: version.key?.optionIds ?? [],
    accepted: keyOf(version.key).accepted,
    translationIds: Object.fromEntries(version.translations.map(({ locale, id }) => [locale, id])),
    options: Object.fromEntries(version.options.map(({ option }) => [option.externalId, option.id])),
  }))
}

/** Saves an answer to a question: blank, and as its first save, unless the choice says otherwise. */
export function saveChoice(
  viewer: Viewer,
  attemptId: string,
  question: StoredQuestion | undefined,
  choice: Partial<PlainChoice>,
): Promise<SaveOutcome> {
  if (!question) throw new Error('There is no such question.')
  const translationId = Object.values(question.translationIds)[0] ?? ''
  return actAs(viewer, () =>
    saveAnswer({ attemptId, position: question.position }, { picks: [], number: 1, translationId, ...choice }),
  )
}

/** What to pick for one question: the key, nothing, or options by the names that the quiz gives them. */
export type Pick = 'right' | 'blank' | string[]

/**
 * Takes a whole quiz: starts, saves the given picks in order of position (those left out stay untouched) and submits.
 *
 * @returns the id of the attempt
 */
export async function takeQuiz(
  viewer: Viewer,
  slug: string,
  picks: readonly Pick[],
  mode: AttemptMode = 'practice',
): Promise<string> {
  const attemptId = await startQuiz(viewer, slug, mode)
  const questions = await readQuestions(attemptId)
  await actAs(viewer, async () => {
    for (const [index, pick] of picks.entries()) {
      const question = questions[index]
      if (!question) throw new Error(`${slug} has no question ${index + 1}.`)
      if (pick === 'blank') continue
      const saved = await saveAnswer(
        { attemptId, position: question.position },
        {
          picks: pick === 'right' ? question.key : pick.map((name) => question.options[name] ?? name),
          number: 1,
          translationId: Object.values(question.translationIds)[0] ?? '',
        },
      )
      if (saved.status !== 'saved') throw new Error(`Question ${question.position} was not saved: ${saved.status}`)
    }
    await submitAttempt(attemptId)
  })
  return attemptId
}
