import { guarded } from '../access/guard'
import type { Viewer } from '../access/viewer'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { chooseWords } from '../i18n/chain'
import { EVERYONE, NEIGHBOURS, nextWideBucket, PAGE_SIZE, ranksOf, WIDE_BUCKET } from './rules'
import type { BoardOf, BoardSpan, Place } from './schema'

export type BoardRow = { rank: number; name: string; points: number; isMe: boolean }

export type BoardPage = {
  of: BoardOf
  span: BoardSpan
  /** First and last day of the month or week, and the zone in which they begin and end; null for all time. */
  window: { from: string; to: string; zone: string } | null
  rows: BoardRow[]
  /** Where the next page begins; null when this is the last. */
  next: Place | null
  /** Where the viewer stands, with those just above and below; `hidden` when they have chosen not to be shown. */
  me: { status: 'placed'; around: BoardRow[] } | { status: 'hidden' } | { status: 'absent' }
}

/** A board that may be looked at, with what it is called. */
export type BoardChoice = { of: BoardOf; name: string; nameLocale: string }

/** The viewer's own teams, all topics and all published quizzes, by name. */
export const listBoards = guarded('quiz:take', async (viewer, uiLocale: string): Promise<BoardChoice[]> => {
  const choices = await db().$queryRaw<
    { scope: 'team' | 'topic' | 'quiz'; slug: string; source: string; names: { locale: string; name: string }[] }[]
  >`
    SELECT 'team' AS scope, team.slug, '' AS source, json_build_array(json_build_object('locale', '', 'name', name)) AS names
    FROM team JOIN membership ON membership.team_id = team.id
    WHERE membership.person_id = ${viewer.personId}::uuid AND membership.until_at IS NULL AND team.archived_at IS NULL
    UNION ALL
    SELECT 'topic', topic.slug, 'en', (
      SELECT coalesce(json_agg(json_build_object('locale', locale, 'name', name)), '[]')
      FROM topic_name WHERE topic_id = topic.id)
    FROM topic
    UNION ALL
    SELECT 'quiz', quiz.slug, quiz.source_locale, (
      SELECT coalesce(json_agg(json_build_object('locale', locale, 'name', title)), '[]')
      FROM quiz_name WHERE quiz_id = quiz.id)
    FROM quiz WHERE quiz.status IN ('published', 'retired')`
  return choices
    .map(({ scope, slug, source, names }) => {
      const wanted = scope === 'quiz' ? [...viewer.contentLocales, uiLocale] : [uiLocale]
      const chosen = chooseWords(names, wanted, source)
      return { of: { scope, slug }, name: chosen?.name ?? slug, nameLocale: chosen?.locale || uiLocale }
    })
    .sort((a, b) => a.name.localeCompare(b.name, uiLocale))
})

type Found = { boardId: string | null; from: string | null; to: string | null; zone: string }
type EntryRow = { personId: string; name: string; points: number }

/**
 * One page of a board, and the viewer's own place on it. What it costs does not grow with the people on the board.
 *
 * @param after where the page begins; null for the first
 * @returns null for a topic or quiz that there is not, and for a team that the viewer is not in
 */
export const getBoard = guarded(
  'quiz:take',
  async (viewer, of: BoardOf, span: BoardSpan, after: Place | null = null): Promise<BoardPage | null> => {
    const [found] = await db().$queryRaw<Found[]>`
      SELECT board.id AS "boardId", nullif(board_window.starts_on, '-infinity')::text AS from,
        (CASE board_window.span WHEN 'month' THEN board_window.starts_on + interval '1 month'
          WHEN 'week' THEN board_window.starts_on + interval '1 week' END - interval '1 day')::date::text AS to,
        company_zone() AS zone
      FROM (${scopeOf(viewer, of)}) AS scope CROSS JOIN board_window
      LEFT JOIN board ON board.scope = ${of.scope}::board_scope AND board.scope_id = scope.id
        AND board.span = board_window.span AND board.starts_on = board_window.starts_on
      WHERE board_window.span = ${span}::board_span`
    if (!found) return null
    const { boardId, from, to, zone } = found
    const window = from && to ? { from, to, zone } : null
    const [own] =
      boardId === null
        ? []
        : await db().$queryRaw<{ points: number; hidden: boolean }[]>`
          SELECT points, hidden FROM board_entry
          WHERE board_id = ${boardId}::uuid AND person_id = ${viewer.personId}::uuid`
    const [rows, around] =
      boardId === null
        ? [[], []]
        : await Promise.all([
            readFrom(boardId, after, PAGE_SIZE + 1),
            own && !own.hidden ? readAround(boardId, { points: own.points, personId: viewer.personId }) : [],
          ])
    const shown = rows.slice(0, PAGE_SIZE)
    const last = shown.at(-1)
    const ranked = async (entries: readonly EntryRow[]): Promise<BoardRow[]> =>
      boardId === null ? [] : rank(boardId, entries, viewer.personId)
    const [rankedRows, rankedAround] = await Promise.all([ranked(shown), ranked(around)])
    return {
      of,
      span,
      window,
      rows: rankedRows,
      next: rows.length > PAGE_SIZE && last ? { points: last.points, personId: last.personId } : null,
      me: !viewer.isOnBoards
        ? { status: 'hidden' }
        : rankedAround.length > 0
          ? { status: 'placed', around: rankedAround }
          : { status: 'absent' },
    }
  },
)

