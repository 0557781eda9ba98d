import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { fraction } from '../fraction'
import { verdictOf } from '../rules'
import { type RevealedQuestion, revealedQuestion } from '../view'

/**
 * Reads keys, explanations and feedback of the viewer's own answers, and only of those that are revealed or whose attempt has ended: the statement
 * itself refuses all others.
 *
 * @param wordsOf the translation to show for a version; null for none
 * @param wanted the language that was asked for, to tell a fallback
 */
export const revealQuestions = guarded(
  'attempt:own',
  async (
    viewer,
    attemptId: string,
    questionIds: string[],
    wordsOf: (answer: { versionId: string; translationId: string | null }) => string | null,
    wanted: string,
  ): Promise<RevealedQuestion[]> => {
    const answers = await db().answer.findMany({
      where: {
        attempt: { id: attemptId, personId: viewer.personId },
        questionId: { in: questionIds },
        OR: [{ revealedAt: { not: null } }, { attempt: { endedAt: { not: null } } }],
      },
      orderBy: { position: 'asc' },
      include: {
        version: {
          include: {
            key: true,
            sources: { orderBy: { url: 'asc' } },
            options: { include: { option: { select: { externalId: true } } } },
          },
        },
      },
    })
    const ids = answers.map((answer) => wordsOf(answer)).filter((id) => id !== null)
    const translations = await db().translation.findMany({ where: { id: { in: ids } }, include: { fields: true } })
    const byId = new Map(translations.map((translation) => [translation.id, translation]))
    return answers.flatMap((answer) => {
      const words = byId.get(wordsOf(answer) ?? '')
      if (!words || answer.awardNum === null || answer.awardDen === null) return []
      const award = fraction(answer.awardNum, answer.awardDen)
      return [
        revealedQuestion(answer, words, wanted, {
          optionIds: answer.version.key?.optionIds ?? [],
          verdict: verdictOf(award, answer.picks),
          award,
          externalIds: new Map(answer.version.options.map(({ optionId, option }) => [optionId, option.externalId])),
          sources: answer.version.sources,
        }),
      ]
    })
  },
)
