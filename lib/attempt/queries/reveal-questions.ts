import { guarded } from '../../access/guard'
import { databaseNow, db } from '../../db/client'
import { fraction } from '../fraction'
import { verdictOf } from '../kinds'
import { type RevealedQuestion, revealedQuestion } from '../view'

/** Which words to show of an answer, by the ids of their revisions; no words, no question. */
export type WordsOf = (answer: { versionId: string; translationId: string | null }) => {
  words: string | null
  beside: string | null
}

/**
 * Reads keys, explanations and feedback of the viewer's own answers, and only of those that are revealed or whose attempt
 * has ended and shows them: the statement itself refuses all others.
 *
 * @param wanted the language that was asked for, to tell a fallback
 */
export const revealQuestions = guarded(
  'attempt:own',
  async (
    viewer,
    attemptId: string,
    questionIds: string[],
    wordsOf: WordsOf,
    wanted: string,
  ): Promise<RevealedQuestion[]> => {
    const now = await databaseNow()
    const answers = await db().answer.findMany({
      where: {
        attempt: { id: attemptId, personId: viewer.personId },
        questionId: { in: questionIds },
        OR: [{ revealedAt: { not: null } }, { attempt: { revealsAt: { lte: now } } }],
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
    const ids = answers.flatMap((answer) => Object.values(wordsOf(answer)).filter((id) => id !== null))
    const translations = await db().translation.findMany({ where: { id: { in: ids } }, include: { fields: true } })
    const byId = new Map(translations.map((translation) => [translation.id, translation]))
    return answers.flatMap((answer) => {
      const chosen = wordsOf(answer)
      const words = byId.get(chosen.words ?? '')
      if (!words) return []
      const { awardNum, awardDen, version, selfAssessment } = answer
      const award = awardNum === null || awardDen === null ? null : fraction(awardNum, awardDen)
      const wording = { words, beside: byId.get(chosen.beside ?? '') ?? null, wanted }
      return [
        revealedQuestion(answer, wording, {
          optionIds: version.key?.optionIds ?? [],
          verdict: verdictOf(award, answer),
          award,
          selfAssessment,
          externalIds: new Map(version.options.map(({ optionId, option }) => [optionId, option.externalId])),
          sources: version.sources,
        }),
      ]
    })
  },
)
