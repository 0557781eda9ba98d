import { randomUUID } from 'node:crypto'
import { seededRandom } from '@/lib/attempt/rules'
import { db } from '@/lib/db/client'
import { addDays } from '@/lib/i18n/calendar'

const DAYS = 250

/**
 * A long history of practice, written straight into the rows: on most days of the last months a few questions of one
 * published quiz, lately more often right. Questions of the same place are missed again and again.
 *
 * @param today the last day of it, as an ISO date
 */
export async function writeHistory(personId: string, slug: string, today: string): Promise<void> {
  const random = seededRandom(`history of ${slug}`)
  const quiz = await db().quiz.findUniqueOrThrow({
    where: { slug },
    include: {
      items: {
        orderBy: { position: 'asc' },
        include: {
          question: {
            include: {
              versions: {
                where: { status: 'published', options: { some: {} } },
                include: {
                  key: true,
                  options: { orderBy: { position: 'asc' } },
                  translations: { where: { status: 'published' }, orderBy: { revision: 'desc' } },
                },
              },
            },
          },
        },
      },
    },
  })
  const versions = quiz.items.flatMap(({ question }) => question.versions.slice(0, 1))
  const attempts = []
  const answers = []
  for (let ago = DAYS; ago >= 0; ago--) {
    // Every day of the last week but one, and two in three before.
    if (ago === 3 || (ago > 6 && random() < 0.35)) continue
    const day = addDays(today, -ago)
    const at = new Date(`${day}T00:00:00Z`)
    const attemptId = randomUUID()
    attempts.push({
      id: attemptId,
      personId,
      quizId: quiz.id,
      mode: 'practice' as const,
      number: attempts.length + 1,
      startedAt: at,
      endedAt: at,
      ended: 'submitted' as const,
      revealsAt: at,
      reviewedAt: at,
      settings: { passNum: 0, passDen: 1, reveal: 'each', revealAt: null },
      seed: 'history',
      locale: quiz.sourceLocale,
      scoreNum: 0n,
      scoreDen: 1n,
      passed: true,
    })
    for (const [index, version] of versions.entries()) {
      if (index > 0 && random() < 0.6) continue
      const optionOrder = version.options.map(({ optionId }) => optionId)
      const key = version.key?.optionIds ?? []
      const isRight = index !== 1 && random() < 0.9 - ago / (2 * DAYS)
      answers.push({
        attemptId,
        questionId: version.questionId,
        position: index + 1,
        versionId: version.id,
        optionOrder,
        picks: isRight ? key : optionOrder.filter((id) => !key.includes(id)).slice(0, 1),
        seq: 1,
        savedAt: at,
        translationId: version.translations.find(({ locale }) => locale === quiz.sourceLocale)?.id ?? null,
        locale: quiz.sourceLocale,
        revealedAt: at,
        awardNum: isRight ? 1 : 0,
        awardDen: 1,
        answeredOn: at,
      })
    }
  }
  await db().attempt.createMany({ data: attempts })
  await db().answer.createMany({ data: answers })
}
