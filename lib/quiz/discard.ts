import type { Transaction } from '../db/client'
import { discardDrafts, recordWritings } from '../question/drafts'

/**
 * Deletes those of some questions that are in no quiz any more, were never published and have no answer.
 *
 * @returns the names in files of those deleted
 */
export async function discardDraftQuestions(tx: Transaction, questionIds: readonly string[]): Promise<string[]> {
  const questions = await tx.question.findMany({
    where: {
      id: { in: [...questionIds] },
      items: { none: {} },
      answers: { none: {} },
      reports: { none: {} },
      reviewCards: { none: {} },
      reviewLogs: { none: {} },
      versions: { none: { OR: [{ status: 'published' }, { translations: { some: { status: 'published' } } }] } },
    },
    select: { id: true, externalId: true, versions: { select: { id: true } } },
  })
  const ids = questions.map(({ id }) => id)
  if (ids.length === 0) return []
  await recordWritings(tx, ids)
  const ofQuestions = { questionId: { in: ids } }
  await discardDrafts(
    tx,
    questions.flatMap(({ versions }) => versions.map(({ id }) => id)),
  )
  await tx.option.deleteMany({ where: ofQuestions })
  await tx.sourceField.deleteMany({ where: ofQuestions })
  await tx.importedQuestion.deleteMany({ where: ofQuestions })
  await tx.questionTopic.deleteMany({ where: ofQuestions })
  await tx.question.deleteMany({ where: { id: { in: ids } } })
  return questions.map(({ externalId }) => externalId)
}
