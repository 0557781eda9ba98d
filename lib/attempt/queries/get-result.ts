import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { chooseWords } from '../../i18n/chain'
import { type Fraction, fraction } from '../fraction'
import { type AttemptMode, attemptSettings } from '../schema'
import type { RevealedQuestion } from '../view'
import { revealQuestions } from './reveal-questions'

export type ResultPage = {
  attemptId: string
  mode: AttemptMode
  number: number
  quiz: { slug: string; title: string; titleLocale: string }
  startedAt: string
  endedAt: string
  /** Null without questions: no score, which is neither 0 % nor 100 %. */
  score: Fraction | null
  passMark: Fraction
  passed: boolean | null
  topics: { slug: string; name: string; nameLocale: string; share: Fraction; questions: number }[]
  /** As taken: in the order, the letters and the language in which each was answered. */
  questions: RevealedQuestion[]
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
          select: {
            questionId: true,
            versionId: true,
            version: {
              select: {
                translations: {
                  where: { status: 'published' },
                  orderBy: { revision: 'desc' },
                  select: { id: true, locale: true },
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
    const current = new Map(
      attempt.answers.map(({ versionId, version }) => [
        versionId,
        chooseWords(version.translations, wanted, quiz.sourceLocale)?.id ?? null,
      ]),
    )
    const { passNum, passDen } = attemptSettings.parse(attempt.settings)
    return {
      attemptId,
      mode: attempt.mode,
      number: attempt.number,
      quiz: { slug: quiz.slug, title: name?.title ?? quiz.slug, titleLocale: name?.locale ?? quiz.sourceLocale },
      startedAt: attempt.startedAt.toISOString(),
      endedAt: attempt.endedAt.toISOString(),
      score:
        attempt.scoreNum === null || attempt.scoreDen === null ? null : fraction(attempt.scoreNum, attempt.scoreDen),
      passMark: fraction(passNum, passDen),
      passed: attempt.passed,
      topics: attempt.topics
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
      questions: await revealQuestions(
        attemptId,
        attempt.answers.map(({ questionId }) => questionId),
        ({ versionId, translationId }) => translationId ?? current.get(versionId) ?? null,
        attempt.locale,
      ),
    }
  },
)
