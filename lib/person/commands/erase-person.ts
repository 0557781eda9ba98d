import { guarded } from '../../access/guard'
import { hashToken } from '../../access/session-cookie'
import { recordChange } from '../../audit/record'
import { refreshStandings } from '../../board/standings'
import { db, type Transaction } from '../../db/client'
import { forgetLetters } from '../../mail/carrier'
import { findPerson, isLastAdmin, lockPeople } from '../changes'
import type { Who } from '../schema'

/**
 * Erases a person, for good: name, address, languages and zone, password, sessions, invitations, allowances, mails, and
 * their personal values in the audit trail. Answers, results and reports stay as those of someone without a name, so that the
 * figures of questions do not change. They leave their teams and the boards. The last admin stays.
 *
 * @param who by address, or by id
 * @throws ZodError for what is no address
 */
export const erasePerson = guarded(
  'people:manage',
  async (viewer, who: Who): Promise<{ status: 'done' | 'not-found' | 'last-admin' }> => {
    let erasedId: string | null = null
    const outcome = await db().$transaction(async (tx): Promise<{ status: 'done' | 'not-found' | 'last-admin' }> => {
      await lockPeople(tx)
      const person = await findPerson(tx, who)
      if (!person) return { status: 'not-found' }
      if (await isLastAdmin(tx, person)) return { status: 'last-admin' }
      const { id: personId } = person
      const theirs = { where: { personId } }
      await tx.credential.deleteMany(theirs)
      await tx.session.deleteMany(theirs)
      await tx.invitation.deleteMany({
        where: person.email === null ? { personId } : { OR: [{ personId }, { email: person.email }] },
      })
      // Extra time may tell of a person's health.
      await tx.allowance.deleteMany(theirs)
      await eraseMails(tx, person)
      if (person.email !== null) await tx.rateLimit.deleteMany({ where: { key: `sign-in:${hashToken(person.email)}` } })
      await tx.$executeRaw`UPDATE audit_personal SET before = NULL, after = NULL WHERE person_id = ${personId}::uuid`
      await tx.$executeRaw`
        UPDATE membership SET until_at = app_now() WHERE person_id = ${personId}::uuid AND until_at IS NULL`
      await tx.$executeRaw`
        UPDATE person SET email = NULL, name = NULL, role = 'member', zone = 'UTC', ui_locale = NULL, content_locales = '{}',
          deactivated_at = coalesce(deactivated_at, app_now()), erased_at = app_now()
        WHERE id = ${personId}::uuid`
      await recordChange(tx, viewer, { action: 'person.erase', subjectType: 'person', subjectId: personId })
      await refreshStandings(tx, [personId])
      erasedId = personId
      return { status: 'done' }
    })
    // Files know no transaction: what is gone stays gone.
    if (erasedId !== null) await forgetLetters(erasedId)
    return outcome
  },
)

/** Mails to them that were not sent go; of those sent, and of digests that name them, only that they were stays. */
async function eraseMails(tx: Transaction, { id: personId, name }: { id: string; name: string | null }): Promise<void> {
  await tx.reminder.deleteMany({ where: { personId } })
  await tx.outbox.deleteMany({ where: { personId, sentAt: null } })
  await tx.outbox.updateMany({
    where: { personId },
    data: { payload: {}, subject: null, text: null, lastError: null },
  })
  if (name) await tx.outbox.updateMany({ where: { kind: 'digest', text: { contains: name } }, data: { text: null } })
}
