import { sessionCookie } from '../lib/access/session-cookie'
import { actAs } from '../lib/access/viewer'
import { submitAttempt } from '../lib/attempt/commands/end-attempt'
import { db, disconnect } from '../lib/db/client'
import { getOrCreateSecret } from '../lib/db/secret'
import { readQuestions, saveChoice, startQuiz } from '../tests/factories/attempts'
import { createPerson, createSession } from '../tests/factories/people'
import type { Ask } from './load-process'

/** The quiz that benches take; it comes with the product. */
export const QUIZ = 'ai-ml-best-practices'

/** A signed-in person with an open attempt and an ended one. */
export type Member = {
  cookie: string
  attemptId: string
  endedAttemptId: string
  /** A save of every question of the open attempt, but for its number. */
  saves: (NonNullable<Ask['save']> & { sessionHash: string; picks: string[]; translationId: string })[]
}

/** Signs people in and lets each take the quiz: once to its end, and once more up to the first answer. */
export async function prepareMembers(databaseUrl: string, origin: string, count: number): Promise<Member[]> {
  process.env.DATABASE_URL = databaseUrl
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = await getOrCreateSecret()
  const members: Member[] = []
  for (let each = 0; each < count; each++) members.push(await prepareMember())
  await db().$executeRaw`ANALYZE`
  await disconnect()
  return members
}

async function prepareMember(): Promise<Member> {
  const { personId } = await createPerson()
  const { token, viewer } = await createSession(personId)
  const { name, value } = await sessionCookie(token)
  const endedAttemptId = await startQuiz(viewer, QUIZ)
  for (const question of await readQuestions(endedAttemptId))
    await saveChoice(viewer, endedAttemptId, question, { picks: question.order.slice(0, 1) })
  await actAs(viewer, () => submitAttempt(endedAttemptId))
  const attemptId = await startQuiz(viewer, QUIZ)
  const saves = (await readQuestions(attemptId)).map(({ position, order, translationIds }) => ({
    attemptId,
    position,
    sessionHash: viewer.sessionHash ?? '',
    picks: order.slice(0, 1),
    text: null,
    confidence: null,
    flagged: false,
    translationId: translationIds.en ?? '',
  }))
  return { cookie: `${name}=${value}`, attemptId, endedAttemptId, saves }
}
