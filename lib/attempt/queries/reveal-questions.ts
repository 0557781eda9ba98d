import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { fraction } from '../fraction'
import { keyOf, verdictOf } from '../kinds'
import type { SelfAssessment } from '../schema'
import { type RevealedQuestion, revealedQuestion, type Words } from '../view'
import { answerColumns, type StoredAnswer } from './read-answers'

/** Which words to show of an answer, by the ids of their revisions; no words, no question. */
export type WordsOf = (answer: { versionId: string; translationId: string | null }) => {
  words: string | null
  beside: string | null
}

type SettledAnswer = Omit<StoredAnswer, 'translations' | 'sourceLocale'> & {
  awardNum: number | null
  awardDen: number | null
  selfAssessment: SelfAssessment | null
  optionIds: string[]
  accepted: unknown
  /** Pairs of an option's id and the id that its author gave it. */
  externalIds: [string, string][]
  sources: { url: string; verifiedOn: string }[]
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
    const answers = await db().$queryRaw<SettledAnswer[]>`
      SELECT ${answerColumns}, answer.award_num AS "awardNum", answer.award_den AS "awardDen",
        answer.self_assessment AS "selfAssessment",
        coalesce(version_key.option_ids, '{}') AS "optionIds", version_key.accepted,
        (SELECT coalesce(json_agg(json_build_array(option.id, option.external_id)), '[]')
          FROM version_option JOIN option ON option.id = version_option.option_id
          WHERE version_option.version_id = answer.version_id) AS "externalIds",
        (SELECT coalesce(json_agg(json_build_object('url', url, 'verifiedOn', verified_on) ORDER BY url), '[]')
          FROM source WHERE version_id = answer.version_id) AS sources
      FROM attempt
      JOIN answer ON answer.attempt_id = attempt.id
      JOIN question_version ON question_version.id = answer.version_id
      LEFT JOIN version_key ON version_key.version_id = answer.version_id
      WHERE attempt.id = ${attemptId}::uuid AND attempt.person_id = ${viewer.personId}::uuid
        AND answer.question_id = ANY(${questionIds}::uuid[])
        AND (answer.revealed_at IS NOT NULL OR attempt.reveals_at <= app_now())
      ORDER BY answer.position`
    const ids = answers.flatMap((answer) => Object.values(wordsOf(answer)).filter((id) => id !== null))
    const translations = await db().$queryRaw<Words[]>`
      SELECT id, locale,
        (SELECT coalesce(json_agg(json_build_object('field', field, 'markdown', markdown)), '[]')
          FROM translation_field WHERE translation_id = translation.id) AS fields
      FROM translation WHERE id = ANY(${ids}::uuid[])`
    const byId = new Map(translations.map((translation) => [translation.id, translation]))
    return answers.flatMap((answer) => {
      const chosen = wordsOf(answer)
      const words = byId.get(chosen.words ?? '')
      if (!words) return []
      const { awardNum, awardDen, selfAssessment, externalIds, sources } = answer
      const award = awardNum === null || awardDen === null ? null : fraction(awardNum, awardDen)
      const wording = { words, beside: byId.get(chosen.beside ?? '') ?? null, wanted }
      return [
        revealedQuestion(answer, wording, {
          ...keyOf(answer),
          verdict: verdictOf(award, answer),
          award,
          selfAssessment,
          externalIds: new Map(externalIds),
          sources,
        }),
      ]
    })
  },
)
