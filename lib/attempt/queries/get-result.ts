import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { chooseWords } from '../../i18n/chain'
import { type Fraction, fraction } from '../fraction'
import { type AttemptMode, attemptSettings } from '../schema'
import { type OpenQuestion, openQuestion, type RevealedQuestion } from '../view'
import { readAnswers, readOpenWords, type StoredAnswer } from './read-answers'
import { revealQuestions } from './reveal-questions'

export type ResultPage = {
  attemptId: string
  mode: AttemptMode
  /** Asked only what was wrong in an earlier attempt. */
  isRetake: boolean
  /** Taken as a beta: right and wrong are shown, and no score is counted. */
  isBeta: boolean
  /** Time was up before it was finished. */
  expired: boolean
  number: number
  /** Null for a review. */
  quiz: { slug: string; title: string; titleLocale: string } | null
  startedAt: string
  endedAt: string
  /** Null without questions: no score, which is neither 0 % nor 100 %. */
  score: Fraction | null
  /** Null where there is none to reach. */
  passMark: Fraction | null
  passed: boolean | null
  /** None while keys are held back: a topic of one question would tell. */
  topics: { slug: string; name: string; nameLocale: string; share: Fraction; questions: number }[]
  /** From when on keys and explanations are shown; `never` where they are not at all. */
  reveals: 'now' | 'never' | { at: string }
  /** As taken: in the order, the letters and the language in which each was answered. Open while keys are held back. */
  questions: (OpenQuestion | RevealedQuestion)[]
}

type AttemptRow = Pick<ResultPage, 'mode' | 'isRetake' | 'isBeta' | 'number' | 'passed'> & {
  expired: boolean | null
  startedAt: Date
  endedAt: Date | null
  revealsAt: Date | null
  isRevealed: boolean | null
  settings: unknown
  locale: string
  besideLocale: string | null
  scoreNum: bigint | null
  scoreDen: bigint | null
  slug: string | null
  sourceLocale: string | null
  names: { locale: string; title: string }[]
  topics: { slug: string; num: string; den: string; questions: number; names: { locale: string; name: string }[] }[]
}

/**
 * The result of one of the viewer's own attempts, once it has ended.
 *
 * @param uiLocale language for topic names
 * @returns null for an unknown attempt or somebody else's; `open` while it runs
 */
export const getResult = guarded(
  'attempt:own',
  async (viewer, attemptId: string, uiLocale: string): Promise<ResultPage | { open: true } | null> => {
    const [attempt] = await db().$queryRaw<AttemptRow[]>`
      SELECT attempt.mode, attempt.purpose = 'missed' AS "isRetake",
        attempt.purpose = 'beta' AS "isBeta", attempt.ended = 'expired' AS expired, attempt.number,
        attempt.started_at AS "startedAt", attempt.ended_at AS "endedAt", attempt.reveals_at AS "revealsAt",
        attempt.reveals_at <= app_now() AS "isRevealed", attempt.settings, attempt.locale,
        attempt.beside_locale AS "besideLocale", attempt.score_num AS "scoreNum", attempt.score_den AS "scoreDen",
        attempt.passed, quiz.slug, quiz.source_locale AS "sourceLocale",
        (SELECT coalesce(json_agg(json_build_object('locale', locale, 'title', title) ORDER BY locale), '[]')
          FROM quiz_name WHERE quiz_id = quiz.id) AS names,
        (SELECT coalesce(json_agg(json_build_object(
            'slug', topic.slug, 'num', num::text, 'den', den::text, 'questions', questions,
            'names', (SELECT coalesce(json_agg(json_build_object('locale', locale, 'name', name)), '[]')
              FROM topic_name WHERE topic_name.topic_id = topic.id))), '[]')
          FROM attempt_topic JOIN topic ON topic.id = attempt_topic.topic_id
          WHERE attempt_id = attempt.id) AS topics
      FROM attempt LEFT JOIN quiz ON quiz.id = attempt.quiz_id
      WHERE attempt.id = ${attemptId}::uuid AND attempt.person_id = ${viewer.personId}::uuid`
    if (!attempt) return null
    const { endedAt, revealsAt, isRevealed, slug } = attempt
    if (!endedAt) return { open: true }
    const answers = await readAnswers(attemptId)
    const wanted = [attempt.locale, ...viewer.contentLocales]
    const sourceLocale = attempt.sourceLocale ?? ''
    const name = chooseWords(attempt.names, wanted, sourceLocale)
    // What was left blank is shown in the words that stood there then, not in later ones.
    const shown = new Map(
      answers.map(({ versionId, translationId, translations, sourceLocale }) => {
        const words = translationId ?? chooseWords(translations, wanted, sourceLocale)?.id ?? null
        const beside = translations.find(({ locale }) => locale === attempt.besideLocale)?.id ?? null
        return [versionId, { words, beside: beside === words ? null : beside }]
      }),
    )
    const { passNum, passDen } = attemptSettings.parse(attempt.settings)
    return {
      attemptId,
      mode: attempt.mode,
      isRetake: attempt.isRetake,
      isBeta: attempt.isBeta,
      expired: attempt.expired ?? false,
      number: attempt.number,
      quiz: slug === null ? null : { slug, title: name?.title ?? slug, titleLocale: name?.locale ?? sourceLocale },
      startedAt: attempt.startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      reveals: isRevealed ? 'now' : revealsAt ? { at: revealsAt.toISOString() } : 'never',
      score:
        attempt.scoreNum === null || attempt.scoreDen === null ? null : fraction(attempt.scoreNum, attempt.scoreDen),
      passMark: slug === null ? null : fraction(passNum, passDen),
      passed: attempt.passed,
      topics: (isRevealed ? attempt.topics : [])
        .map(({ slug, names, num, den, questions }) => {
          const topicName = chooseWords(names, [uiLocale], 'en')
          return {
            slug,
            name: topicName?.name ?? slug,
            nameLocale: topicName?.locale ?? 'en',
            share: fraction(BigInt(num), BigInt(den)),
            questions,
          }
        })
        .sort((a, b) => Number(a.share.num * b.share.den - b.share.num * a.share.den) || a.name.localeCompare(b.name)),
      questions: isRevealed
        ? await revealQuestions(
            attemptId,
            answers.map(({ questionId }) => questionId),
            ({ versionId }) => shown.get(versionId) ?? { words: null, beside: null },
            attempt.locale,
          )
        : await openQuestions(attemptId, answers, shown, attempt.locale),
    }
  },
)

/** The questions as they were answered, without anything of their keys. */
async function openQuestions(
  attemptId: string,
  answers: readonly StoredAnswer[],
  shown: ReadonlyMap<string, { words: string | null; beside: string | null }>,
  wanted: string,
): Promise<OpenQuestion[]> {
  const ids = [...shown.values()].flatMap(({ words, beside }) => [words, beside]).filter((id) => id !== null)
  const byId = await readOpenWords(attemptId, ids)
  return answers.flatMap((answer) => {
    const { words: wordsId, beside: besideId } = shown.get(answer.versionId) ?? { words: null, beside: null }
    const words = byId.get(wordsId ?? '')
    return words ? [openQuestion(answer, { words, beside: byId.get(besideId ?? '') ?? null, wanted })] : []
  })
}
