import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { type MailKind, mailKind } from './schema'

const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const kinds = mailKind.options

const sign = (secret: string, said: Uint8Array) =>
  createHmac('sha256', secret).update('unsubscribe').update(said).digest().subarray(0, SIGNATURE_BYTES)

/**
 * What a link carries by which a person takes themselves off mails of one kind, without signing in. It never expires, since
 * a mail may be opened years later, and it lets nothing else be done.
 */
export function unsubscribeToken(secret: string, personId: string, kind: MailKind): string {
  const said = Buffer.from([kinds.indexOf(kind), ...parse(personId)])
  return Buffer.concat([said, sign(secret, said)]).toString('base64url')
}

/** Whose token it is, and for which mails; null for one that we have not made. */
export function readUnsubscribeToken(secret: string, token: string): { personId: string; kind: MailKind } | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 1 + ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null
  const said = bytes.subarray(0, 1 + ID_BYTES)
  const kind = kinds[said[0] ?? kinds.length]
  if (!kind || !timingSafeEqual(sign(secret, said), bytes.subarray(1 + ID_BYTES))) return null
  return { kind, personId: stringify(said.subarray(1)) }
}
