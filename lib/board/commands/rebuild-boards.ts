import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
import { db, type Transaction } from '../../db/client'
import { EVERYONE, WIDE_BUCKET } from '../rules'

/** What a board says, and what recorded results say; null where one of them says nothing. */
export type Difference = {
  board: string
  /** Whose entry it is; null for how many people have so many points. */
  personId: string | null
  points: number | null
  kept: string | null
  right: string | null
}

export type RebuildReport = {
  /** Counted attempts whose recorded score is not what their answers earned. They are only reported, never rewritten. */
  scores: { attemptId: string; recorded: string; earned: string }[]
  differences: Difference[]
  /** How many differences there were; the list holds the first of them. */
  total: number
}

const MOST_LISTED = 50
const PATIENCE = { timeout: 60 * 60_000 }

/**
 * Compares every board of all time, of this month and of this week with what recorded results say, reports each
 * difference, and puts it right. Attempts that end meanwhile wait.
 *
 * @param write false only reports
 */
export const rebuildBoards = guarded(
  'board:rebuild',
  (viewer, { write }: { write: boolean }): Promise<RebuildReport> =>
    db().$transaction(async (tx) => {
      const report = await rebuild(tx, write)
      if (write && report.total > 0)
        await recordChange(tx, viewer, {
          action: 'board.rebuild',
          subjectType: 'board',
          subjectId: 'all',
          after: { differences: report.total },
        })
      return report
    }, PATIENCE),
)

/**
 * Sets the zone in which months and weeks of the boards begin, and rebuilds them.
 *
 * @param zone IANA name
 * @returns `unknown-zone` for one that PostgreSQL does not know
 */
export const setCompanyZone = guarded(
  'board:rebuild',
  (viewer, zone: string): Promise<{ status: 'done' | 'unknown-zone' }> =>
    db().$transaction(async (tx) => {
      const [known] = await tx.$queryRaw<unknown[]>`SELECT 1 FROM pg_timezone_names WHERE name = ${zone}`
      if (!known) return { status: 'unknown-zone' }
      const key = 'company-zone'
      const before = await tx.setting.findUnique({ where: { key } })
      await tx.setting.upsert({ where: { key }, create: { key, value: zone }, update: { value: zone } })
      await recordChange(tx, viewer, {
        action: 'board.zone',
        subjectType: 'board',
        subjectId: 'all',
        before: { zone: before?.value ?? 'UTC' },
        after: { zone },
      })
      await rebuild(tx, true)
      return { status: 'done' }
    }, PATIENCE),
)

