import { guardedInStatement } from '../../access/guard'
import { getSessionHash, getViewer } from '../../access/viewer'
import { db } from '../../db/client'
import type { AnswerPlace, Choice, SaveOutcome } from '../schema'

type Row = { picks: string[]; seq: number; saved_at: Date | null }

/**
 * Saves one choice. Session, scope, state, number and options are checked in the one statement that writes; it holds a
 * share lock on the attempt, so that no save slips in behind the submit that scores.
 */
export const saveAnswer = guardedInStatement(
  'attempt:own',
  async ({ attemptId, position }: AnswerPlace, { picks, number, translationId }: Choice): Promise<SaveOutcome> => {
    const sessionHash = await getSessionHash()
    if (!sessionHash) return { status: 'signed-out' }
    const [saved] = await db().$queryRaw<Row[]>`
      WITH target AS (
        SELECT attempt.id
        FROM attempt
        JOIN session ON session.person_id = attempt.person_id
        JOIN person ON person.id = attempt.person_id
        WHERE attempt.id = ${attemptId}::uuid AND attempt.ended_at IS NULL
          AND session.token_hash = ${sessionHash} AND session.ended_at IS NULL AND session.expires_at > app_now()
          AND person.deactivated_at IS NULL
        FOR SHARE OF attempt
      )
      UPDATE answer
      SET picks = ${picks}::uuid[], seq = ${number}, saved_at = app_now(),
        translation_id = translation.id, locale = translation.locale
      FROM target, question_version, translation
      WHERE answer.attempt_id = target.id AND answer.position = ${position}
        AND answer.revealed_at IS NULL AND answer.seq = ${number} - 1
        AND question_version.id = answer.version_id
        AND ${picks}::uuid[] <@ answer.option_order
        AND (question_version.kind = 'multiple' OR cardinality(${picks}::uuid[]) <= 1)
        AND translation.id = ${translationId}::uuid AND translation.version_id = answer.version_id
        AND translation.status = 'published'
      RETURNING answer.picks, answer.seq, answer.saved_at`
    return saved ? { status: 'saved', stored: stored(saved) } : explainRefusal({ attemptId, position }, picks, number)
  },
)

function stored({ picks, seq, saved_at }: Row) {
  return { picks, number: seq, savedAt: saved_at?.toISOString() ?? null }
}

/** Says why nothing was written. A repeat of the newest save, whose reply was lost, is acknowledged again. */
async function explainRefusal(place: AnswerPlace, picks: string[], number: number): Promise<SaveOutcome> {
  const viewer = await getViewer()
  if (!viewer) return { status: 'signed-out' }
  const [row] = await db().$queryRaw<(Row & { ended: boolean; revealed: boolean })[]>`
    SELECT answer.picks, answer.seq, answer.saved_at,
      attempt.ended_at IS NOT NULL AS ended, answer.revealed_at IS NOT NULL AS revealed
    FROM answer JOIN attempt ON attempt.id = answer.attempt_id
    WHERE attempt.id = ${place.attemptId}::uuid AND attempt.person_id = ${viewer.personId}::uuid
      AND answer.position = ${place.position}`
  if (!row) return { status: 'not-found' }
  if (row.ended) return { status: 'ended' }
  if (row.revealed) return { status: 'revealed' }
  const same = row.picks.length === picks.length && row.picks.every((id) => picks.includes(id))
  if (row.seq === number && same) return { status: 'saved', stored: stored(row) }
  if (row.seq !== number - 1) return { status: 'superseded', stored: stored(row) }
  return { status: 'invalid' }
}
