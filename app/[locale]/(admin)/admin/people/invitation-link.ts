import { readEnv } from '@/lib/env'

/** A one-time link as it is passed on: in the address that people type, and in the language of whoever opens it. */
export function invitationLink(token: string): string {
  return new URL(`/invitation/${token}`, readEnv().NEXTAUTH_URL ?? 'http://localhost:3000').href
}
