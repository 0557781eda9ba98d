import { Client } from 'pg'
import type { Ledger } from './members'

/** An attempt as it lies in the database, with everything that its score comes from. */
type Row = {
  id: string
  /** Whose it is, and of which quiz. */
  of: string
  number: number
  ended: string | null
  ended_at: string | null
  counts: boolean
  passed: boolean | null
  score: string | null
  first: string | null
  pass_num: number
  pass_den: number
  answers: {
    position: number
    seq: number
    picks: string[]
    award: string | null
    kind: string
    scoring: string
    key: string[] | null
    topics: string[]
  }[]
  topics: { id: string; num: number; den: number; questions: number }[]
}
export type Rows = Map<string, Row>

/** Runs one statement, on a connection of its own. */
export async function ask<Found extends object>(databaseUrl: string, statement: string): Promise<Found[]> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Found>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** All attempts, as of one moment. */
export async function readRows(databaseUrl: string): Promise<Rows> {
  const rows = await ask<Row>(
    databaseUrl,
    `SELECT id, person_id || ' ' || quiz_id AS of, number, ended, ended_at::text, counts, passed,
      score_num || '/' || score_den AS score, first_num || '/' || first_den AS first,
      (settings->>'passNum')::int AS pass_num, (settings->>'passDen')::int AS pass_den,
      (SELECT json_agg(json_build_object(
          'position', answer.position, 'seq', answer.seq, 'picks', answer.picks,
          'award', answer.award_num || '/' || answer.award_den,
          'kind', version.kind, 'scoring', version.scoring, 'key', version_key.option_ids,
          'topics', ARRAY(SELECT topic_id FROM question_topic WHERE question_topic.question_id = answer.question_id)
        ) ORDER BY answer.position)
        FROM answer
        JOIN question_version AS version ON version.id = answer.version_id
        LEFT JOIN version_key ON version_key.version_id = version.id
        WHERE answer.attempt_id = attempt.id) AS answers,
      coalesce((SELECT json_agg(json_build_object('id', topic_id, 'num', num, 'den', den, 'questions', questions))
        FROM attempt_topic WHERE attempt_topic.attempt_id = attempt.id), '[]') AS topics
    FROM attempt`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What was confirmed and is not there. */
export function findLost({ started, saved, submitted }: Ledger, rows: Rows): string[] {
  const lost: string[] = []
  for (const id of started) if (!rows.has(id)) lost.push(`attempt ${id}`)
  for (const id of submitted) if (rows.get(id)?.ended !== 'submitted') lost.push(`the end of attempt ${id}`)
  for (const [key, { number, picks }] of saved) {
    const [id = '', position] = key.split('/')
    const answer = rows.get(id)?.answers.find((each) => each.position === Number(position))
    const isThere = answer && answer.seq >= number
    const isTheSame = answer && (answer.seq > number || [...answer.picks].sort().join(' ') === picks)
    if (!isThere || !isTheSame)
      lost.push(`answer ${key} number ${number}: ${picks}; there is ${JSON.stringify(answer)}`)
  }
  return lost
}

/**
 * Attempts that were scored more than once: what was recorded at an end has changed since, or is not what was recorded
 * first; or two attempts of one person at one quiz count, or are open.
 */
export function findScoredTwice(before: Rows, rows: Rows): string[] {
  const found: string[] = []
  const recorded = ({ ended, ended_at, counts, passed, score, first, topics, answers }: Row) =>
    JSON.stringify([ended, ended_at, counts, passed, score, first, topics, answers])
  for (const [id, row] of before) {
    const now = rows.get(id)
    if (row.ended && now && recorded(now) !== recorded(row))
      found.push(`${id}: ${recorded(row)}, then ${recorded(now)}`)
  }
  const byPerson = new Map<string, Row[]>()
  for (const row of rows.values()) {
    if (row.score !== row.first) found.push(`${row.id}: first ${row.first}, then ${row.score}`)
    byPerson.set(row.of, [...(byPerson.get(row.of) ?? []), row])
  }
  for (const [of, attempts] of byPerson) {
    const ended = attempts.filter(({ ended }) => ended).map(({ number }) => number)
    const counting = attempts.filter(({ counts }) => counts).map(({ number }) => number)
    if (counting.join() !== (ended.length > 0 ? String(Math.min(...ended)) : ''))
      found.push(`${of}: attempts ${counting.join()} count, of ${ended.join()} that ended`)
    if (attempts.length - ended.length > 1) found.push(`${of}: ${attempts.length - ended.length} attempts are open`)
  }
  return found
}

/** Every key has at most ten options: points in 2520ths are whole. */
const WHOLE = 2520

/** What an answer earns, told slowly: option by option. Null for what is never scored. */
function points({ kind, scoring, key, picks }: Row['answers'][number]): number | null {
  if (kind === 'open') return null
  const right = key ?? []
  let [ticked, mistaken] = [0, 0]
  for (const pick of picks) {
    if (right.includes(pick)) ticked++
    else mistaken++
  }
  if (ticked === right.length && mistaken === 0) return WHOLE
  if (kind !== 'multiple' || scoring !== 'partial') return 0
  return Math.max(0, ((ticked - mistaken) * WHOLE) / right.length)
}

const isShare = (share: string | null, part: number, whole: number) => {
  const [num, den] = share?.split('/').map(BigInt) ?? []
  return num !== undefined && den !== undefined && num * BigInt(whole) === BigInt(part) * den
}

/** Attempts whose score, awards, topics or pass are not what their rows give. */
export function findWrongScores(rows: Rows): string[] {
  return [...rows.values()].filter((row) => !isRightlyScored(row)).map((row) => JSON.stringify(row))
}

function isRightlyScored({ ended, score, passed, pass_num, pass_den, answers, topics }: Row): boolean {
  if (!ended) return score === null && passed === null && topics.length === 0
  let [total, questions] = [0, 0]
  const byTopic = new Map<string, { total: number; questions: number }>()
  for (const answer of answers) {
    const earned = points(answer)
    if (earned === null) {
      if (answer.award !== null) return false
      continue
    }
    if (!isShare(answer.award, earned, WHOLE)) return false
    total += earned
    questions++
    for (const topic of answer.topics) {
      const sum = byTopic.get(topic) ?? { total: 0, questions: 0 }
      byTopic.set(topic, { total: sum.total + earned, questions: sum.questions + 1 })
    }
  }
  if (questions === 0) return score === null && passed === null
  return (
    isShare(score, total, WHOLE * questions) &&
    passed === total * pass_den >= pass_num * WHOLE * questions &&
    topics.length === byTopic.size &&
    topics.every(({ id, num, den, questions: count }) => {
      const sum = byTopic.get(id)
      return sum?.questions === count && isShare(`${num}/${den}`, sum.total, WHOLE * count)
    })
  )
}
