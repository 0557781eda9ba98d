import { guarded } from '../../access/guard'
import { db, type Transaction } from '../../db/client'
import { getOrCreateSecret } from '../../db/secret'
import { wordsOf } from '../../i18n/words'
import { absoluteUrl, type Carrier, CarrierError, type Letter, openCarrier } from '../carrier'
import { writeDigest } from '../digest-mail'
import { mailLocale } from '../locale'
import { writeReminder } from '../reminder-mail'
import { type Block, toHtml, toText } from '../render'
import { GIVE_UP_DAYS, waitAfter } from '../rules'
import type { MailKind } from '../schema'
import { unsubscribeToken } from '../unsubscribe-token'

/** Longer than a letter may take to be carried, and shorter than anyone would look for it. */
const LONGEST_MS = 60_000

/**
 * Sends the mails whose time has come, one by one. Each is locked while it is written and sent, and marked in the same
 * transaction: several processes never send one twice. Where a process dies after the mail server has taken a mail and
 * before that is on record, it goes out again under the same Message-ID.
 *
 * Whether it is still wanted is asked when it is written: nothing goes to someone who has left, has taken themselves off, or
 * has nothing left to do.
 *
 * @param limit how many at most
 * @returns how many were sent
 */
export const sendMails = guarded(
  'mail:send',
  async (_viewer, limit: number = Number.POSITIVE_INFINITY): Promise<number> => {
    const [secret, carrier] = [await getOrCreateSecret(), openCarrier()]
    try {
      let sent = 0
      for (let tried = 0; tried < limit; tried++) {
        const outcome = await sendNext(carrier, secret)
        if (outcome === 'none' || outcome === 'away') break
        if (outcome === 'sent') sent++
      }
      return sent
    } finally {
      carrier.close()
    }
  },
)

type Waiting = { id: string; kind: MailKind; dedupeKey: string; personId: string; tries: number }

async function sendNext(carrier: Carrier, secret: string): Promise<'sent' | 'ended' | 'failed' | 'away' | 'none'> {
  let mail: Waiting | undefined
  try {
    return await db().$transaction(
      async (tx) => {
        ;[mail] = await tx.$queryRaw<Waiting[]>`
          SELECT id, kind, dedupe_key AS "dedupeKey", person_id AS "personId", tries FROM outbox
          WHERE sent_at IS NULL AND ended_at IS NULL AND not_before <= app_now()
          ORDER BY not_before, id LIMIT 1 FOR UPDATE SKIP LOCKED`
        if (!mail) return 'none'
        const letter = await writeLetter(tx, mail, secret)
        if (!letter) {
          await tx.$executeRaw`UPDATE outbox SET ended_at = app_now(), last_error = NULL WHERE id = ${mail.id}::uuid`
          return 'ended'
        }
        await carrier.carry(letter)
        await tx.$executeRaw`
          UPDATE outbox SET sent_at = app_now(), tries = tries + 1, last_error = NULL,
            subject = ${letter.subject}, text = ${letter.text}, payload = jsonb_build_object('locale', ${letter.locale}::text)
          WHERE id = ${mail.id}::uuid`
        return 'sent'
      },
      { timeout: LONGEST_MS },
    )
  } catch (error) {
    if (!mail) throw error
    const isAway = error instanceof CarrierError && error.isAway
    await recordFailure(mail, error, waitAfter(isAway ? 1 : mail.tries + 1))
    if (!(error instanceof CarrierError)) throw error
    return isAway ? 'away' : 'failed'
  }
}

/** It waits, and those behind it come first; after some days it is given up. */
async function recordFailure({ id, tries }: Waiting, error: unknown, seconds: number): Promise<void> {
  const said = error instanceof Error ? error.message : String(error)
  await db().$executeRaw`
    UPDATE outbox SET tries = tries + 1, last_error = ${said.slice(0, 500)},
      not_before = app_now() + ${seconds} * interval '1 second',
      ended_at = CASE WHEN created_at <= app_now() - ${GIVE_UP_DAYS} * interval '1 day' THEN app_now() END
    WHERE id = ${id}::uuid AND sent_at IS NULL AND tries = ${tries}`
}

/** A mail as it goes to its person now; null when it is not to. */
async function writeLetter(tx: Transaction, mail: Waiting, secret: string): Promise<Letter | null> {
  const person = await tx.person.findUnique({ where: { id: mail.personId } })
  if (!person?.email || person.deactivatedAt || person.erasedAt) return null
  if (mail.kind === 'reminder' ? person.remindersOffAt : person.digestOffAt) return null
  const { id: personId, zone, contentLocales } = person
  const name = person.name ?? ''
  const locale = mailLocale(person.uiLocale, contentLocales)
  const recipient = { personId, name, zone, locale, contentLocales }
  const body = await (mail.kind === 'reminder' ? writeReminder(tx, mail.id, recipient) : writeDigest(tx, recipient))
  if (!body) return null
  const { subject, blocks, notes } = body
  const t = wordsOf(locale, 'mail')
  const token = unsubscribeToken(secret, personId, mail.kind)
  const footer: Block[] = [
    ...notes.map((text): Block => ({ kind: 'paragraph', words: { text } })),
    { kind: 'link', words: { text: t(`stop.${mail.kind}`) }, href: absoluteUrl(`/${locale}/unsubscribe/${token}`) },
  ]
  return {
    dedupeKey: mail.dedupeKey,
    to: { name, address: person.email },
    locale,
    subject,
    text: toText(blocks, footer),
    html: toHtml(locale, subject, blocks, footer),
    unsubscribeUrl: absoluteUrl(`/api/unsubscribe/${token}`),
  }
}
