import { guarded } from '../../access/guard'
import { actorOf } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { databaseNow, db } from '../../db/client'
import { discardDraftQuestions } from '../discard'

export type QuestionOutcome = { status: 'changed' | 'not-found' | 'not-now' }

/**
 * Archives a question, or brings it back. An archived one is asked by no attempt that starts from now on; attempts that
 * run keep it, and results show it.
 *
 * @param externalId its stable name in files
 */
export const archiveQuestion = guarded(
  'quiz:author',
  (viewer, externalId: string, isArchived: boolean): Promise<QuestionOutcome> =>
    db().$transaction(async (tx): Promise<QuestionOutcome> => {
      await tx.$queryRaw`SELECT 1 FROM question WHERE external_id = ${externalId} FOR UPDATE`
      const question = await tx.question.findUnique({ where: { externalId } })
      if (!question) return { status: 'not-found' }
      if ((question.archivedAt !== null) === isArchived) return { status: 'not-now' }
      const archivedAt = isArchived ? await databaseNow(tx) : null
      await tx.question.update({ where: { id: question.id }, data: { archivedAt } })
      await recordChange(tx, viewer, {
        action: isArchived ? 'question.archive' : 'question.restore',
        subjectType: 'question',
        subjectId: question.id,
        before: { archivedAt: question.archivedAt?.toISOString() ?? null },
        after: { archivedAt: archivedAt?.toISOString() ?? null },
      })
      return { status: 'changed' }
    }),
)

export type DeleteQuestionOutcome = { status: 'deleted' | 'not-found' | 'in-use' }

/** Deletes a question that was never published and has no answer; any other can only be archived. */
export const deleteQuestion = guarded(
  'quiz:author',
  (viewer, externalId: string): Promise<DeleteQuestionOutcome> =>
    db()
      .$transaction(async (tx): Promise<DeleteQuestionOutcome> => {
        await tx.$queryRaw`SELECT 1 FROM question WHERE external_id = ${externalId} FOR UPDATE`
        const question = await tx.question.findUnique({ where: { externalId } })
        if (!question) return { status: 'not-found' }
        await tx.quizItem.deleteMany({ where: { questionId: question.id } })
        const discarded = await discardDraftQuestions(tx, [question.id])
        // Its place in the quiz comes back with it.
        if (discarded.length === 0) throw new InUseError()
        await recordChange(tx, viewer, {
          action: 'question.delete',
          subjectType: 'question',
          subjectId: question.id,
          before: { externalId },
        })
        return { status: 'deleted' }
      })
      .catch((error: unknown): DeleteQuestionOutcome => {
        if (error instanceof InUseError) return { status: 'in-use' }
        throw error
      }),
)

class InUseError extends Error {}

export type FindingOutcome = { status: 'changed' | 'not-found' }

/**
 * Accepts what an import found, so that it no longer keeps its quiz from being published, or takes that back.
 *
 * @param reason why it is fine; null takes the acceptance back
 */
export const acceptFinding = guarded(
  'quiz:author',
  (viewer, findingId: string, reason: string | null): Promise<FindingOutcome> =>
    db().$transaction(async (tx): Promise<FindingOutcome> => {
      const finding = await tx.finding.findUnique({ where: { id: findingId } })
      if (!finding) return { status: 'not-found' }
      await tx.finding.update({
        where: { id: findingId },
        data: { acceptedBy: reason === null ? null : actorOf(viewer), reason },
      })
      await recordChange(tx, viewer, {
        action: reason === null ? 'finding.reopen' : 'finding.accept',
        subjectType: 'question-version',
        subjectId: finding.versionId,
        before: { finding: finding.code, reason: finding.reason },
        after: { finding: finding.code, reason },
      })
      return { status: 'changed' }
    }),
)
