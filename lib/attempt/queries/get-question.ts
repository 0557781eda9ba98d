import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { chooseWords } from '../../i18n/chain'
import type { AttemptMode } from '../schema'
import { type OpenQuestion, openQuestion, type RevealedQuestion } from '../view'
import { isAnswered, readAnswers, readOpenWords } from './read-answers'
import { revealQuestions } from './reveal-questions'

/** The clock of an attempt with a time limit, as instants in ISO 8601. */
export type Clock = { now: string; deadlineAt: string; graceSeconds: number }

/** One question in the overview of an attempt. */
export type Place = { position: number; answered: boolean; revealed: boolean; flagged: boolean }

/** What every page of an open attempt shows around its own matter. */
export type AttemptFrame = {
  attemptId: string
  mode: AttemptMode
  /** Null for a review, which asks questions of several quizzes. */
  quiz: { slug: string; title: string; titleLocale: string } | null
  /** Language in which the attempt is read. */
  locale: string
  /** A second language beside it. */
  besideLocale: string | null
  /** Languages that its questions are written in. */
  locales: string[]
  places: Place[]
  /** Null without a time limit. */
  clock: Clock | null
}

export type QuestionPage = AttemptFrame & { question: OpenQuestion | RevealedQuestion }

type FrameRow = Pick<AttemptFrame, 'mode' | 'locale' | 'besideLocale' | 'places' | 'locales'> & {
  endedAt: Date | null
  deadlineAt: Date | null
  graceSeconds: number
  now: Date
  slug: string | null
  sourceLocale: string | null
  names: { locale: string; title: string }[]
}

/**
 * What stands around the questions of the viewer's own open attempt.
 *
 * @returns null for an unknown attempt or somebody else's; `ended` once it is over
 */
export const getAttemptFrame = guarded(
  'attempt:own',
  async (viewer, attemptId: string): Promise<AttemptFrame | { ended: true } | null> => {
    const [attempt] = await db().$queryRaw<FrameRow[]>`
      SELECT attempt.mode, attempt.locale, attempt.beside_locale AS "besideLocale", attempt.ended_at AS "endedAt",
        attempt.deadline_at AS "deadlineAt", attempt.grace_seconds AS "graceSeconds", app_now() AS now,
        quiz.slug, quiz.source_locale AS "sourceLocale",
        (SELECT coalesce(json_agg(json_build_object('locale', locale, 'title', title) ORDER BY locale), '[]')
          FROM quiz_name WHERE quiz_id = quiz.id) AS names,
        CASE WHEN quiz.id IS NULL THEN (
          SELECT json_agg(DISTINCT translation.locale ORDER BY translation.locale)
          FROM answer JOIN translation ON translation.version_id = answer.version_id AND translation.status = 'published'
          WHERE answer.attempt_id = attempt.id)
        ELSE (SELECT json_agg(locale ORDER BY locale) FROM quiz_name WHERE quiz_id = quiz.id) END AS locales,
        (SELECT json_agg(json_build_object(
            'position', position, 'answered', ${isAnswered},
            'revealed', revealed_at IS NOT NULL, 'flagged', flagged) ORDER BY position)
          FROM answer WHERE attempt_id = attempt.id) AS places
      FROM attempt LEFT JOIN quiz ON quiz.id = attempt.quiz_id
      WHERE attempt.id = ${attemptId}::uuid AND attempt.person_id = ${viewer.personId}::uuid`
    if (!attempt) return null
    if (attempt.endedAt) return { ended: true }
    const { slug, names, places, locales, deadlineAt, graceSeconds, now } = attempt
    const sourceLocale = attempt.sourceLocale ?? ''
    const name = chooseWords(names, [attempt.locale, ...viewer.contentLocales], sourceLocale)
    return {
      attemptId,
      mode: attempt.mode,
      quiz: slug === null ? null : { slug, title: name?.title ?? slug, titleLocale: name?.locale ?? sourceLocale },
      locale: attempt.locale,
      besideLocale: attempt.besideLocale,
      locales,
      places,
      clock: deadlineAt && { now: now.toISOString(), deadlineAt: deadlineAt.toISOString(), graceSeconds },
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
    const [answer] = await readAnswers(attemptId, position)
    if (!answer) return null
    const { translations, sourceLocale } = answer
    const wanted = [frame.locale, ...viewer.contentLocales]
    const chosen = chooseWords(translations, wanted, sourceLocale)
    if (!chosen) return null
    const beside = translations.find(({ locale }) => locale === frame.besideLocale && locale !== chosen.locale)
    if (answer.revealedAt) {
      const words = { words: chosen.id, beside: beside?.id ?? null }
      const [question] = await revealQuestions(attemptId, [answer.questionId], () => words, frame.locale)
      return question ? { ...frame, question } : null
    }
    const texts = await readOpenWords(attemptId, beside ? [chosen.id, beside.id] : [chosen.id])
    const words = texts.get(chosen.id)
    if (!words) return null
    const wording = { words, beside: texts.get(beside?.id ?? '') ?? null, wanted: frame.locale }
    return { ...frame, question: openQuestion(answer, wording) }
  },
)
