import { randomUUID } from 'node:crypto'
import { guarded } from '../../access/guard'
import { actorOf } from '../../access/viewer'
import type { QuestionKind } from '../../attempt/schema'
import { recordChange } from '../../audit/record'
import { db, newId } from '../../db/client'
import { shapeOf } from '../shapes'

/** With how many options a choice begins. */
const FIRST_OPTIONS = 4

export type AddOutcome = { status: 'added'; name: string } | { status: 'not-found' }

/**
 * Adds a question without words at the end of a quiz. It is asked once it is published.
 *
 * @returns its name, the part of its external id after the quiz
 */
export const addQuestion = guarded(
  'quiz:author',
  (viewer, slug: string, kind: QuestionKind): Promise<AddOutcome> =>
    db().$transaction(async (tx): Promise<AddOutcome> => {
      const quiz = await tx.quiz.findUnique({ where: { slug } })
      if (!quiz) return { status: 'not-found' }
      await tx.$queryRaw`SELECT 1 FROM quiz WHERE id = ${quiz.id}::uuid FOR UPDATE`
      const taken = new Set(
        (
          await tx.question.findMany({
            where: { externalId: { startsWith: `${slug}/` } },
            select: { externalId: true },
          })
        ).map(({ externalId }) => externalId),
      )
      const last = (await tx.quizItem.aggregate({ where: { quizId: quiz.id }, _max: { position: true } }))._max.position
      let number = (last ?? 0) + 1
      while (taken.has(`${slug}/q${number}`)) number++
      const name = `q${number}`
      const [questionId, versionId] = [newId(), newId()]
      const { options } = shapeOf(kind)
      const count = options ? Math.min(FIRST_OPTIONS, options.most) : 0
      const optionIds = Array.from({ length: count }, () => randomUUID())
      await tx.question.create({ data: { id: questionId, externalId: `${slug}/${name}`, ownerId: actorOf(viewer) } })
      await tx.questionVersion.create({ data: { id: versionId, questionId, number: 1, kind } })
      await tx.option.createMany({
        data: optionIds.map((id, index) => ({ id, questionId, externalId: String.fromCharCode(97 + index) })),
      })
      await tx.versionOption.createMany({
        data: optionIds.map((optionId, index) => ({ versionId, optionId, position: index + 1 })),
      })
      await tx.translation.create({
        data: { id: newId(), versionId, locale: quiz.sourceLocale, revision: 1, authorId: actorOf(viewer) },
      })
      await tx.quizItem.create({ data: { quizId: quiz.id, questionId, position: (last ?? 0) + 1 } })
      await recordChange(tx, viewer, {
        action: 'question.create',
        subjectType: 'question',
        subjectId: questionId,
        after: { externalId: `${slug}/${name}`, kind },
      })
      return { status: 'added', name }
    }),
)
