import { actAs, type Viewer } from '../../lib/access/viewer'
import { submitAttempt } from '../../lib/attempt/commands/end-attempt'
import { getBoard, listBoards } from '../../lib/board/queries'
import type { Place } from '../../lib/board/schema'
import { db } from '../../lib/db/client'
import { randomFrom } from '../generate-pages'
import { TOPICS } from './company'

const SEED = 1909
const VIEWERS = 500

export const PAGES = ['firstPage', 'myPlace', 'teamBoard', 'topicBoard', 'choices'] as const
export type What = (typeof PAGES)[number] | 'submit'

/** What a process that asks one database can be told to do, so many times, one after the other. */
export type Task = { what: What; times: number }

/** Milliseconds of every call, or what was wrong with the first that did not do what it should. */
export type TaskReport = { latencies: number[] } | { failure: string }

type Asker = { viewer: Viewer; team: string; topic: string; place: Place }

/** People who are shown, drawn at random from all: from the top of the boards, their middle and their bottom. */
async function drawAskers(random: () => number): Promise<Asker[]> {
  const people = await db().$queryRaw<{ id: string }[]>`
    SELECT person_id AS id FROM board_entry JOIN board ON board.id = board_id
    WHERE (scope, span) = ('all', 'all') AND NOT hidden ORDER BY person_id`
  const drawn = Array.from({ length: VIEWERS }, () => people[Math.floor(random() * people.length)]?.id ?? '')
  const rows = await db().$queryRaw<{ id: string; name: string; points: number; teamId: string; team: string }[]>`
    SELECT DISTINCT ON (person.id) person.id, person.name, points, team.id AS "teamId", team.slug AS team
    FROM person JOIN membership ON membership.person_id = person.id JOIN team ON team.id = membership.team_id
    JOIN board_entry ON board_entry.person_id = person.id
    JOIN board ON board.id = board_entry.board_id AND (board.scope, board.span) = ('all', 'all')
    WHERE person.id = ANY(${drawn}::uuid[]) ORDER BY person.id, team.id`
  const known = new Map(rows.map((row) => [row.id, row]))
  return drawn.flatMap((id) => {
    const row = known.get(id)
    if (!row) return []
    const viewer: Viewer = {
      personId: id,
      name: row.name,
      email: '',
      role: 'member',
      zone: 'UTC',
      uiLocale: 'en',
      contentLocales: ['en'],
      isOnBoards: true,
      teams: [{ teamId: row.teamId, role: 'member' }],
      sessionHash: null,
    }
    const topic = TOPICS[Math.floor(random() * TOPICS.length)] ?? ''
    return [{ viewer, team: row.team, topic, place: { points: row.points, personId: id } }]
  })
}

const pages: Record<(typeof PAGES)[number], (asker: Asker) => Promise<unknown>> = {
  firstPage: () => getBoard({ scope: 'all', slug: null }, 'all'),
  // As far down as the person stands, with the person among their neighbours.
  myPlace: ({ place }) => getBoard({ scope: 'all', slug: null }, 'all', place),
  teamBoard: ({ team }) => getBoard({ scope: 'team', slug: team }, 'all'),
  topicBoard: ({ topic }) => getBoard({ scope: 'topic', slug: topic }, 'all'),
  choices: () => listBoards('en'),
}

/** What can be asked one after the other, over and over. */
async function prepare(): Promise<(what: What) => Promise<void>> {
  const random = randomFrom(SEED)
  const askers = await drawAskers(random)
  const open = await db().$queryRaw<{ id: string; personId: string }[]>`
    SELECT id, person_id AS "personId" FROM attempt WHERE ended_at IS NULL ORDER BY hashtext(id::text)`
  let turn = 0
  return async (what) => {
    if (what === 'submit') {
      const attempt = open.pop()
      const [some] = askers
      if (!attempt || !some) throw new Error('All attempts have been submitted.')
      const outcome = await actAs({ ...some.viewer, personId: attempt.personId }, () => submitAttempt(attempt.id))
      if (outcome.status !== 'submitted') throw new Error(`An attempt was not submitted: ${outcome.status}`)
      return
    }
    const asker = askers[turn++ % askers.length]
    if (!asker) throw new Error('Nobody is on the boards.')
    const found = await actAs(asker.viewer, () => pages[what](asker))
    if (found === null) throw new Error(`${what}: there is no such board.`)
  }
}

let ask: Promise<(what: What) => Promise<void>> | null = null

async function run({ what, times }: Task): Promise<TaskReport> {
  ask ??= prepare()
  const call = await ask
  const latencies: number[] = []
  for (let each = 0; each < times; each++) {
    const since = performance.now()
    await call(what)
    latencies.push(performance.now() - since)
  }
  return { latencies }
}

process.on('message', (task: Task) => {
  run(task).then(
    (report) => process.send?.(report),
    (error: Error) => process.send?.({ failure: error.message } satisfies TaskReport),
  )
})
