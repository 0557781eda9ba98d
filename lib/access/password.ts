import { hash, verify } from '@node-rs/argon2'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Shortest password that is accepted, in characters. */
export const MIN_PASSWORD = 10

/** The argon2id hash of a password, in PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST)
}

let decoy: Promise<string> | undefined

/** Whether a password is right. Without a hash it takes as long and answers no, so that timing tells no address. */
export async function isPassword(password: string, argon2: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const right = await verify(argon2 ?? (await decoy), password.normalize('NFC'))
  return right && argon2 !== null && argon2 !== undefined
}
