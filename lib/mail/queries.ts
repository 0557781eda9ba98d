import { guarded } from '../access/guard'
import type { Viewer } from '../access/viewer'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { containsWords } from '../db/search'
import { getOrCreateSecret } from '../db/secret'
import { type ListAddress, PAGE_SIZE } from '../list/schema'
import { placeOfMails } from './carrier'
import type { MailKind, MailState, MailWishes, mailList } from './schema'
import { readUnsubscribeToken } from './unsubscribe-token'

/** A mail among others. */
export type MailLine = {
  mailId: string
  kind: MailKind
  state: MailState
  /** Null once the person is erased. */
  personName: string | null
  /** Null until it was sent, once the person is erased, and of digests to others. */
  subject: string | null
  /** The language it is written in; null as long as it has no words. */
  locale: string | null
  createdAt: Date
  sentAt: Date | null
}

export type MailPage = MailLine & {
  personId: string
  email: string | null
  /** Null until it was sent, once the person is erased, and where it is private. */
  text: string | null
  /** What it says is for its reader alone. */
  isPrivate: boolean
  tries: number
  /** Why the last try failed. */
  lastError: string | null
  /** Of one that waits, not to be tried before. */
  notBefore: Date
  /** When it was given up, or was found not to be wanted any more. */
  endedAt: Date | null
}

/**
 * Mails as those who run Polyquiz see them. A digest tells its manager who of the team is late: what it says is for nobody
 * else. Where mails go into a folder, this is how they are read.
 */
const mailsFor = ({ personId }: Viewer) => Prisma.sql`
  SELECT outbox.id AS "mailId", outbox.kind, CASE WHEN may.read THEN outbox.subject END AS subject,
    CASE WHEN may.read THEN outbox.text END AS text, NOT may.read AS "isPrivate",
    outbox.payload ->> 'locale' AS locale, outbox.created_at AS "createdAt",
    outbox.sent_at AS "sentAt", outbox.ended_at AS "endedAt", outbox.not_before AS "notBefore", outbox.tries,
    outbox.last_error AS "lastError", person.id AS "personId", person.name AS "personName", person.email,
    CASE WHEN outbox.sent_at IS NOT NULL THEN 'sent' WHEN outbox.last_error IS NOT NULL THEN 'failed'
      WHEN outbox.ended_at IS NOT NULL THEN 'ended' ELSE 'waiting' END AS state
  FROM outbox JOIN person ON person.id = outbox.person_id
  CROSS JOIN LATERAL (SELECT outbox.kind <> 'digest' OR outbox.person_id = ${personId}::uuid
    OR ${'folder' in placeOfMails()} AS read) AS may`

/** A page of all mails, newest first unless the address says otherwise, and where mails go. */
export const listMails = guarded(
  'mail:read',
  async (
    viewer,
    { search, filters, descending, page }: ListAddress<typeof mailList>,
  ): Promise<{ total: number; mails: MailLine[]; place: ReturnType<typeof placeOfMails> }> => {
    const where = Prisma.join(
      [
        containsWords(Prisma.sql`concat_ws(' ', mail."personName", mail.email, mail.subject)`, search),
        ...(filters.state === undefined ? [] : [Prisma.sql`mail.state = ${filters.state}`]),
        ...(filters.kind === undefined ? [] : [Prisma.sql`mail.kind = ${filters.kind}::mail_kind`]),
      ],
      ' AND ',
    )
    const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
    const [rows, [count]] = await Promise.all([
      db().$queryRaw<MailLine[]>`
        SELECT "mailId", kind, state, "personName", subject, locale, "createdAt", "sentAt" FROM (${mailsFor(viewer)}) AS mail WHERE ${where}
        ORDER BY "createdAt" ${direction}, "mailId" ${direction} LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`,
      db().$queryRaw<
        { total: number }[]
      >`SELECT count(*)::int AS total FROM (${mailsFor(viewer)}) AS mail WHERE ${where}`,
    ])
    return { total: count?.total ?? 0, mails: rows, place: placeOfMails() }
  },
)

/** One mail; null for an unknown id. */
export const getMail = guarded('mail:read', async (viewer, mailId: string): Promise<MailPage | null> => {
  const [mail] = await db().$queryRaw<
    MailPage[]
  >`SELECT * FROM (${mailsFor(viewer)}) AS mail WHERE "mailId" = ${mailId}::uuid`
  return mail ?? null
})

/** Which mails the viewer wants. */
export const getOwnMailWishes = guarded('profile:own', async (viewer): Promise<Required<MailWishes>> => {
  const { remindersOffAt, digestOffAt } = await db().person.findUniqueOrThrow({ where: { id: viewer.personId } })
  return { reminder: remindersOffAt === null, digest: digestOffAt === null }
})

/** Which mails a link is about, and whether they are off already; null for a link that is none of ours, or no one's. */
export const readUnsubscribeLink = guarded(
  'public',
  async (token: string): Promise<{ kind: MailKind; isOff: boolean } | null> => {
    const said = readUnsubscribeToken(await getOrCreateSecret(), token)
    const person = said && (await db().person.findFirst({ where: { id: said.personId, erasedAt: null } }))
    if (!said || !person) return null
    return { kind: said.kind, isOff: (said.kind === 'reminder' ? person.remindersOffAt : person.digestOffAt) !== null }
  },
)
