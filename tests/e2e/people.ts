import { inject } from 'vitest'
import { db } from '@/lib/db/client'
import { getOrCreateSecret } from '@/lib/db/secret'
import { createPerson, createSessionCookie } from '../factories/people'

process.env.DATABASE_URL = inject('databaseUrl')
process.env.NEXTAUTH_URL = inject('baseUrl')

/** Adds someone whom no other test knows; returns the email. */
export async function newPerson(given: Parameters<typeof createPerson>[0] = {}): Promise<string> {
  return (await createPerson({ name: 'Robin Example', ...given })).email
}

/** Opens a session; returns the cookie that carries it. */
export async function cookieOf(email: string): Promise<{ name: string; value: string }> {
  process.env.NEXTAUTH_SECRET ??= await getOrCreateSecret()
  const { id } = await db().person.findUniqueOrThrow({ where: { email } })
  return createSessionCookie(id)
}
