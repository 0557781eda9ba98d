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
  /** Whether they let boards show them. */
  isOnBoards: boolean
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

type Row = Omit<Viewer, 'sessionHash'> & { isIdle: boolean }

/**
 * Whose session it is; null when it is over, or the person is deactivated or erased. Session, person and teams come in
 * one statement: it stands before every page and every route.
 */
export const getViewerOfSession = cache(async (sessionHash: string): Promise<Viewer | null> => {
  const [row] = await db().$queryRaw<Row[]>`
    SELECT person.id AS "personId", coalesce(person.name, '') AS name, coalesce(person.email, '') AS email,
      person.role, person.zone, person.ui_locale AS "uiLocale", person.content_locales AS "contentLocales", person.board_opt_out_at IS NULL AS "isOnBoards",
      session.seen_at < app_now() - interval '5 minutes' AS "isIdle",
      (SELECT coalesce(json_agg(json_build_object('teamId', team_id, 'role', role)), '[]')
        FROM membership WHERE person_id = person.id AND until_at IS NULL) AS teams
    FROM session JOIN person ON person.id = session.person_id
    WHERE session.token_hash = ${sessionHash} AND session.ended_at IS NULL AND session.expires_at > app_now()
      AND person.deactivated_at IS NULL AND person.erased_at IS NULL`
  if (!row) return null
  const { isIdle, ...person } = row
  if (isIdle) await db().$executeRaw`UPDATE session SET seen_at = app_now() WHERE token_hash = ${sessionHash}`
  return { ...person, sessionHash }
})

/** The signed-in person of this request, or null. Reads the session once per request. */
export async function getViewer(): Promise<Viewer | null> {
  const viewer = acting.getStore()
  if (viewer === null || viewer?.sessionHash === null) return viewer
  const sessionHash = await getSessionHash()
  return sessionHash ? getViewerOfSession(sessionHash) : null
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
  isOnBoards: true,
  teams: [],
  sessionHash: null,
}

/** The id that goes on record for a viewer; null for the operator and for nobody. */
export function actorOf(viewer: Viewer | null): string | null {
  return viewer && viewer.personId !== operator.personId ? viewer.personId : null
}
