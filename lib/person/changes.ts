import { z } from 'zod'
import type { Viewer } from '../access/viewer'
import { recordChange } from '../audit/record'
import { isId, newId, type Transaction } from '../db/client'
import { email, type MembershipRole, type PersonRole, type Who } from './schema'

/** Someone who is about to be changed. */
export type Found = {
  id: string
  email: string | null
  name: string | null
  role: PersonRole
  deactivatedAt: Date | null
}

/** What became of a change: made, already so, or refused since nobody would be left to run Polyquiz. */
export type Changed = 'done' | 'same' | 'last-admin'

/** Admins who can run Polyquiz: whoever has been invited and has no password yet cannot. */
export const ableAdmin = { role: 'admin', deactivatedAt: null, credential: { isNot: null } } as const

/** Lets all changes to people take turns until the end of the transaction, so that two admins cannot demote each other at once. */
export async function lockPeople(tx: Transaction): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('polyquiz people'))::text`
}

/** Someone who is here, deactivated or not; null for everyone else, as for an id that is none. */
export async function findPerson(tx: Transaction, who: Who): Promise<Found | null> {
  if (typeof who !== 'string' && !isId(who.personId)) return null
  return tx.person.findUnique({
    where: typeof who === 'string' ? { email: email.parse(who), erasedAt: null } : { id: who.personId, erasedAt: null },
    select: { id: true, email: true, name: true, role: true, deactivatedAt: true },
  })
}

/** Gives someone another name. */
export async function rename(tx: Transaction, viewer: Viewer, person: Found, name: string): Promise<Changed> {
  if (person.name === name) return 'same'
  await tx.person.update({ where: { id: person.id }, data: { name } })
  await recordChange(tx, viewer, {
    action: 'person.rename',
    subjectType: 'person',
    subjectId: person.id,
    personal: { personId: person.id, before: { name: person.name }, after: { name } },
  })
  return 'done'
}

/** Gives someone another role. Call `lockPeople` before. */
export async function setRole(tx: Transaction, viewer: Viewer, person: Found, role: PersonRole): Promise<Changed> {
  if (person.role === role) return 'same'
  if (await isLastAdmin(tx, person)) return 'last-admin'
  await tx.person.update({ where: { id: person.id }, data: { role } })
  await recordChange(tx, viewer, {
    action: 'person.role',
    subjectType: 'person',
    subjectId: person.id,
    before: { role: person.role },
    after: { role },
  })
  return 'done'
}

/** Keeps someone out, and ends their sessions. Call `lockPeople` before and `refreshStandings` after. */
export async function deactivate(tx: Transaction, viewer: Viewer, person: Found): Promise<Changed> {
  if (person.deactivatedAt) return 'same'
  if (await isLastAdmin(tx, person)) return 'last-admin'
  await tx.$executeRaw`UPDATE person SET deactivated_at = app_now() WHERE id = ${person.id}::uuid`
  await tx.$executeRaw`UPDATE session SET ended_at = app_now() WHERE person_id = ${person.id}::uuid AND ended_at IS NULL`
  await recordChange(tx, viewer, { action: 'person.deactivate', subjectType: 'person', subjectId: person.id })
  return 'done'
}

/** Lets someone in again, who signs in anew. Call `refreshStandings` after. */
export async function reactivate(tx: Transaction, viewer: Viewer, person: Found): Promise<Changed> {
  if (!person.deactivatedAt) return 'same'
  await tx.person.update({ where: { id: person.id }, data: { deactivatedAt: null } })
  await recordChange(tx, viewer, { action: 'person.reactivate', subjectType: 'person', subjectId: person.id })
  return 'done'
}

/** Changes what someone is in a team; null takes them out. Call `lockPeople` before and `refreshStandings` after. */
export async function setPlaceInTeam(
  tx: Transaction,
  viewer: Viewer,
  { id: personId }: Pick<Found, 'id'>,
  teamId: string,
  role: MembershipRole | null,
): Promise<Changed> {
  const current = await tx.membership.findFirst({ where: { teamId, personId, untilAt: null } })
  if ((current?.role ?? null) === role) return 'same'
  await tx.$executeRaw`
    UPDATE membership SET until_at = app_now()
    WHERE team_id = ${teamId}::uuid AND person_id = ${personId}::uuid AND until_at IS NULL`
  if (role) await tx.membership.create({ data: { id: newId(), teamId, personId, role } })
  await recordChange(tx, viewer, {
    action: 'team.membership',
    subjectType: 'team',
    subjectId: teamId,
    before: { personId, role: current?.role ?? null },
    after: { personId, role },
  })
  return 'done'
}

/** Whether nobody would be left to run Polyquiz without someone. Call `lockPeople` before. */
export async function isLastAdmin(tx: Transaction, { id, role, deactivatedAt }: Found): Promise<boolean> {
  if (role !== 'admin' || deactivatedAt) return false
  return (await tx.person.count({ where: { ...ableAdmin, id: { not: id } } })) === 0
}

const RANGE = 'must be a whole number from 0 to 1000'
const extra = z.int(RANGE).min(0, RANGE).max(1000, RANGE).optional()
/** Extra time in percent, and extra attempts. What is left out stays as it is. */
const allowanceChange = z.object({ time: extra, attempts: extra })
export type AllowanceChange = z.input<typeof allowanceChange>

/**
 * Gives someone extra time and attempts at one quiz, or at all that have no allowance of their own. An allowance of
 * nothing is none.
 *
 * @throws ZodError naming the figure that is out of range
 */
export async function changeAllowance(
  tx: Transaction,
  viewer: Viewer,
  personId: string,
  quizId: string | null,
  change: AllowanceChange,
): Promise<'done' | 'same'> {
  const { time, attempts } = allowanceChange.parse(change)
  const current = await tx.allowance.findFirst({ where: { personId, quizId } })
  const before = { extraPercent: current?.extraPercent ?? 0, extraAttempts: current?.extraAttempts ?? 0 }
  const after = { extraPercent: time ?? before.extraPercent, extraAttempts: attempts ?? before.extraAttempts }
  if (after.extraPercent === before.extraPercent && after.extraAttempts === before.extraAttempts) return 'same'
  const isNone = after.extraPercent === 0 && after.extraAttempts === 0
  if (current && isNone) await tx.allowance.delete({ where: { id: current.id } })
  else if (current) await tx.allowance.update({ where: { id: current.id }, data: after })
  else if (!isNone) await tx.allowance.create({ data: { id: newId(), personId, quizId, ...after } })
  await recordChange(tx, viewer, {
    action: 'person.allowance',
    subjectType: 'person',
    subjectId: personId,
    after: { quizId },
    // Extra time may tell of a person's health.
    personal: { personId, before, after },
  })
  return 'done'
}