/** The id of what a board is of: no row where there is none, or it is not for this viewer. */
function scopeOf({ personId }: Viewer, { scope, slug }: BoardOf): Prisma.Sql {
  switch (scope) {
    case 'all':
      return Prisma.sql`SELECT ${EVERYONE}::uuid AS id`
    case 'team':
      return Prisma.sql`
        SELECT team.id FROM team JOIN membership ON membership.team_id = team.id
        WHERE team.slug = ${slug} AND team.archived_at IS NULL
          AND membership.person_id = ${personId}::uuid AND membership.until_at IS NULL`
    case 'topic':
      return Prisma.sql`SELECT id FROM topic WHERE slug = ${slug}`
    case 'quiz':
      return Prisma.sql`SELECT id FROM quiz WHERE slug = ${slug} AND status IN ('published', 'retired')`
  }
}

const entries = Prisma.sql`
  SELECT person_id AS "personId", coalesce(person.name, '') AS name, points
  FROM board_entry JOIN person ON person.id = board_entry.person_id`

/** So many visible people from a place downwards. */
function readFrom(boardId: string, after: Place | null, count: number): Promise<EntryRow[]> {
  const below = after ? Prisma.sql`AND (points, person_id) < (${after.points}, ${after.personId}::uuid)` : Prisma.empty
  return db().$queryRaw`
    ${entries} WHERE board_id = ${boardId}::uuid AND NOT hidden ${below}
    ORDER BY points DESC, person_id DESC LIMIT ${count}`
}

/** A person's place, with those just above and below it, from the top. */
function readAround(boardId: string, { points, personId }: Place): Promise<EntryRow[]> {
  return db().$queryRaw`
    SELECT * FROM (
      (${entries} WHERE board_id = ${boardId}::uuid AND NOT hidden AND (points, person_id) > (${points}, ${personId}::uuid)
        ORDER BY points, person_id LIMIT ${NEIGHBOURS})
      UNION ALL
      (${entries} WHERE board_id = ${boardId}::uuid AND NOT hidden AND (points, person_id) <= (${points}, ${personId}::uuid)
        ORDER BY points DESC, person_id DESC LIMIT ${NEIGHBOURS + 1})
    ) AS around ORDER BY points DESC, "personId" DESC`
}

async function rank(boardId: string, rows: readonly EntryRow[], viewerId: string): Promise<BoardRow[]> {
  const [first] = rows
  if (!first) return []
  const wide = nextWideBucket(first.points)
  const shown = [...new Set(rows.map(({ points }) => points))]
  const [found] = await db().$queryRaw<{ above: number; buckets: { points: number; people: number }[] | null }[]>`
    SELECT (
        SELECT coalesce(sum(people), 0) FROM (
          SELECT people FROM board_bucket
          WHERE board_id = ${boardId}::uuid AND width = ${WIDE_BUCKET} AND points >= ${wide}
          UNION ALL
          SELECT people FROM board_bucket
          WHERE board_id = ${boardId}::uuid AND width = 1 AND points > ${first.points} AND points < ${wide}
        ) AS better
      )::int AS above, (
        SELECT json_agg(json_build_object('points', points, 'people', people)) FROM board_bucket
        WHERE board_id = ${boardId}::uuid AND width = 1 AND points = ANY(${shown}::int[])
      ) AS buckets`
  const people = new Map(found?.buckets?.map((bucket) => [bucket.points, bucket.people]))
  const ranks = ranksOf(
    rows.map(({ points }) => points),
    found?.above ?? 0,
    people,
  )
  return rows.map(({ personId, name, points }, index) => ({
    rank: ranks[index] ?? 0,
    name,
    points,
    isMe: personId === viewerId,
  }))
}
