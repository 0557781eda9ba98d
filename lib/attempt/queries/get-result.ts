import { guarded } from '../../access/guard'
import { databaseNow, db } from '../../db/client'
import { chooseWords } from '../../i18n/chain'
import { type Fraction, fraction } from '../fraction'
import { type AttemptMode, attemptSettings } from '../schema'
import { type OpenQuestion, openQuestion, type RevealedQuestion } from '../view'
import { openWords } from './get-question'
import { revealQuestions } from './reveal-questions'

export type ResultPage = {
  attemptId: string
  mode: AttemptMode
  /** Asked only what was wrong in an earlier attempt. */
  isRetake: boolean
  /** Time was up before it was finished. */
  expired: boolean
  number: number
  quiz: { slug: string; title: string; titleLocale: string }
  startedAt: string
  endedAt: string
  /** Null without questions: no score, which is neither 0 % nor 100 %. */
  score: Fraction | null
  passMark: Fraction
  passed: boolean | null
  /** None while keys are held back: a topic of one question would tell. */
  topics: { slug: string; name: string; nameLocale: string; share: Fraction; questions: number }[]
  /** From when on keys and explanations are shown; `never` where they are not at all. */
  reveals: 'now' | 'never' | { at: string }
  /** As taken: in the order, the letters and the language in which each was answered. Open while keys are held back. */
  questions: (OpenQuestion | RevealedQuestion)[]
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
    const attempt = await db().attempt.findUnique({
      where: { id: attemptId, personId: viewer.personId },
      include: {
        quiz: { include: { names: true } },
        topics: { include: { topic: { include: { names: true } } } },
        answers: {
          orderBy: { position: 'asc' },
          include: {
            version: {
              select: {
                kind: true,
                translations: {
                  where: { status: 'published' },
                  orderBy: { revision: 'desc' },
                  select: { id: true, locale: true, publishedAt: true },
                },
              },
            },
          },
        },
      },
    })
    if (!attempt) return null
    if (!attempt.endedAt) return { open: true }
    const { quiz } = attempt
    const wanted = [attempt.locale, ...viewer.contentLocales]
    const name = chooseWords(quiz.names, wanted, quiz.sourceLocale)
    // What was left blank is shown in the words that stood there then, not in later ones.
    const { endedAt } = attempt
    const shown = new Map(
      attempt.answers.map(({ versionId, translationId, version }) => {
        const then = version.translations.filter(({ publishedAt }) => publishedAt && publishedAt <= endedAt)
        const words = translationId ?? chooseWords(then, wanted, quiz.sourceLocale)?.id ?? null
        const beside = then.find(({ locale }) => locale === attempt.besideLocale)?.id ?? null
        return [versionId, { words, beside: beside === words ? null : beside }]
      }),
    )
    const now = await databaseNow()
    const { revealsAt } = attempt
    const isRevealed = revealsAt !== null && revealsAt <= now
    const { passNum, passDen } = attemptSettings.parse(attempt.settings)
    return {
      attemptId,
      mode: attempt.mode,
      isRetake: attempt.purpose === 'missed',
      expired: attempt.ended === 'expired',
      number: attempt.number,
      quiz: { slug: quiz.slug, title: name?.title ?? quiz.slug, titleLocale: name?.locale ?? quiz.sourceLocale },
      startedAt: attempt.startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      reveals: isRevealed ? 'now' : revealsAt ? { at: revealsAt.toISOString() } : 'never',
      score:
        attempt.scoreNum === null || attempt.scoreDen === null ? null : fraction(attempt.scoreNum, attempt.scoreDen),
      passMark: fraction(passNum, passDen),
      passed: attempt.passed,
      topics: (isRevealed ? attempt.topics : [])
        .map(({ topic, num, den, questions }) => {
          const topicName = chooseWords(topic.names, [uiLocale], 'en')
          return {
            slug: topic.slug,
            name: topicName?.name ?? topic.slug,
            nameLocale: topicName?.locale ?? 'en',
            share: fraction(num, den),
            questions,
          }
        })
        .sort((a, b) => Number(a.share.num * b.share.den - b.share.num * a.share.den) || a.name.localeCompare(b.name)),
      questions: isRevealed
        ? await revealQuestions(
            attemptId,
            attempt.answers.map(({ questionId }) => questionId),
            ({ versionId }) => shown.get(versionId) ?? { words: null, beside: null },
            attempt.locale,
          )
        : await openQuestions(attempt.answers, shown, attempt.locale),
    }
  },
)

/** The questions as they were answered, without anything of their keys. */
async function openQuestions(
  answers: (Parameters<typeof openQuestion>[0] & { versionId: string })[],
  shown: ReadonlyMap<string, { words: string | null; beside: string | null }>,
  wanted: string,
): Promise<OpenQuestion[]> {
  const ids = [...shown.values()].flatMap(({ words, beside }) => [words, beside]).filter((id) => id !== null)
  const texts = await db().translation.findMany({ where: { id: { in: ids } }, select: openWords })
  const byId = new Map(texts.map((each) => [each.id, each]))
  return answers.flatMap((answer) => {
    const { words: wordsId, beside: besideId } = shown.get(answer.versionId) ?? { words: null, beside: null }
    const words = byId.get(wordsId ?? '')
    return words ? [openQuestion(answer, { words, beside: byId.get(besideId ?? '') ?? null, wanted })] : []
  })
}
