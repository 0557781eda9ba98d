import { guarded } from '../../access/guard'
import { hashToken } from '../../access/session-cookie'
import { recordChange } from '../../audit/record'
import { refreshStandings } from '../../board/standings'
import { db } from '../../db/client'
import { findPerson, isLastAdmin, lockPeople } from '../changes'
import type { Who } from '../schema'

/**
 * Erases a person, for good: name, address, languages and zone, password, sessions, invitations, allowances, and their
 * personal values in the audit trail. Answers, results and reports stay as those of someone without a name, so that the
 * figures of questions do not change. They leave their teams and the boards. The last admin stays.
 *
 * @param who by address, or by id
 * @throws ZodError for what is no address
 */
export const erasePerson = guarded(
  'people:manage',
  (viewer, who: Who): Promise<{ status: 'done' | 'not-found' | 'last-admin' }> =>
    db().$transaction(async (tx) => {
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
      return { status: 'done' }
    }),
)
