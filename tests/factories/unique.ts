import { randomBytes } from 'node:crypto'

let made = 0

/** A name that no other row of this or any other run has; made of lower-case letters, digits and hyphens. */
export function unique(prefix: string): string {
  made++
  return `${prefix}-${made}-${randomBytes(4).toString('hex')}`
}
