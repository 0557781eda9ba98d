import { guarded } from '../../access/guard'
import { openSession } from '../../access/open-session'
import { isPassword } from '../../access/password'
import { hashToken } from '../../access/session-cookie'
import { db } from '../../db/client'
import { email as emailSchema, type SignInOutcome } from '../schema'

// Per address and window: enough for a forgetful person, too few for guessing.
const TRIES = 10
const WINDOW_SECONDS = 15 * 60

/**
 * Checks an address and password. Unknown, deactivated and wrong are one answer, and take the same time.
 *
 * @returns an opaque session token to hand to the browser; the database keeps only its hash
 */
export const signIn = guarded('public', async (input: { email: string; password: string }): Promise<SignInOutcome> => {
  const parsed = emailSchema.safeParse(input.email)
  if (!parsed.success) return { status: 'wrong' }
  const email = parsed.data
  const wait = await countTry(`sign-in:${hashToken(email)}`)
  if (wait > 0) return { status: 'wait', seconds: wait }
  const person = await db().person.findUnique({
    where: { email, deactivatedAt: null, erasedAt: null },
    include: { credential: true },
  })
  if (!(await isPassword(input.password, person?.credential?.argon2)) || !person) return { status: 'wrong' }
  return { status: 'signed-in', token: await openSession(db(), person.id), uiLocale: person.uiLocale }
})

/** Counts a try; returns the seconds to wait when there have been too many, else 0. */
async function countTry(key: string): Promise<number> {
  const [row] = await db().$queryRaw<{ hits: number; wait: number }[]>`
    INSERT INTO rate_limit AS counted (key, window_start, hits)
    VALUES (${key}, to_timestamp(floor(extract(epoch FROM app_now()) / ${WINDOW_SECONDS}) * ${WINDOW_SECONDS}), 1)
    ON CONFLICT (key, window_start) DO UPDATE SET hits = counted.hits + 1
    RETURNING hits, ceil(extract(epoch FROM window_start - app_now()) + ${WINDOW_SECONDS})::int AS wait`
  return row && row.hits > TRIES ? Math.max(1, row.wait) : 0
}
