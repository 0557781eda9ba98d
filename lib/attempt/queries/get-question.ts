import { guarded } from '../../access/guard'
import { databaseNow, db } from '../../db/client'
import type { Prisma } from '../../db/generated/client'
import { chooseWords } from '../../i18n/chain'
import { isBlank } from '../kinds'
import type { AttemptMode } from '../schema'
import { type OpenQuestion, openQuestion, type RevealedQuestion } from '../view'
import { revealQuestions } from './reveal-questions'

/** All that an open question may read of its words. */
export const openFields = {
  OR: [{ field: 'stem' }, { field: { startsWith: 'option:' } }],
} satisfies Prisma.TranslationFieldWhereInput

/** The clock of an attempt with a time limit, as instants in ISO 8601. */
export type Clock = { now: string; deadlineAt: string; graceSeconds: number }

/** One question in the overview of an attempt. */
export type Place = { position: number; answered: boolean; revealed: boolean; flagged: boolean }

/** What every page of an open attempt shows around its own matter. */
export type AttemptFrame = {
  attemptId: string
  mode: AttemptMode
  quiz: { slug: string; title: string; titleLocale: string }
  /** Language in which the attempt is read. */
  locale: string
  /** A second language beside it. */
  besideLocale: string | null
  /** Languages the quiz is written in. */
  locales: string[]
  places: Place[]
  /** Null without a time limit. */
  clock: Clock | null
}

export type QuestionPage = AttemptFrame & { question: OpenQuestion | RevealedQuestion }

/**
 * What stands around the questions of the viewer's own open attempt.
 *
 * @returns null for an unknown attempt or somebody else's; `ended` once it is over
 */
export const getAttemptFrame = guarded(
  'attempt:own',
  async (viewer, attemptId: string): Promise<AttemptFrame | { ended: true } | null> => {
    const attempt = await db().attempt.findUnique({
      where: { id: attemptId, personId: viewer.personId },
      select: {
        mode: true,
        locale: true,
        besideLocale: true,
        endedAt: true,
        deadlineAt: true,
        graceSeconds: true,
        quiz: { select: { slug: true, sourceLocale: true, names: { select: { locale: true, title: true } } } },
        answers: {
          orderBy: { position: 'asc' },
          select: { position: true, picks: true, text: true, flagged: true, revealedAt: true },
        },
      },
    })
    if (!attempt) return null
    if (attempt.endedAt) return { ended: true }
    const { quiz, deadlineAt, graceSeconds } = attempt
    const name = chooseWords(quiz.names, [attempt.locale, ...viewer.contentLocales], quiz.sourceLocale)
    return {
      attemptId,
      mode: attempt.mode,
      quiz: { slug: quiz.slug, title: name?.title ?? quiz.slug, titleLocale: name?.locale ?? quiz.sourceLocale },
      locale: attempt.locale,
      besideLocale: attempt.besideLocale,
      locales: quiz.names.map(({ locale }) => locale).sort(),
      places: attempt.answers.map(({ position, revealedAt, flagged, ...given }) => ({
        position,
        answered: !isBlank(given),
        revealed: revealedAt !== null,
        flagged,
      })),
      clock: deadlineAt && {
        now: (await databaseNow()).toISOString(),
        deadlineAt: deadlineAt.toISOString(),
        graceSeconds,
      },
    }
  },
)

/**
 * One question of the viewer's own open attempt, in the attempt's language; its key only when it has been revealed.
 *
 * @returns null for an unknown attempt, somebody else's or a place that does not exist; `ended` once it is over
 */
export const getQuestion = guarded(
  'attempt:own',
  async (viewer, attemptId: string, position: number): Promise<QuestionPage | { ended: true } | null> => {
    const frame = await getAttemptFrame(attemptId)
    if (!frame || 'ended' in frame) return frame
    const answer = await db().answer.findUnique({
      where: { attemptId_position: { attemptId, position } },
      select: {
        questionId: true,
        position: true,
        optionOrder: true,
        picks: true,
        text: true,
        confidence: true,
        flagged: true,
        seq: true,
        savedAt: true,
        revealedAt: true,
        version: {
          select: {
            kind: true,
            translations: {
              where: { status: 'published' },
              orderBy: { revision: 'desc' },
              select: { id: true, locale: true },
            },
          },
        },
        attempt: { select: { quiz: { select: { sourceLocale: true } } } },
      },
    })
    if (!answer) return null
    const { translations } = answer.version
    const wanted = [frame.locale, ...viewer.contentLocales]
    const chosen = chooseWords(translations, wanted, answer.attempt.quiz.sourceLocale)
    if (!chosen) return null
    const beside = translations.find(({ locale }) => locale === frame.besideLocale && locale !== chosen.locale)
    if (answer.revealedAt) {
      const words = { words: chosen.id, beside: beside?.id ?? null }
      const [question] = await revealQuestions(attemptId, [answer.questionId], () => words, frame.locale)
      return question ? { ...frame, question } : null
    }
    const texts = await db().translation.findMany({
      where: { id: { in: beside ? [chosen.id, beside.id] : [chosen.id] } },
      select: { id: true, locale: true, fields: { where: openFields, select: { field: true, markdown: true } } },
    })
    const words = texts.find(({ id }) => id === chosen.id)
    if (!words) return null
    const wording = { words, beside: texts.find(({ id }) => id === beside?.id) ?? null, wanted: frame.locale }
    return { ...frame, question: openQuestion(answer, wording) }
  },
)
