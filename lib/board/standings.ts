import type { Transaction } from '../db/client'
import { WIDE_BUCKET } from './rules'

/**
 * Brings what all boards say of some people to what their recorded results say (the view `board_standing`), whatever has
 * changed: an attempt that ended, a team, a choice not to be shown, a deactivation. To be called last before the commit:
 * one statement changes entries and buckets, and locks the buckets, which everyone shares, in the order of their keys.
 *
 * Boards are looked up one by one (LIMIT 1): there are several for every team, and a plan made for any number of people
 * would read them all.
 *
 * The people stay locked until the end of the transaction, so that two changes to one of them take turns.
 */
export async function refreshStandings(tx: Transaction, personIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock_shared(hashtext('polyquiz boards'))::text FROM person
    WHERE id = ANY(${personIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`
  await tx.$executeRaw`
    INSERT INTO board (id, scope, scope_id, span, starts_on)
    SELECT gen_random_uuid(), scope, scope_id, span, starts_on FROM board_standing
    WHERE person_id = ANY(${personIds}::uuid[]) AND NOT EXISTS (
      SELECT FROM board WHERE (board.scope, board.scope_id, board.span, board.starts_on)
        = (board_standing.scope, board_standing.scope_id, board_standing.span, board_standing.starts_on))
    GROUP BY scope, scope_id, span, starts_on ORDER BY scope, scope_id, span
    ON CONFLICT DO NOTHING`
  await tx.$executeRaw`
    WITH wanted AS (
      SELECT board.id AS board_id, standing.person_id, standing.points, standing.hidden
      FROM board_standing AS standing CROSS JOIN LATERAL (
        SELECT id FROM board WHERE (board.scope, board.scope_id, board.span, board.starts_on)
          = (standing.scope, standing.scope_id, standing.span, standing.starts_on) LIMIT 1) AS board
      WHERE standing.person_id = ANY(${personIds}::uuid[])
    ), present AS (
      SELECT entry.board_id, entry.person_id, entry.points, entry.hidden
      FROM board_entry AS entry CROSS JOIN LATERAL (
        SELECT span, starts_on FROM board WHERE board.id = entry.board_id LIMIT 1) AS board
      JOIN board_window USING (span, starts_on)
      WHERE entry.person_id = ANY(${personIds}::uuid[])
    ), gone AS (
      DELETE FROM board_entry USING present
      WHERE (board_entry.board_id, board_entry.person_id) = (present.board_id, present.person_id) AND NOT EXISTS (
        SELECT FROM wanted WHERE (wanted.board_id, wanted.person_id) = (present.board_id, present.person_id))
    ), written AS (
      INSERT INTO board_entry (board_id, person_id, points, hidden)
      SELECT * FROM wanted EXCEPT SELECT * FROM present
      ON CONFLICT (board_id, person_id) DO UPDATE SET points = excluded.points, hidden = excluded.hidden
    ), change AS (
      SELECT board_id, width, points / width * width AS points, sum(people)::int AS people
      FROM (
        SELECT board_id, points, 1 AS people FROM wanted WHERE NOT hidden
        UNION ALL SELECT board_id, points, -1 FROM present WHERE NOT hidden
      ) AS changes CROSS JOIN (VALUES (1), (${WIDE_BUCKET}::int)) AS level (width)
      GROUP BY 1, 2, 3 HAVING sum(people) <> 0
    )
    INSERT INTO board_bucket AS bucket (board_id, width, points, people)
    SELECT board_id, width, points, greatest(people, 0) FROM change ORDER BY board_id, width, points
    ON CONFLICT (board_id, width, points) DO UPDATE SET people = bucket.people + (
      SELECT people FROM change WHERE (change.board_id, change.width, change.points)
        = (excluded.board_id, excluded.width, excluded.points))`
}
