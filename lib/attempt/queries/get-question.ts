import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import type { Prisma } from '../../db/generated/client'
import { chooseWords } from '../../i18n/chain'
import type { AttemptMode } from '../schema'
import { type OpenQuestion, openQuestion, type RevealedQuestion } from '../view'
import { revealQuestions } from './reveal-questions'

/** All that an open question may read of its words. */
const openFields = {
  OR: [{ field: 'stem' }, { field: { startsWith: 'option:' } }],
} satisfies Prisma.TranslationFieldWhereInput

export type QuestionPage = {
  attemptId: string
  mode: AttemptMode
  quiz: { slug: string; title: string; titleLocale: string }
  /** Language in which the attempt is read. */
  locale: string
  /** Languages the quiz is written in. */
  locales: string[]
  /** One entry per question in order: whether something is saved, and whether it is settled. */
  places: { position: number; answered: boolean; revealed: boolean }[]
  question: OpenQuestion | RevealedQuestion
}

/**
 * One question of the viewer's own open attempt, in the attempt's language; its key only when it has been revealed.
 *
 * @returns null for an unknown attempt, somebody else's or a place that does not exist; `ended` once it is over
 */
export const getQuestion = guarded(
  'attempt:own',
  async (viewer, attemptId: string, position: number): Promise<QuestionPage | { ended: true } | null> => {
    const attempt = await db().attempt.findUnique({
      where: { id: attemptId, personId: viewer.personId },
      select: {
        mode: true,
        locale: true,
        endedAt: true,
        quiz: { select: { slug: true, sourceLocale: true, names: true } },
        answers: {
          orderBy: { position: 'asc' },
          select: { position: true, seq: true, picks: true, revealedAt: true },
        },
      },
    })
    if (!attempt) return null
    if (attempt.endedAt) return { ended: true }
    const { quiz } = attempt
    const wanted = [attempt.locale, ...viewer.contentLocales]
    const answer = await db().answer.findUnique({
      where: { attemptId_position: { attemptId, position } },
      select: {
        questionId: true,
        position: true,
        optionOrder: true,
        picks: true,
        seq: true,
        savedAt: true,
        revealedAt: true,
        versionId: true,
        version: {
          select: {
            kind: true,
            translations: {
              where: { status: 'published' },
              orderBy: { revision: 'desc' },
              select: {
                id: true,
                locale: true,
                fields: { where: openFields, select: { field: true, markdown: true } },
              },
            },
          },
        },
      },
    })
    const words = answer && chooseWords(answer.version.translations, wanted, quiz.sourceLocale)
    if (!answer || !words) return null
    const name = chooseWords(quiz.names, wanted, quiz.sourceLocale)
    const [revealed] = answer.revealedAt
      ? await revealQuestions(attemptId, [answer.questionId], () => words.id, attempt.locale)
      : []
    return {
      attemptId,
      mode: attempt.mode,
      quiz: { slug: quiz.slug, title: name?.title ?? quiz.slug, titleLocale: name?.locale ?? quiz.sourceLocale },
      locale: attempt.locale,
      locales: quiz.names.map(({ locale }) => locale).sort(),
      places: attempt.answers.map(({ position: at, picks, revealedAt }) => ({
        position: at,
        answered: picks.length > 0,
        revealed: revealedAt !== null,
      })),
      question: revealed ?? openQuestion(answer, words, attempt.locale),
    }
  },
)
