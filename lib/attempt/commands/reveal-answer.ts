import { guarded } from '../../access/guard'
import { databaseNow, db } from '../../db/client'
import { dateIn } from '../../i18n/calendar'
import { keepReviews } from '../../review/keep'
import { isBlank, keyOf, kinds } from '../kinds'
import { isSameChoice } from '../rules'
import {
  type AnswerPlace,
  type Choice,
  completeChoice,
  NO_OPTION,
  type PlainChoice,
  type QuestionKind,
  type RevealOutcome,
  SHORT_TEXT,
  storedAnswer,
} from '../schema'

/**
 * In practice mode, settles one answer for good and lets its key be shown. Revealing again changes nothing. An open
 * question may be left blank: thinking of the answer is enough. What is meant as a number and is none settles nothing.
 */
export const revealAnswer = guarded(
  'attempt:own',
  async (viewer, { attemptId, position }: AnswerPlace, plain: PlainChoice): Promise<RevealOutcome> =>
    db().$transaction(async (tx): Promise<RevealOutcome> => {
      const choice = completeChoice(plain)
      const [attempt] = await tx.$queryRaw<{ ended: boolean }[]>`
        SELECT ended_at IS NOT NULL AS ended FROM attempt
        WHERE id = ${attemptId}::uuid AND person_id = ${viewer.personId}::uuid AND mode = 'practice' FOR SHARE`
      if (!attempt) return { status: 'not-found' }
      if (attempt.ended) return { status: 'ended' }
      await tx.$queryRaw`
        SELECT 1 FROM answer WHERE attempt_id = ${attemptId}::uuid AND position = ${position} FOR UPDATE`
      const answer = await tx.answer.findUnique({
        where: { attemptId_position: { attemptId, position } },
        include: { version: { include: { key: true } } },
      })
      if (!answer) return { status: 'not-found' }
      if (answer.revealedAt) return { status: 'revealed' }
      const { picks, text, number, translationId } = choice
      const { version } = answer
      const kind = kinds[version.kind]
      if (isBlank(choice) && !kind.selfJudged) return { status: 'blank' }
      if (answer.seq !== number - 1 && !(answer.seq === number && isSameChoice(answer, choice, kind.ordersPicks)))
        return { status: 'superseded', stored: storedAnswer(answer) }
      if (!fits(version.kind, answer.optionOrder, choice)) return { status: 'invalid' }
      const key = keyOf(version.key)
      if (!kind.isReadable(key, choice)) return { status: 'unreadable' }
      const words = await tx.translation.findUnique({
        where: { id: translationId, versionId: answer.versionId, status: 'published' },
      })
      if (!words) return { status: 'invalid' }
      const earned = kind.grade(key, choice, version.scoring)
      await tx.$executeRaw`
        UPDATE answer SET picks = ${picks}::uuid[], text = ${text}, confidence = ${choice.confidence}::confidence,
          flagged = ${choice.flagged}, seq = ${number}, saved_at = app_now(), revealed_at = app_now(),
          translation_id = ${words.id}::uuid, locale = ${words.locale},
          award_num = ${earned && Number(earned.num)}::int, award_den = ${earned && Number(earned.den)}::int,
          answered_on = ${isBlank(choice) ? null : dateIn(viewer.zone, await databaseNow(tx))}::date
        WHERE attempt_id = ${attemptId}::uuid AND position = ${position}`
      await keepReviews(tx, attemptId, { only: position })
      return { status: 'revealed' }
    }),
)

/** Whether a choice is one that its question can be given, as the statement that saves it asks too. */
function fits(name: QuestionKind, optionOrder: readonly string[], { picks, text }: Choice): boolean {
  const { writes, selfJudged, picksSeveral, shuffles } = kinds[name]
  const named = shuffles === 'always' ? picks.filter((id) => id !== NO_OPTION) : picks
  if (!named.every((id) => optionOrder.includes(id))) return false
  if (picks.length > (picksSeveral ? optionOrder.length : 1)) return false
  return text === null || (writes && (selfJudged || [...text].length <= SHORT_TEXT))
}
