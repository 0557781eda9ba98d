import { openSession } from '@/lib/access/open-session'
import { hashToken, sessionCookie } from '@/lib/access/session-cookie'
import { actAs, getViewerOfSession, operator, type Viewer } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { addPerson, setMembership } from '@/lib/person/commands/manage-people'
import { unique } from './unique'

type NewPerson = Partial<Parameters<typeof addPerson>[0]> & {
  /** Teams by slug, with what the person is in them. */
  teams?: Record<string, 'member' | 'manager'>
}

export type MadePerson = { personId: string; email: string; name: string }

/**
 * Adds a person: a member without a password and without a team, unless `changes` says otherwise. Admins have one, which
 * nobody knows.
 */
export async function createPerson({ teams = {}, ...changes }: NewPerson = {}): Promise<MadePerson> {
  const name = unique('person')
  const input = { email: `${name}@people.test`, name, ...changes }
  return actAs(operator, async () => {
    const added = await addPerson(input)
    if (added.status !== 'added') throw new Error(`There is a person ${input.email} already.`)
    for (const [slug, role] of Object.entries(teams)) await setMembership(input.email, { slug }, role)
    if (input.role === 'admin') await db().credential.create({ data: { personId: added.personId, argon2: 'unknown' } })
    return { personId: added.personId, email: input.email, name: input.name }
  })
}

/** A new session of a person: its token, and the person as the viewer who holds it. */
export async function createSession(personId: string): Promise<{ token: string; viewer: Viewer }> {
  const token = await openSession(db(), personId)
  const viewer = await getViewerOfSession(hashToken(token))
  if (!viewer) throw new Error(`There is no active person ${personId}.`)
  return { token, viewer }
}

/** A new person, signed in: to be handed to `actAs`. */
export async function createViewer(changes: NewPerson = {}): Promise<Viewer> {
  const { personId } = await createPerson(changes)
  return (await createSession(personId)).viewer
}

/** The cookie of a new session of a person, for a browser that need not fill in the sign-in form. */
export async function createSessionCookie(personId: string): ReturnType<typeof sessionCookie> {
  return sessionCookie((await createSession(personId)).token)
}

/** The name of a new team. It comes into being with its first member. */
export function newTeam(): string {
  return unique('team')
}
