import { randomBytes } from 'node:crypto'
import { guarded } from '../../access/guard'
import { db, newId } from '../../db/client'
import { chooseLocale } from '../../i18n/chain'
import { orderOptions, seededRandom } from '../rules'
import type { AttemptMode, StartOutcome } from '../schema'

/**
 * Starts an attempt at a published quiz, or resumes the one that is open, whatever its mode: at any number of calls at
 * once there is one. Every question is assigned now, with its version and the order of its options.
 *
 * @param uiLocale the language of the page, for people who have not chosen content languages
 */
export const startAttempt = guarded(
  'quiz:take',
  async (viewer, input: { slug: string; mode: AttemptMode; uiLocale: string }): Promise<StartOutcome> =>
    db().$transaction(async (tx): Promise<StartOutcome> => {
      const quiz = await tx.quiz.findUnique({
        where: { slug: input.slug, status: 'published' },
        include: { names: { select: { locale: true } } },
      })
      if (!quiz) return { status: 'not-found' }
      // Starts of one person take turns here; the partial unique index holds even if something else should write.
      await tx.$queryRaw`SELECT 1 FROM person WHERE id = ${viewer.personId}::uuid FOR NO KEY UPDATE`
      const open = await tx.attempt.findFirst({
        where: { personId: viewer.personId, quizId: quiz.id, endedAt: null, purpose: { not: 'preview' } },
        include: { answers: { where: { seq: 0 }, orderBy: { position: 'asc' }, take: 1, select: { position: true } } },
      })
      if (open) return { status: 'resumed', attemptId: open.id, position: open.answers[0]?.position ?? 1 }

      const items = await tx.quizItem.findMany({
        where: { quizId: quiz.id, question: { archivedAt: null, versions: { some: { status: 'published' } } } },
        orderBy: { position: 'asc' },
        select: {
          questionId: true,
          question: {
            select: {
              versions: {
                where: { status: 'published' },
                orderBy: { number: 'desc' },
                take: 1,
                select: { id: true, options: { orderBy: { position: 'asc' } } },
              },
            },
          },
        },
      })
      if (items.length === 0) return { status: 'no-questions' }

      const last = await tx.attempt.aggregate({
        where: { personId: viewer.personId, quizId: quiz.id },
        _max: { number: true },
      })
      const attemptId = newId()
      const seed = randomBytes(12).toString('hex')
      const random = seededRandom(seed)
      const wanted = [...viewer.contentLocales, input.uiLocale]
      const available = quiz.names.map(({ locale }) => locale)
      await tx.attempt.create({
        data: {
          id: attemptId,
          personId: viewer.personId,
          quizId: quiz.id,
          mode: input.mode,
          number: (last._max.number ?? 0) + 1,
          settings: { passNum: quiz.passNum, passDen: quiz.passDen },
          seed,
          locale: chooseLocale(wanted, quiz.sourceLocale, available) ?? quiz.sourceLocale,
        },
      })
      await tx.answer.createMany({
        data: items.flatMap(({ questionId, question }, index) =>
          question.versions.map((version) => ({
            attemptId,
            questionId,
            position: index + 1,
            versionId: version.id,
            optionOrder: orderOptions(
              version.options.map(({ optionId: id, pinLast }) => ({ id, pinLast })),
              quiz.shuffle,
              random,
            ),
          })),
        ),
      })
      return { status: 'started', attemptId, position: 1 }
    }),
)
