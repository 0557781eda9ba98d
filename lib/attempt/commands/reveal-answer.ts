import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { award } from '../rules'
import type { AnswerPlace, Choice, RevealOutcome } from '../schema'

/**
 * In practice mode, settles one answer for good and lets its key be shown. Revealing again changes nothing.
 */
export const revealAnswer = guarded(
  'attempt:own',
  async (
    viewer,
    { attemptId, position }: AnswerPlace,
    { picks, number, translationId }: Choice,
  ): Promise<RevealOutcome> =>
    db().$transaction(async (tx): Promise<RevealOutcome> => {
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
      if (!answer?.version.key) return { status: 'not-found' }
      if (answer.revealedAt) return { status: 'revealed' }
      if (picks.length === 0) return { status: 'blank' }
      const same = answer.picks.length === picks.length && answer.picks.every((id) => picks.includes(id))
      if (answer.seq !== number - 1 && !(answer.seq === number && same))
        return {
          status: 'superseded',
          stored: { picks: answer.picks, number: answer.seq, savedAt: answer.savedAt?.toISOString() ?? null },
        }
      const { kind, key } = answer.version
      if (!picks.every((id) => answer.optionOrder.includes(id)) || (kind === 'single' && picks.length !== 1))
        return { status: 'invalid' }
      const words = await tx.translation.findUnique({
        where: { id: translationId, versionId: answer.versionId, status: 'published' },
      })
      if (!words) return { status: 'invalid' }
      const earned = award(kind, key.optionIds, picks)
      await tx.$executeRaw`
        UPDATE answer SET picks = ${picks}::uuid[], seq = ${number}, saved_at = app_now(), revealed_at = app_now(),
          translation_id = ${words.id}::uuid, locale = ${words.locale},
          award_num = ${Number(earned.num)}, award_den = ${Number(earned.den)}
        WHERE attempt_id = ${attemptId}::uuid AND position = ${position}`
      return { status: 'revealed' }
    }),
)
