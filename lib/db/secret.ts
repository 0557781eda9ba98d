import { randomBytes } from 'node:crypto'
import { db } from './client'

const KEY = 'auth-secret'

/** The secret that signs session cookies, made once per database and kept there, so that every replica has the same. */
export async function getOrCreateSecret(): Promise<string> {
  await db().setting.createMany({
    data: [{ key: KEY, value: randomBytes(32).toString('base64url') }],
    skipDuplicates: true,
  })
  const { value } = await db().setting.findUniqueOrThrow({ where: { key: KEY } })
  return value
}
