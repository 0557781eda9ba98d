import { guarded } from '../access/guard'
import type { Viewer } from '../access/viewer'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { containsWords } from '../db/search'
import { type ListAddress, PAGE_SIZE } from '../list/schema'
import { type auditShape, dayOfAddress } from './schema'

/** One change on record. */
export type AuditEntry = {
  eventId: string
  at: Date
  /** Null for whoever runs the command line, and for what Polyquiz does by itself. */
  actorId: string | null
  /** Null once the person is erased. */
  actorName: string | null
  action: string
  subjectType: string
  subjectId: string
  /** What the subject is called now; null where it has no name, or no longer one. */
  subjectName: string | null
  /** The last part of the address of its page; null where it has none. */
  subjectAddress: string | null
  /** What the person is called whom a change names beside its subject: who joined a team, for example. */
  aboutName: string | null
  before: unknown
  after: unknown
  personalBefore: unknown
  personalAfter: unknown
}

type AuditAddress = ListAddress<typeof auditShape>
/** What actions are called in the reader's language, so that a search finds those words. */
export type ActionWords = Readonly<Record<string, string>>

const IS_ID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** Events with the names that stand for their ids now, and the personal values that are not erased. */
const entries = Prisma.sql`
  SELECT event.id AS "eventId", event.at, event.actor_id AS "actorId", actor.name AS "actorName", event.action,
    event.subject_type AS "subjectType", event.subject_id AS "subjectId", subject.name AS "subjectName", subject.address AS "subjectAddress",
    about.name AS "aboutName", event.before, event.after, personal.before AS "personalBefore", personal.after AS "personalAfter",
    concat_ws(' ', actor.name, actor.email, event.action, event.subject_id, subject.name, subject.more, about.name, about.email) AS text
  FROM audit_event AS event
  LEFT JOIN person AS actor ON actor.id = event.actor_id
  LEFT JOIN audit_personal AS personal ON personal.event_id = event.id
  LEFT JOIN LATERAL (
    SELECT CASE WHEN event.subject_id ~ ${IS_ID} THEN event.subject_id::uuid END AS id) AS named ON true
  LEFT JOIN LATERAL (
    SELECT name, email AS more, CASE WHEN erased_at IS NULL THEN id::text END AS address FROM person
      WHERE event.subject_type = 'person' AND id = named.id
    UNION ALL SELECT name, slug, slug FROM team WHERE event.subject_type = 'team' AND id = named.id
    UNION ALL SELECT slug, NULL, slug FROM quiz WHERE event.subject_type = 'quiz' AND id = named.id
    UNION ALL SELECT external_id, NULL, NULL FROM question WHERE event.subject_type = 'question' AND id = named.id
    UNION ALL SELECT left(problem_report.text, 100), NULL, id::text FROM problem_report
      WHERE event.subject_type = 'report' AND id = named.id
  ) AS subject ON true
  LEFT JOIN LATERAL (
    SELECT name, email FROM person WHERE id = (
      SELECT CASE WHEN told.id ~ ${IS_ID} THEN told.id::uuid END
      FROM (SELECT coalesce(event.after ->> 'personId', event.before ->> 'personId') AS id) AS told)
  ) AS about ON true`

/** What an address asks for. Days are those of the viewer's zone, the last one included. */
function asked(viewer: Viewer, { search, filters }: AuditAddress, words: ActionWords): Prisma.Sql {
  const from = dayOfAddress.parse(filters.from ?? null)
  const until = dayOfAddress.parse(filters.until ?? null)
  const startOf = (day: string, after: number) => Prisma.sql`
    (${day}::date + ${after}::int)::timestamp AT TIME ZONE coalesce(
      (SELECT name FROM pg_timezone_names WHERE name = ${viewer.zone}), 'UTC')`
  const conditions = [
    containsWords(Prisma.sql`concat_ws(' ', entry.text, ${JSON.stringify(words)}::jsonb ->> entry.action)`, search),
    ...(filters.kind === undefined ? [] : [Prisma.sql`split_part(entry.action, '.', 1) = ${filters.kind}`]),
    ...(from === null ? [] : [Prisma.sql`entry.at >= ${startOf(from, 0)}`]),
    ...(until === null ? [] : [Prisma.sql`entry.at < ${startOf(until, 1)}`]),
  ]
  return Prisma.join(conditions, ' AND ')
}

/** A page of the audit trail, newest first unless the address says otherwise, and the kinds of changes there are. */
export const listAuditEntries = guarded(
  'audit:read',
  async (
    viewer,
    address: AuditAddress,
    words: ActionWords,
  ): Promise<{ total: number; entries: AuditEntry[]; kinds: string[] }> => {
    const where = asked(viewer, address, words)
    const direction = address.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
    // Names are looked up for all events only where they are searched.
    const counted = address.search === '' ? Prisma.sql`audit_event` : Prisma.sql`(${entries})`
    const [rows, [count], kinds] = await Promise.all([
      db().$queryRaw<(AuditEntry & { text: string })[]>`
        SELECT * FROM (${entries}) AS entry WHERE ${where}
        ORDER BY at ${direction}, "eventId" ${direction} LIMIT ${PAGE_SIZE} OFFSET ${(address.page - 1) * PAGE_SIZE}`,
      db().$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM ${counted} AS entry WHERE ${where}`,
      db().$queryRaw<{ kind: string }[]>`
        SELECT DISTINCT split_part(action, '.', 1) AS kind FROM audit_event ORDER BY 1`,
    ])
    return {
      total: count?.total ?? 0,
      entries: rows.map(({ text: _, ...entry }) => entry),
      kinds: kinds.map(({ kind }) => kind),
    }
  },
)

const BATCH = 500

/**
 * The whole of what an address asks for, newest first, read little by little as it is taken: however long the trail is,
 * some hundred entries are in memory.
 */
export const readAuditEntries = guarded(
  'audit:read',
  async (viewer, address: AuditAddress, words: ActionWords): Promise<AsyncGenerator<AuditEntry[]>> => {
    const where = asked(viewer, address, words)
    return (async function* () {
      let last: AuditEntry | undefined
      do {
        const older: Prisma.Sql = last
          ? Prisma.sql`(at, "eventId") < (${last.at}, ${last.eventId}::uuid)`
          : Prisma.sql`true`
        const rows: (AuditEntry & { text: string })[] = await db().$queryRaw`
          SELECT * FROM (${entries}) AS entry WHERE ${where} AND ${older}
          ORDER BY at DESC, "eventId" DESC LIMIT ${BATCH}`
        if (rows.length > 0) yield rows.map(({ text: _, ...entry }) => entry)
        last = rows.length === BATCH ? rows.at(-1) : undefined
      } while (last)
    })()
  },
)
