import { isDeepStrictEqual } from 'node:util'
import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
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
    const { personId } = viewer
    const { boardOptOutAt, ...fields } = await tx.person.findUniqueOrThrow({
      where: { id: personId },
      select: { name: true, uiLocale: true, contentLocales: true, zone: true, boardOptOutAt: true },
    })
    const before = { ...fields, onBoards: boardOptOutAt === null }
    const after = { ...profile, onBoards }
    if (isDeepStrictEqual(before, after)) return
    await tx.person.update({ where: { id: personId }, data: profile })
    const changed = await tx.$executeRaw`
      UPDATE person SET board_opt_out_at = CASE WHEN ${onBoards} THEN NULL ELSE app_now() END
      WHERE id = ${personId}::uuid AND (board_opt_out_at IS NULL) <> ${onBoards}`
    await recordChange(tx, viewer, {
      action: 'person.profile',
      subjectType: 'person',
      subjectId: personId,
      personal: { personId, before, after },
    })
    if (changed > 0) await refreshStandings(tx, [personId])
  })
})
