import { createHash, randomBytes } from 'node:crypto'
import type { AuthOptions } from 'next-auth'
import { decode, encode } from 'next-auth/jwt'
import { readEnv } from '../env'

/** How long a sign-in lasts, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

declare module 'next-auth/jwt' {
  interface JWT {
    token?: string
  }
}

/**
 * next-auth carries one thing in its cookie: an opaque session token. Who that is, and whether it still holds, is asked
 * of the session table at every request, so that signing out or deactivating someone takes effect at once.
 */
export const authOptions: AuthOptions = {
  providers: [],
  session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
}

/** What the session table keeps of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A new opaque token, 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Opening a cookie costs more than saving an answer does: what was found in one never changes. */
const opened = new Map<string, string>()
const MOST_OPENED = 10_000

let requestOfNext: typeof import('next/headers') | undefined

/**
 * The hash of the session token in this request's cookie, or null. The cookie alone is read, since next-auth's own
 * `getServerSession` also seals a new one for every request, which a page cannot set.
 */
export async function readSessionHash(): Promise<string | null> {
  // Only where there is a request: commands load this file too, and Next's part does not load without its server.
  requestOfNext ??= await import('next/headers')
  const { name, secret } = cookieSettings()
  const cookie = (await requestOfNext.cookies()).get(name)?.value
  if (!cookie) return null
  const known = opened.get(cookie)
  if (known) return known
  const content = await decode({ token: cookie, secret }).catch(() => null)
  if (!content?.token) return null
  if (opened.size >= MOST_OPENED) opened.clear()
  const hash = hashToken(content.token)
  opened.set(cookie, hash)
  return hash
}

function cookieSettings() {
  const { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: url } = readEnv()
  if (!secret) throw new Error('NEXTAUTH_SECRET is not set.')
  const secure = url?.startsWith('https://') ?? false
  return { name: `${secure ? '__Secure-' : ''}next-auth.session-token`, secret, secure }
}

/** The cookie that signs a browser in: what next-auth itself would set for this token. */
export async function sessionCookie(token: string) {
  const { name, secret, secure } = cookieSettings()
  return {
    name,
    value: await encode({ token: { token }, secret, maxAge: SESSION_SECONDS }),
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: SESSION_SECONDS } as const,
  }
}
