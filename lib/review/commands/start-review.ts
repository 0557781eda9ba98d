import { randomBytes } from 'node:crypto'
import { guarded } from '../../access/guard'
import { assignedAnswers } from '../../attempt/assign'
import { seededRandom, shuffled } from '../../attempt/rules'
import { databaseNow, db, newId } from '../../db/client'
import { dateIn } from '../../i18n/calendar'
import { chooseLocale } from '../../i18n/chain'
import { reviewableCards } from '../due'
import { REVIEW_QUESTIONS } from '../rules'
import type { ReviewOutcome } from '../schema'

/**
 * Starts today's review, or resumes the one that is open: some of the viewer's questions that are due, those that have
 * waited longest first chosen, of all quizzes mixed. It is practice: each answer is shown and moves its question.
 */
export const startReview = guarded('attempt:own', async (viewer, uiLocale: string): Promise<ReviewOutcome> => {
  return db().$transaction(async (tx): Promise<ReviewOutcome> => {
    await tx.$queryRaw`SELECT 1 FROM person WHERE id = ${viewer.personId}::uuid FOR NO KEY UPDATE`
    const open = await tx.attempt.findFirst({
      where: { personId: viewer.personId, purpose: 'review', endedAt: null },
      include: { answers: { where: { seq: 0 }, orderBy: { position: 'asc' }, take: 1, select: { position: true } } },
    })
    if (open) return { status: 'resumed', attemptId: open.id, position: open.answers[0]?.position ?? 1 }

    const today = dateIn(viewer.zone, await databaseNow(tx))
    const due = await tx.$queryRaw<{ questionId: string; shuffle: boolean }[]>`
      SELECT question_id AS "questionId", shuffle FROM (${reviewableCards(viewer.personId)}) AS card
      WHERE due_on <= ${today}::date ORDER BY due_on, stability, question_id LIMIT ${REVIEW_QUESTIONS}`
    const versions = await tx.questionVersion.findMany({
      where: { questionId: { in: due.map(({ questionId }) => questionId) }, status: 'published' },
      orderBy: { number: 'desc' },
      distinct: ['questionId'],
      select: {
        id: true,
        questionId: true,
        kind: true,
        options: { orderBy: { position: 'asc' } },
        translations: { where: { status: 'published' }, select: { locale: true } },
      },
    })
    const questions = due.flatMap(({ questionId, shuffle }) =>
      versions
        .filter((version) => version.questionId === questionId)
        .map((version) => ({ questionId, version, shuffle })),
    )
    if (questions.length === 0) return { status: 'nothing-due' }

    const attemptId = newId()
    const seed = randomBytes(12).toString('hex')
    const random = seededRandom(seed)
    const last = await tx.attempt.aggregate({
      where: { personId: viewer.personId, purpose: 'review' },
      _max: { number: true },
    })
    const available = [...new Set(versions.flatMap(({ translations }) => translations.map(({ locale }) => locale)))]
    await tx.attempt.create({
      data: {
        id: attemptId,
        personId: viewer.personId,
        mode: 'practice',
        purpose: 'review',
        number: (last._max.number ?? 0) + 1,
        settings: { passNum: 0, passDen: 1, reveal: 'each', revealAt: null },
        seed,
        locale: chooseLocale([...viewer.contentLocales, uiLocale], 'en', available) ?? uiLocale,
      },
    })
    await tx.answer.createMany({ data: assignedAnswers(attemptId, shuffled(questions, random), random) })
    return { status: 'started', attemptId, position: 1 }
  })
})
