import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
import { db } from '../../db/client'
import { mergeOrder, sameOrder } from '../rules-merge'

export type OrderOutcome = { status: 'saved' | 'merged' | 'conflict'; order: string[] } | { status: 'not-found' }

/**
 * Sets the order of the questions of a quiz, for attempts that start from now on. Questions added meanwhile come last;
 * where someone else moved questions meanwhile, nothing is written.
 *
 * @param base ids in the order that the page showed
 * @param order the same ids in the order wanted
 * @returns the order that is stored now
 */
export const orderQuestions = guarded(
  'quiz:author',
  (viewer, slug: string, base: readonly string[], order: readonly string[]): Promise<OrderOutcome> =>
    db().$transaction(async (tx): Promise<OrderOutcome> => {
      const quiz = await tx.quiz.findUnique({ where: { slug }, select: { id: true } })
      if (!quiz) return { status: 'not-found' }
      await tx.$queryRaw`SELECT 1 FROM quiz WHERE id = ${quiz.id}::uuid FOR UPDATE`
      const items = await tx.quizItem.findMany({
        where: { quizId: quiz.id },
        orderBy: { position: 'asc' },
        select: { questionId: true },
      })
      const stored = items.map(({ questionId }) => questionId)
      const merge = mergeOrder(base, stored, order)
      if (merge.status === 'conflict') return { status: 'conflict', order: stored }
      // Ordering neither adds questions nor takes any away, whatever the page knew.
      const wanted = merge.value.filter((id) => stored.includes(id))
      const next = [...new Set([...wanted, ...stored])]
      if (!sameOrder(stored, next)) {
        await tx.$executeRaw`
          UPDATE quiz_item SET position = place.position
          FROM unnest(${next}::uuid[]) WITH ORDINALITY AS place (question_id, position)
          WHERE quiz_id = ${quiz.id}::uuid AND quiz_item.question_id = place.question_id`
        await recordChange(tx, viewer, {
          action: 'quiz.order',
          subjectType: 'quiz',
          subjectId: quiz.id,
          before: { questions: stored },
          after: { questions: next },
        })
      }
      return { status: merge.theirs ? 'merged' : 'saved', order: next }
    }),
)
