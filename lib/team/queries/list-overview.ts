import { guarded } from '../../access/guard'
import { mayDo } from '../../access/rights'
import { db } from '../../db/client'
import { Prisma } from '../../db/generated/client'
import { MIN_GROUP } from '../rules'
import { managedTeamIds, membersNow } from '../scope'

/** A team as a whole. */
export type TeamSummary = {
  slug: string
  name: string
  members: number
  /** The viewer manages it, and may look inside. */
  isManaged: boolean
  /** Null for a group too small to be shown to someone outside it. */
  figures: {
    /** Members who have started a quiz. */
    begun: number
    /** First results at quizzes, and how many of them passed; shares are shown from five. */
    results: number
    passed: number
    assigned: number
    done: number
    overdue: number
  } | null
}

type Found = { slug: string; name: string; members: number; isManaged: boolean; isInside: boolean } & NonNullable<
  TeamSummary['figures']
>

/**
 * The teams that the viewer manages and, for admins, all teams that are not archived, as wholes. A group of fewer than five
 * has no figures for someone who is not in it. In one statement, whatever their number.
 *
 * @returns null for someone who manages no team and is no admin
 */
export const listOverview = guarded('team:manage', async (viewer): Promise<TeamSummary[] | null> => {
  const own = managedTeamIds(viewer)
  const seesAll = mayDo(viewer.role, 'team:overview')
  if (own.length === 0 && !seesAll) return null
  const inside = viewer.teams.map(({ teamId }) => teamId)
  const rows = await db().$queryRaw<Found[]>`
    WITH seen AS (
      SELECT id, slug, name FROM team WHERE archived_at IS NULL AND (${seesAll} OR id = ANY(${own}::uuid[]))
    ), member AS (
      SELECT seen.id AS team_id, person.id AS person_id
      FROM seen CROSS JOIN LATERAL ${membersNow(Prisma.sql`seen.id`)} AS person
    ), taken AS (
      SELECT member.team_id, count(DISTINCT member.person_id) AS members,
        count(DISTINCT attempt.person_id) AS begun,
        count(*) FILTER (WHERE attempt.counts AND attempt.ended_at IS NOT NULL) AS results,
        count(*) FILTER (WHERE attempt.counts AND attempt.passed) AS passed
      FROM member LEFT JOIN attempt ON attempt.person_id = member.person_id AND attempt.purpose = 'full'
      GROUP BY member.team_id
    ), given AS (
      SELECT assignment.team_id, count(*) AS assigned, count(standing.done_at) AS done,
        count(*) FILTER (WHERE standing.done_at IS NULL AND standing.due_at <= app_now()) AS overdue
      FROM assignment JOIN assignment_standing AS standing ON standing.assignment_id = assignment.id
      WHERE assignment.team_id IN (SELECT id FROM seen)
      GROUP BY assignment.team_id
    )
    SELECT seen.slug, seen.name, seen.id = ANY(${own}::uuid[]) AS "isManaged", seen.id = ANY(${inside}::uuid[]) AS "isInside",
      coalesce(taken.members, 0)::int AS members, coalesce(taken.begun, 0)::int AS begun,
      coalesce(taken.results, 0)::int AS results, coalesce(taken.passed, 0)::int AS passed,
      coalesce(given.assigned, 0)::int AS assigned, coalesce(given.done, 0)::int AS done,
      coalesce(given.overdue, 0)::int AS overdue
    FROM seen LEFT JOIN taken ON taken.team_id = seen.id LEFT JOIN given ON given.team_id = seen.id
    ORDER BY seen.name, seen.slug`
  return rows.map(({ slug, name, members, isManaged, isInside, ...figures }) => ({
    slug,
    name,
    members,
    isManaged,
    figures: isInside || members >= MIN_GROUP ? figures : null,
  }))
})
