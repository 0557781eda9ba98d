import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
import { db } from '../../db/client'
import { getOrCreateSecret } from '../../db/secret'
import { readUnsubscribeToken } from '../unsubscribe-token'
import { setMailWishes } from '../wishes'

/**
 * Takes the person of a link off the mails that it is about, whoever opens it; a second time changes nothing.
 *
 * @param token as it stands in the link
 */
export const unsubscribe = guarded('public', async (token: string): Promise<{ status: 'done' | 'not-found' }> => {
  const said = readUnsubscribeToken(await getOrCreateSecret(), token)
  if (!said) return { status: 'not-found' }
  const { personId, kind } = said
  return db().$transaction(async (tx) => {
    const person = await tx.person.findFirst({ where: { id: personId, erasedAt: null } })
    if (!person) return { status: 'not-found' }
    const changed = await setMailWishes(tx, personId, { [kind]: false })
    if (changed)
      await recordChange(tx, null, {
        action: 'person.unsubscribe',
        subjectType: 'person',
        subjectId: personId,
        personal: { personId, before: { mails: { [kind]: true } }, after: { mails: { [kind]: false } } },
      })
    return { status: 'done' }
  })
})
