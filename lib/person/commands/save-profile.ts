import { guarded } from '../../access/guard'
import { refreshStandings } from '../../board/standings'
import { db } from '../../db/client'
import { type ProfileInput, profileInput } from '../schema'

/**
 * Saves the viewer's own name, languages and time zone, and whether boards show them, which takes effect at once.
 *
 * @throws ZodError naming the field that is wrong
 */
export const saveProfile = guarded('profile:own', async (viewer, input: ProfileInput): Promise<void> => {
  const { onBoards, ...profile } = profileInput.parse(input)
  await db().$transaction(async (tx) => {
    await tx.person.update({ where: { id: viewer.personId }, data: profile })
    const changed = await tx.$executeRaw`
      UPDATE person SET board_opt_out_at = CASE WHEN ${onBoards} THEN NULL ELSE app_now() END
      WHERE id = ${viewer.personId}::uuid AND (board_opt_out_at IS NULL) <> ${onBoards}`
    if (changed > 0) await refreshStandings(tx, [viewer.personId])
  })
})
