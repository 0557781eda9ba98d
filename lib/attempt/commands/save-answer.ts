import { guardedInStatement } from '../../access/guard'
import { getSessionHash, getViewer } from '../../access/viewer'
import { db } from '../../db/client'
import { kinds } from '../kinds'
import { kindName } from '../queries/read-answers'
import { isSameChoice } from '../rules'
import { SAVE_ANSWER, saveValues } from '../save-statement'
import {
  type AnswerPlace,
  type Choice,
  completeChoice,
  type PlainChoice,
  type QuestionKind,
  type SaveOutcome,
  storedAnswer,
} from '../schema'

type Row = Parameters<typeof storedAnswer>[0]

/** Saves one choice in one statement, which checks all that has to be checked: see `SAVE_ANSWER`. */
export const saveAnswer = guardedInStatement(
  'attempt:own',
  async (place: AnswerPlace, plain: PlainChoice): Promise<SaveOutcome> => {
    const choice = completeChoice(plain)
    const sessionHash = await getSessionHash()
    if (!sessionHash) return { status: 'signed-out' }
    const [saved] = await db().$queryRawUnsafe<Row[]>(SAVE_ANSWER, ...saveValues(sessionHash, place, choice))
    return saved ? { status: 'saved', stored: storedAnswer(saved) } : explainRefusal(place, choice)
  },
)

/** Says why nothing was written. A repeat of the newest save, whose reply was lost, is acknowledged again. */
async function explainRefusal(place: AnswerPlace, choice: Choice): Promise<SaveOutcome> {
  const viewer = await getViewer()
  if (!viewer) return { status: 'signed-out' }
  const [row] = await db().$queryRaw<(Row & { over: boolean; revealed: boolean; kind: QuestionKind })[]>`
    SELECT answer.picks, answer.text, answer.confidence, answer.flagged, answer.seq, answer.saved_at AS "savedAt",
      attempt.ended_at IS NOT NULL OR coalesce(
        app_now() > attempt.deadline_at + make_interval(secs => attempt.grace_seconds), false) AS over,
      answer.revealed_at IS NOT NULL AS revealed, ${kindName} AS kind
    FROM answer JOIN attempt ON attempt.id = answer.attempt_id
    JOIN question_version ON question_version.id = answer.version_id
    WHERE attempt.id = ${place.attemptId}::uuid AND attempt.person_id = ${viewer.personId}::uuid
      AND answer.position = ${place.position}`
  if (!row) return { status: 'not-found' }
  const repeated = row.seq === choice.number && isSameChoice(row, choice, kinds[row.kind].ordersPicks)
  // What was stored in time is acknowledged however late its reply is asked for.
  if (repeated) return { status: 'saved', stored: storedAnswer(row) }
  if (row.over) return { status: 'ended' }
  if (row.revealed) return { status: 'revealed' }
  if (row.seq !== choice.number - 1) return { status: 'superseded', stored: storedAnswer(row) }
  return { status: 'invalid' }
}
