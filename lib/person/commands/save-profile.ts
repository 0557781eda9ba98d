import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { type ProfileInput, profileInput } from '../schema'

/** Saves the viewer's own name, languages and time zone. @throws ZodError naming the field that is wrong */
export const saveProfile = guarded('profile:own', async (viewer, input: ProfileInput): Promise<void> => {
  await db().person.update({ where: { id: viewer.personId }, data: profileInput.parse(input) })
})
