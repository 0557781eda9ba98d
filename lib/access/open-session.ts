import type { Transaction } from '../db/client'
import { hashToken, newToken, SESSION_SECONDS } from './session-cookie'

/** Opens a session for a person and returns its token. */
export async function openSession(tx: Transaction, personId: string): Promise<string> {
  const token = newToken()
  await tx.$executeRaw`
    INSERT INTO session (token_hash, person_id, expires_at)
    VALUES (${hashToken(token)}, ${personId}::uuid, app_now() + ${SESSION_SECONDS} * interval '1 second')`
  return token
}
