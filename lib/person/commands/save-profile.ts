import { isDeepStrictEqual } from 'node:util'
import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
import { refreshStandings } from '../../board/standings'
import { db } from '../../db/client'
import { setMailWishes } from '../../mail/wishes'
import { type ProfileInput, profileInput } from '../schema'

/**
 * Saves the viewer's own name, languages and time zone, which mails they want, and whether boards show them, which takes
 * effect at once.
 *
 * @throws ZodError naming the field that is wrong
 */
export const saveProfile = guarded('profile:own', async (viewer, input: ProfileInput): Promise<void> => {
  const { onBoards, mails, ...profile } = profileInput.parse(input)
  await db().$transaction(async (tx) => {
    const { personId } = viewer
    const { boardOptOutAt, remindersOffAt, digestOffAt, ...fields } = await tx.person.findUniqueOrThrow({
      where: { id: personId },
      select: {
        name: true,
        uiLocale: true,
        contentLocales: true,
        zone: true,
        boardOptOutAt: true,
        remindersOffAt: true,
        digestOffAt: true,
      },
    })
    const wished = { reminder: remindersOffAt === null, digest: digestOffAt === null }
    const before = { ...fields, onBoards: boardOptOutAt === null, mails: wished }
    const after = { ...profile, onBoards, mails: { ...wished, ...mails } }
    if (isDeepStrictEqual(before, after)) return
    await tx.person.update({ where: { id: personId }, data: profile })
    await setMailWishes(tx, personId, mails)
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
