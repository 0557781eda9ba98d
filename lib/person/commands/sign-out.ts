import { guarded } from '../../access/guard'
import { db } from '../../db/client'

/** Ends the session that asks; its cookie is worth nothing from now on. */
export const signOut = guarded('profile:own', async (viewer): Promise<void> => {
  if (!viewer.sessionHash) return
  await db().$executeRaw`
    UPDATE session SET ended_at = app_now() WHERE token_hash = ${viewer.sessionHash} AND ended_at IS NULL`
})
