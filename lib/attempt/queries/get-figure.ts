import { guarded } from '../../access/guard'
import { mayDo } from '../../access/rights'
import { db } from '../../db/client'
import { readFigure } from '../../quiz/figures'

/**
 * A figure of a quiz, as SVG text, for those who write quizzes, and for someone whose attempt may show it now: one in a
 * stem or an option as soon as the question is theirs, one in an explanation or feedback once that is revealed.
 *
 * @param quiz the quiz's slug
 * @param figure the file's name
 * @returns null when there is none, or it may not be seen yet
 */
export const getFigure = guarded(
  'attempt:own',
  async (viewer, quiz: string, figure: string): Promise<string | null> => {
    const svg = await readFigure(quiz, figure)
    if (svg === null || mayDo(viewer.role, 'quiz:translate')) return svg
    const [shown] = await db().$queryRaw<unknown[]>`
    SELECT 1
    FROM attempt
    JOIN answer ON answer.attempt_id = attempt.id
    JOIN translation ON translation.version_id = answer.version_id AND translation.status = 'published'
    JOIN translation_field AS words ON words.translation_id = translation.id
    WHERE attempt.person_id = ${viewer.personId}::uuid
      AND strpos(words.markdown, ${`/assets/${quiz}/${figure}`}) > 0
      AND (words.field = 'stem' OR words.field LIKE 'option:%'
        OR answer.revealed_at IS NOT NULL OR attempt.reveals_at <= app_now())
    LIMIT 1`
    return shown === undefined ? null : svg
  },
)
