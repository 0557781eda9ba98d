import { guarded } from '../../access/guard'
import { openSession } from '../../access/open-session'
import { hashPassword, MIN_PASSWORD } from '../../access/password'
import { hashToken, newToken } from '../../access/session-cookie'
import type { Viewer } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { db, newId, type Transaction } from '../../db/client'
import { findPerson, lockPeople } from '../changes'
import { type ChoosePasswordOutcome, email as emailSchema, type PersonRole, type Who } from '../schema'

const DAY = 24 * 60 * 60

/**
 * Makes the one-time link with which the first admin sets Polyquiz up, valid for a day; an older one that was not used
 * ends.
 *
 * @returns the token for /invitation/TOKEN, or null when there is an admin already
 */
export const ensureSetupLink = guarded(
  'people:manage',
  async (): Promise<string | null> =>
    db().$transaction(async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('polyquiz setup'))::text`
      if (await hasAdmin(tx)) return null
      await tx.$executeRaw`UPDATE invitation SET used_at = app_now() WHERE purpose = 'setup' AND used_at IS NULL`
      const token = newToken()
      await tx.$executeRaw`
      INSERT INTO invitation (token_hash, purpose, role, expires_at)
      VALUES (${hashToken(token)}, 'setup', 'admin', app_now() + ${DAY} * interval '1 second')`
      return token
    }),
)

/**
 * Makes a one-time link with which a person chooses a password, the first or a new one, valid for a week. An older one
 * that was not used ends.
 *
 * @returns the token for /invitation/TOKEN, or null for an unknown or deactivated person
 */
export const invitePerson = guarded(
  'people:manage',
  async (viewer, who: Who): Promise<string | null> =>
    db().$transaction(async (tx) => {
      await lockPeople(tx)
      const person = await findPerson(tx, who)
      if (!person || person.deactivatedAt) return null
      return makeLink(tx, viewer, person, (await hasPassword(tx, person.id)) ? 'reset' : 'invite')
    }),
)

export type Invitations = {
  links: { name: string; email: string; token: string }[]
  /** How many have a password already, and how many are not here any more or deactivated. */
  same: number
  gone: number
}

/** Makes one-time links for those of several people who have no password yet, as `invitePerson` does for one. */
export const invitePeople = guarded(
  'people:manage',
  async (viewer, personIds: readonly string[]): Promise<Invitations> =>
    db().$transaction(async (tx) => {
      await lockPeople(tx)
      const outcome: Invitations = { links: [], same: 0, gone: 0 }
      for (const personId of new Set(personIds)) {
        const person = await findPerson(tx, { personId })
        if (!person || person.deactivatedAt) outcome.gone++
        else if (await hasPassword(tx, personId)) outcome.same++
        else {
          const token = await makeLink(tx, viewer, person, 'invite')
          outcome.links.push({ name: person.name ?? '', email: person.email ?? '', token })
        }
      }
      return outcome
    }),
)

const hasPassword = async (tx: Transaction, personId: string): Promise<boolean> =>
  (await tx.credential.count({ where: { personId } })) > 0

async function makeLink(
  tx: Transaction,
  viewer: Viewer,
  { id, role }: { id: string; role: PersonRole },
  purpose: 'invite' | 'reset',
): Promise<string> {
  await tx.$executeRaw`UPDATE invitation SET used_at = app_now() WHERE person_id = ${id}::uuid AND used_at IS NULL`
  const token = newToken()
  await tx.$executeRaw`
    INSERT INTO invitation (token_hash, purpose, person_id, role, expires_at)
    VALUES (${hashToken(token)}, ${purpose}::invitation_purpose, ${id}::uuid, ${role}::person_role,
      app_now() + ${7 * DAY} * interval '1 second')`
  await recordChange(tx, viewer, { action: `person.${purpose}`, subjectType: 'person', subjectId: id })
  return token
}

/**
 * Uses a one-time link: sets the password, signs in, and ends the link. For the set-up link it makes the first admin.
 *
 * @param input name and email are read for the set-up link only
 */
export const choosePassword = guarded(
  'public',
  async (
    token: string,
    input: { password: string; name: string; email: string; uiLocale: string },
  ): Promise<ChoosePasswordOutcome> => {
    if ([...input.password].length < MIN_PASSWORD) return { status: 'too-short' }
    const argon2 = await hashPassword(input.password)
    return db().$transaction(async (tx): Promise<ChoosePasswordOutcome> => {
      const [link] = await tx.$queryRaw<{ purpose: string; person_id: string | null }[]>`
        SELECT purpose::text, person_id FROM invitation LEFT JOIN person ON person.id = invitation.person_id
        WHERE token_hash = ${hashToken(token)} AND used_at IS NULL AND expires_at > app_now()
          AND person.deactivated_at IS NULL
        FOR UPDATE OF invitation`
      if (!link || (link.purpose === 'setup' && (await hasAdmin(tx)))) return { status: 'not-found' }
      let personId = link.person_id
      if (!personId) {
        const email = emailSchema.safeParse(input.email)
        if (!email.success) return { status: 'email-wrong' }
        if (!input.name.trim()) return { status: 'name-missing' }
        if (await tx.person.findUnique({ where: { email: email.data } })) return { status: 'email-taken' }
        personId = newId()
        await tx.person.create({
          data: { id: personId, email: email.data, name: input.name.trim(), role: 'admin', uiLocale: input.uiLocale },
        })
      }
      await tx.$executeRaw`
        INSERT INTO credential (person_id, argon2) VALUES (${personId}::uuid, ${argon2})
        ON CONFLICT (person_id) DO UPDATE SET argon2 = excluded.argon2, changed_at = app_now()`
      await tx.$executeRaw`UPDATE invitation SET used_at = app_now() WHERE token_hash = ${hashToken(token)}`
      await recordChange(tx, null, {
        action: `person.${link.purpose}-used`,
        subjectType: 'person',
        subjectId: personId,
      })
      return { status: 'chosen', token: await openSession(tx, personId) }
    })
  },
)

async function hasAdmin(tx: Transaction): Promise<boolean> {
  return (await tx.person.count({ where: { role: 'admin', deactivatedAt: null } })) > 0
}