async function rebuild(tx: Transaction, write: boolean): Promise<RebuildReport> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('polyquiz boards'))::text`
  const scores = await listWrongScores(tx)
  if (write)
    await tx.$executeRaw`
      INSERT INTO board (id, scope, scope_id, span, starts_on)
      SELECT gen_random_uuid(), scope, scope_id, span, starts_on FROM board_standing
      GROUP BY scope, scope_id, span, starts_on ON CONFLICT DO NOTHING`
  const entries = await compareEntries(tx, write)
  const buckets = await compareBuckets(tx, write)
  return {
    scores,
    differences: [...entries, ...buckets].slice(0, MOST_LISTED).map(({ total: _, ...difference }) => difference),
    total: (entries[0]?.total ?? 0) + (buckets[0]?.total ?? 0),
  }
}

type Compared = Difference & { total: number }

function compareEntries(tx: Transaction, write: boolean): Promise<Compared[]> {
  return tx.$queryRaw`
    WITH kept AS MATERIALIZED (
      SELECT entry.board_id, entry.person_id, entry.points, entry.hidden, board.scope, board.scope_id, span
      FROM board_entry AS entry JOIN board ON board.id = entry.board_id JOIN board_window USING (span, starts_on)
    ), standing AS MATERIALIZED (
      SELECT board.id AS board_id, standing.*
      FROM board_standing AS standing LEFT JOIN board USING (scope, scope_id, span, starts_on)
    ), differing AS MATERIALIZED (
      SELECT coalesce(standing.board_id, kept.board_id) AS board_id,
        coalesce(standing.person_id, kept.person_id) AS person_id, coalesce(standing.scope, kept.scope) AS scope,
        coalesce(standing.scope_id, kept.scope_id) AS scope_id, coalesce(standing.span, kept.span) AS span,
        standing.points, standing.hidden, kept.points AS kept_points, kept.hidden AS kept_hidden
      FROM standing FULL JOIN kept ON kept.board_id = standing.board_id AND kept.person_id = standing.person_id
      WHERE (standing.points, standing.hidden) IS DISTINCT FROM (kept.points, kept.hidden)
    ), gone AS (
      DELETE FROM board_entry USING differing
      WHERE ${write} AND differing.points IS NULL
        AND (board_entry.board_id, board_entry.person_id) = (differing.board_id, differing.person_id)
    ), written AS (
      INSERT INTO board_entry (board_id, person_id, points, hidden)
      SELECT board_id, person_id, points, hidden FROM differing WHERE ${write} AND points IS NOT NULL
      ON CONFLICT (board_id, person_id) DO UPDATE SET points = excluded.points, hidden = excluded.hidden
    )
    SELECT concat_ws(' ', scope, nullif(scope_id, ${EVERYONE}::uuid), span) AS board, person_id AS "personId",
      NULL::int AS points,
      kept_points || CASE WHEN kept_hidden THEN ' hidden' ELSE '' END AS kept,
      points || CASE WHEN hidden THEN ' hidden' ELSE '' END AS right, (count(*) OVER ())::int AS total
    FROM differing ORDER BY scope, scope_id, span, person_id LIMIT ${MOST_LISTED}`
}

function compareBuckets(tx: Transaction, write: boolean): Promise<Compared[]> {
  return tx.$queryRaw`
    WITH kept AS MATERIALIZED (
      SELECT bucket.board_id, bucket.width, bucket.points, bucket.people
      FROM board_bucket AS bucket JOIN board ON board.id = bucket.board_id JOIN board_window USING (span, starts_on)
    ), standing AS MATERIALIZED (
      SELECT board.id AS board_id, width, points / width * width AS points, count(*)::int AS people
      FROM board_standing JOIN board USING (scope, scope_id, span, starts_on)
      CROSS JOIN (VALUES (1), (${WIDE_BUCKET}::int)) AS level (width)
      WHERE NOT hidden GROUP BY 1, 2, 3
    ), differing AS MATERIALIZED (
      SELECT coalesce(standing.board_id, kept.board_id) AS board_id, coalesce(standing.width, kept.width) AS width,
        coalesce(standing.points, kept.points) AS points, coalesce(standing.people, 0) AS people, kept.people AS kept_people
      FROM standing FULL JOIN kept
        ON (kept.board_id, kept.width, kept.points) = (standing.board_id, standing.width, standing.points)
      WHERE coalesce(standing.people, 0) <> coalesce(kept.people, 0)
    ), written AS (
      INSERT INTO board_bucket (board_id, width, points, people)
      SELECT board_id, width, points, people FROM differing WHERE ${write}
      ON CONFLICT (board_id, width, points) DO UPDATE SET people = excluded.people
    )
    SELECT concat_ws(' ', board.scope, nullif(board.scope_id, ${EVERYONE}::uuid), board.span, 'by ' || width) AS board,
      NULL::uuid AS "personId", differing.points, kept_people::text AS kept, people::text AS right, (count(*) OVER ())::int AS total
    FROM differing JOIN board ON board.id = differing.board_id
    ORDER BY board.scope, board.scope_id, board.span, width, points LIMIT ${MOST_LISTED}`
}

/**
 * Counted attempts whose score is not the mean of what their answers earned. Shares are added exactly, over the smallest
 * number that 1 to 100 all divide: no answer has more right options than options, at most 100.
 */
function listWrongScores(tx: Transaction): Promise<RebuildReport['scores']> {
  return tx.$queryRaw`
    SELECT attempt.id AS "attemptId", concat(first_num, '/', first_den) AS recorded,
      round(earned.num / earned.den, 6)::text AS earned
    FROM attempt JOIN (
      SELECT attempt_id, sum(award_num * (whole / award_den)) AS num, count(*) * whole AS den
      FROM answer CROSS JOIN (VALUES (69720375229712477164533808935312303556800)) AS divisible (whole)
      WHERE award_num IS NOT NULL GROUP BY attempt_id, whole
    ) AS earned ON earned.attempt_id = attempt.id
    WHERE attempt.counts AND first_num IS NOT NULL AND first_num * earned.den <> first_den * earned.num
    LIMIT ${MOST_LISTED}`
}
