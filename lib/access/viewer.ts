import { AsyncLocalStorage } from 'node:async_hooks'
import { cache } from 'react'
import { db } from '../db/client'
import type { MembershipRole, PersonRole } from '../db/generated/enums'
import { readSessionHash } from './session-cookie'

/** The person who asks. */
export type Viewer = {
  personId: string
  name: string
  email: string
  role: PersonRole
  zone: string
  /** Null until they have chosen one. */
  uiLocale: string | null
  /** BCP-47 tags, most wanted first. */
  contentLocales: string[]
  /** Teams the person is in now. */
  teams: { teamId: string; role: MembershipRole }[]
  /** SHA-256 of the session token; null when acting from the command line or a test. */
  sessionHash: string | null
}

const acting = new AsyncLocalStorage<Viewer | null>()

/**
 * Runs `work` as `viewer` (null: nobody). For bin, jobs, seed and tests only. A viewer who holds a session is looked up
 * by it again at every call, as in a request.
 */
export function actAs<Result>(viewer: Viewer | null, work: () => Promise<Result>): Promise<Result> {
  return acting.run(viewer, work)
}

const readCookie = cache(readSessionHash)

/** The hash of this request's session token, or null. Whether the session still holds is for the database to say. */
export async function getSessionHash(): Promise<string | null> {
  const viewer = acting.getStore()
  return viewer === undefined ? readCookie() : (viewer?.sessionHash ?? null)
}

const readViewer = cache(async (sessionHash: string): Promise<Viewer | null> => {
  const [session] = await db().$queryRaw<{ person_id: string; idle: boolean }[]>`
    SELECT person_id, seen_at < app_now() - interval '5 minutes' AS idle
    FROM session WHERE token_hash = ${sessionHash} AND ended_at IS NULL AND expires_at > app_now()`
  if (session?.idle) await db().$executeRaw`UPDATE session SET seen_at = app_now() WHERE token_hash = ${sessionHash}`
  return session ? getViewerOf(session.person_id, sessionHash) : null
})

/** The signed-in person of this request, or null. Reads the session once per request. */
export async function getViewer(): Promise<Viewer | null> {
  const viewer = acting.getStore()
  if (viewer === null || viewer?.sessionHash === null) return viewer
  const sessionHash = await getSessionHash()
  return sessionHash ? readViewer(sessionHash) : null
}

/** A person as a viewer; null when there is none of that id, or it is deactivated or erased. */
export async function getViewerOf(personId: string, sessionHash: string | null = null): Promise<Viewer | null> {
  const person = await db().person.findUnique({
    where: { id: personId, deactivatedAt: null, erasedAt: null },
    include: { memberships: { where: { untilAt: null }, select: { teamId: true, role: true } } },
  })
  if (!person) return null
  return {
    personId: person.id,
    name: person.name ?? '',
    email: person.email ?? '',
    role: person.role,
    zone: person.zone,
    uiLocale: person.uiLocale,
    contentLocales: person.contentLocales,
    teams: person.memberships,
    sessionHash,
  }
}

/** Stands for whoever runs the command line on the server: may do everything, and is nobody in the audit trail. */
export const operator: Viewer = {
  personId: '00000000-0000-0000-0000-000000000000',
  name: 'Operator',
  email: '',
  role: 'admin',
  zone: 'UTC',
  uiLocale: 'en',
  contentLocales: ['en'],
  teams: [],
  sessionHash: null,
}

/** The id that goes on record for a viewer; null for the operator and for nobody. */
export function actorOf(viewer: Viewer | null): string | null {
  return viewer && viewer.personId !== operator.personId ? viewer.personId : null
}
