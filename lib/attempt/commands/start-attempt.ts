import { randomBytes } from 'node:crypto'
import { guarded } from '../../access/guard'
import { databaseNow, db, newId, type Transaction } from '../../db/client'
import { chooseLocale } from '../../i18n/chain'
import { isOpenToStart } from '../../quiz/rules'
import { assignedAnswers } from '../assign'
import { getAllowance } from '../queries/get-allowance'
import { drawItems, secondsFor, seededRandom, startsOf } from '../rules'
import type { StartInput, StartOutcome } from '../schema'

/**
 * Starts an attempt at a published quiz, or one at a beta, which is taken for no score, or resumes the one that is open, whatever its mode: at any number of calls at
 * once there is one. Every question is assigned now: which ones are drawn, with its version and the order of its
 * options. The deadline is fixed now too.
 */
export const startAttempt = guarded('quiz:take', async (viewer, input: StartInput): Promise<StartOutcome> => {
  const quiz = await db().quiz.findUnique({
    where: { slug: input.slug },
    include: {
      names: { select: { locale: true } },
      pools: { orderBy: { id: 'asc' } },
    },
  })
  if (!quiz) return { status: 'not-found' }
  // Before the transaction: a query on another connection inside it would leave many starts waiting for each other.
  const allowance = await getAllowance(quiz.id)
  return db().$transaction(async (tx): Promise<StartOutcome> => {
    // Starts of one person take turns here; the partial unique index holds even if something else should write.
    await tx.$queryRaw`SELECT 1 FROM person WHERE id = ${viewer.personId}::uuid FOR NO KEY UPDATE`
    const open = await tx.attempt.findFirst({
      where: { personId: viewer.personId, quizId: quiz.id, endedAt: null, purpose: { not: 'preview' } },
      include: { answers: { where: { seq: 0 }, orderBy: { position: 'asc' }, take: 1, select: { position: true } } },
    })
    // What has begun goes on, whatever has become of the quiz since.
    if (open) return { status: 'resumed', attemptId: open.id, position: open.answers[0]?.position ?? 1 }
    if (!isOpenToStart(quiz.status)) return { status: 'not-found' }
    const isBeta = quiz.status === 'beta'

    const before = await tx.attempt.findMany({
      where: { personId: viewer.personId, quizId: quiz.id },
      orderBy: { number: 'desc' },
      select: { number: true, purpose: true, endedAt: true },
    })
    const now = await databaseNow(tx)
    const retaken = { id: input.missedOf ?? '', personId: viewer.personId, quizId: quiz.id }
    const missed = input.missedOf === undefined ? null : await listMissed(tx, retaken, now)
    if (input.missedOf !== undefined && (!missed || isBeta)) return { status: 'not-found' }
    // Each answer is shown at once only where the quiz lets it be.
    const mode = missed ? 'practice' : input.mode
    if (mode === 'practice' && quiz.reveal !== 'each' && !missed) return { status: 'not-found' }
    if (!missed && !isBeta) {
      const { may } = startsOf(quiz, allowance.extraAttempts, before, now)
      if (may.status === 'limit') return { status: 'limit' }
      if (may.status === 'wait') return { status: 'wait', until: may.until.toISOString() }
    }

    const items = await tx.quizItem.findMany({
      where: {
        quizId: quiz.id,
        question: { archivedAt: null, versions: { some: { status: 'published' } } },
        ...(missed && { questionId: { in: missed } }),
      },
      orderBy: { position: 'asc' },
      select: {
        questionId: true,
        poolId: true,
        question: {
          select: {
            versions: {
              where: { status: 'published' },
              orderBy: { number: 'desc' },
              take: 1,
              select: {
                id: true,
                kind: true,
                options: { orderBy: { position: 'asc' } },
              },
            },
          },
        },
      },
    })
    const seed = randomBytes(12).toString('hex')
    const random = seededRandom(seed)
    const drawn = missed ? items : drawItems(items, quiz.pools, random)
    if (drawn.length === 0) return { status: 'no-questions' }

    const attemptId = newId()
    const wanted = [...viewer.contentLocales, input.uiLocale]
    const available = quiz.names.map(({ locale }) => locale)
    const seconds = mode === 'exam' ? quiz.seconds : null
    await tx.attempt.create({
      data: {
        id: attemptId,
        personId: viewer.personId,
        quizId: quiz.id,
        mode,
        purpose: missed ? 'missed' : isBeta ? 'beta' : 'full',
        retakeOfId: input.missedOf ?? null,
        number: (before[0]?.number ?? 0) + 1,
        startedAt: now,
        deadlineAt:
          seconds === null ? null : new Date(now.getTime() + secondsFor(seconds, allowance.extraPercent) * 1000),
        graceSeconds: quiz.graceSeconds,
        settings: {
          passNum: quiz.passNum,
          passDen: quiz.passDen,
          reveal: quiz.reveal,
          revealAt: quiz.revealAt?.toISOString() ?? null,
        },
        seed,
        locale: chooseLocale(wanted, quiz.sourceLocale, available) ?? quiz.sourceLocale,
      },
    })
    await tx.answer.createMany({
      data: assignedAnswers(
        attemptId,
        drawn.flatMap(({ questionId, question }) =>
          question.versions.map((version) => ({ questionId, version, shuffle: quiz.shuffle })),
        ),
        random,
      ),
    })
    return { status: 'started', attemptId, position: 1 }
  })
})

/** Questions that were not fully right in an attempt whose keys may be seen; null when there is no such attempt. */
async function listMissed(
  tx: Transaction,
  attemptOf: { id: string; personId: string; quizId: string },
  now: Date,
): Promise<string[] | null> {
  const attempt = await tx.attempt.findUnique({
    where: { ...attemptOf, revealsAt: { lte: now }, purpose: { not: 'beta' } },
    include: {
      answers: { where: { awardNum: { not: null } }, select: { questionId: true, awardNum: true, awardDen: true } },
    },
  })
  if (!attempt) return null
  return attempt.answers.filter(({ awardNum, awardDen }) => awardNum !== awardDen).map(({ questionId }) => questionId)
}
