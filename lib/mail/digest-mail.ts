import { fraction, wholePercent } from '../attempt/fraction'
import type { Transaction } from '../db/client'
import { Prisma } from '../db/generated/client'
import { chooseWords } from '../i18n/chain'
import { wordsOf } from '../i18n/words'
import { MIN_SHARE_N, wilson } from '../progress/rules'
import { topicFigures } from '../progress/topic-figures'
import { membersNow } from '../team/scope'
import { absoluteUrl } from './carrier'
import type { Body, Recipient } from './mail'
import type { Block } from './render'

/** How many of those who are late are named. */
const MOST_NAMES = 10

type TeamRow = {
  slug: string
  name: string
  members: number
  given: number
  done: number
  overdue: number
  /** Those with something overdue, most first. */
  late: { name: string; count: number }[]
  weakest: { slug: string; names: { locale: string; name: string }[]; right: number; n: number } | null
}

/**
 * How the teams that someone manages stand now. Of members it says what managers see: who is late with what was assigned,
 * and shares over everyone.
 *
 * @returns null when they manage no team of which there is anything to tell
 */
export async function writeDigest(tx: Transaction, person: Recipient): Promise<Body | null> {
  const teams = await readTeams(tx, person.personId)
  if (teams.every(({ given, weakest }) => given === 0 && !weakest)) return null
  const { locale, name } = person
  const t = wordsOf(locale, 'mail')
  const percent = (share: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
  const overdue = teams.reduce((sum, team) => sum + team.overdue, 0)
  const [only] = teams

  const linesOf = ({ given, done, overdue: lateHere, late, weakest }: TeamRow): string[] => {
    const named = late.slice(0, MOST_NAMES).map((each) => (each.count > 1 ? t('digest.lateTimes', each) : each.name))
    const more = late.length - named.length
    const names = [...named, ...(more > 0 ? [t('digest.more', { count: more })] : [])]
    const topic = weakest && chooseWords(weakest.names, [locale], 'en')?.name
    return [
      given === 0 ? t('digest.nothingAssigned') : t('digest.assigned', { done, given, late: lateHere }),
      ...(names.length > 0
        ? [t('digest.late', { names: new Intl.ListFormat(locale, { type: 'conjunction' }).format(names) })]
        : []),
      weakest
        ? t('digest.weakest', {
            topic: topic ?? weakest.slug,
            share: percent(wholePercent(fraction(weakest.right, weakest.n)) / 100),
            n: weakest.n,
            low: percent(wilson(weakest.right, weakest.n).low),
            high: percent(wilson(weakest.right, weakest.n).high),
          })
        : t('digest.noWeakest', { least: MIN_SHARE_N }),
    ]
  }

  return {
    subject:
      only && teams.length === 1
        ? t('digest.subjectOne', { team: only.name, late: overdue })
        : t('digest.subjectMany', { count: teams.length, late: overdue }),
    blocks: [
      { kind: 'paragraph', words: { text: t('hello', { name }) } },
      ...teams.flatMap((team): Block[] => [
        { kind: 'heading', words: { text: t('digest.team', { team: team.name, count: team.members }) } },
        ...linesOf(team).map((text): Block => ({ kind: 'paragraph', words: { text } })),
        { kind: 'link', words: { text: t('digest.open') }, href: absoluteUrl(`/${locale}/teams/${team.slug}`) },
      ]),
    ],
    notes: [t('digest.share', { least: MIN_SHARE_N }), t('digest.why')],
  }
}

/** Teams with members that a person manages, by name. */
function readTeams(tx: Transaction, managerId: string): Promise<TeamRow[]> {
  return tx.$queryRaw<TeamRow[]>`
    WITH managed AS (
      SELECT team.id, team.slug, team.name
      FROM team JOIN membership ON membership.team_id = team.id
      WHERE membership.person_id = ${managerId}::uuid AND membership.until_at IS NULL AND membership.role = 'manager'
        AND team.archived_at IS NULL
    ), members AS (
      SELECT managed.id AS team_id, person.id AS person_id, coalesce(person.name, '') AS name
      FROM managed CROSS JOIN LATERAL ${membersNow(Prisma.sql`managed.id`)} AS person
    ), standing AS (
      SELECT members.team_id, members.person_id, members.name, assignment_standing.done_at IS NOT NULL AS is_done,
        assignment_standing.done_at IS NULL AND assignment_standing.due_at <= app_now() AS is_late
      FROM members
      JOIN assignment ON assignment.team_id = members.team_id
      JOIN assignment_standing ON assignment_standing.assignment_id = assignment.id
        AND assignment_standing.person_id = members.person_id
    ), figures AS (
      ${topicFigures(Prisma.sql`SELECT DISTINCT person_id FROM members`)}
    ), shares AS (
      SELECT members.team_id, figures."topicId" AS topic_id, sum(figures.answered)::int AS n, sum(figures.right)::int AS right_ones
      FROM members JOIN figures ON figures."personId" = members.person_id
      GROUP BY 1, 2 HAVING sum(figures.answered) >= ${MIN_SHARE_N}
    )
    SELECT managed.slug, managed.name,
      (SELECT count(*)::int FROM members WHERE team_id = managed.id) AS members,
      (SELECT count(*)::int FROM standing WHERE team_id = managed.id) AS given,
      (SELECT count(*)::int FROM standing WHERE team_id = managed.id AND is_done) AS done,
      (SELECT count(*)::int FROM standing WHERE team_id = managed.id AND is_late) AS overdue,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'count', count) ORDER BY count DESC, name), '[]')
        FROM (SELECT name, count(*)::int AS count FROM standing WHERE team_id = managed.id AND is_late
          GROUP BY person_id, name) AS each) AS late,
      (SELECT jsonb_build_object('slug', topic.slug, 'right', shares.right_ones, 'n', shares.n, 'names', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('locale', locale, 'name', name)), '[]')
          FROM topic_name WHERE topic_id = topic.id))
        FROM shares JOIN topic ON topic.id = shares.topic_id WHERE shares.team_id = managed.id
        ORDER BY shares.right_ones::numeric / shares.n, shares.n DESC, topic.slug LIMIT 1) AS weakest
    FROM managed
    WHERE EXISTS (SELECT FROM members WHERE team_id = managed.id)
    ORDER BY managed.name, managed.slug`
}
