import { Client } from 'pg'
import { draftQuestion, publishDraft, quizDraft } from '../../tests/factories/quizzes'

const SEED = 20_261
const QUIZZES = 20
/** The clock of every company stands in the middle of a month and of a week, whatever today is. */
const TODAY = '2026-11-18T12:00:00Z'

export const TOPICS = [
  'benchmarking',
  'container-optimization',
  'gpu-selection',
  'networking',
  'storage',
  'observability',
  'cost-optimization',
  'security',
] as const

/** Publishes quizzes of 10 to 19 questions on three topics each, in the database that the product's door leads to. */
export async function publishQuizzes(): Promise<void> {
  for (let quiz = 0; quiz < QUIZZES; quiz++) {
    const slug = `quiz-${String(quiz).padStart(2, '0')}`
    const questions = Array.from({ length: 10 + (quiz % 10) }, (_, index) =>
      draftQuestion({
        externalId: `${slug}/q${index + 1}`,
        kind: index % 3 === 2 ? 'multiple' : 'single',
        topics: [TOPICS[(quiz + (index % 3)) % TOPICS.length] ?? ''],
      }),
    )
    await publishDraft({ ...quizDraft({ questions }), slug })
  }
}

const SETTINGS = [
  'SET session_replication_role = replica',
  'SET synchronous_commit = off',
  `SET work_mem = '256MB'`,
  `SET maintenance_work_mem = '512MB'`,
]

/** Chance and ids, by number: the same in every run. Ids rise with their number, as those of the product do with time. */
const TOOLS = [
  `CREATE FUNCTION pg_temp.chance(number bigint, what int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
    $$ SELECT (hashint8extended(number, what + ${SEED}) & 1048575) / 1048576.0::float8 $$`,
  `CREATE FUNCTION pg_temp.nth(what int, number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT (lpad(to_hex(what), 8, '0') || lpad(to_hex(number), 24, '0'))::uuid $$`,
]

/** One in fifty does not want to be shown, and one in a hundred has left. */
const PEOPLE = `
  INSERT INTO person (id, email, name, content_locales, board_opt_out_at, deactivated_at)
  SELECT pg_temp.nth(1, n), 'person-' || n || '@people.test', 'Person ' || n, '{en}',
    CASE WHEN pg_temp.chance(n, 1) < 0.02 THEN app_now() END, CASE WHEN pg_temp.chance(n, 2) < 0.01 THEN app_now() END
  FROM generate_series(1, $1::bigint) AS n`

/** About 20 people each: 16 for whom it is the only team or the first, and one in four of all others' second. */
const TEAMS = `
  INSERT INTO team (id, slug, name)
  SELECT pg_temp.nth(2, n), 'team-' || n, 'Team ' || n FROM generate_series(0, $1::bigint / 16) AS n`
const MEMBERSHIPS = `
  INSERT INTO membership (id, team_id, person_id)
  SELECT pg_temp.nth(3, n), pg_temp.nth(2, n / 16), pg_temp.nth(1, n) FROM generate_series(1, $1::bigint) AS n
  UNION ALL
  SELECT pg_temp.nth(4, n), pg_temp.nth(2, second), pg_temp.nth(1, n)
  FROM generate_series(1, $1::bigint) AS n,
    LATERAL (SELECT floor(pg_temp.chance(n, 3) * ($1::bigint / 16 + 1))::bigint AS second) AS drawn
  WHERE pg_temp.chance(n, 4) < 0.25 AND second <> n / 16`

/** The questions by quiz and position, in the words and with the options that people met. */
const ITEMS = `
  CREATE TEMPORARY TABLE item AS
  SELECT quiz_item.quiz_id, substr(quiz.slug, 6)::int AS quiz, quiz_item.position, quiz_item.question_id,
    version.id AS version_id, translation.id AS translation_id, array_agg(option_id ORDER BY version_option.position) AS options,
    quiz_item.position % 3 AS topic, (SELECT topic_id FROM question_topic WHERE question_id = version.question_id) AS topic_id
  FROM quiz_item JOIN quiz ON quiz.id = quiz_item.quiz_id
  JOIN question_version AS version ON version.question_id = quiz_item.question_id
  JOIN translation ON translation.version_id = version.id
  JOIN version_option ON version_option.version_id = version.id
  GROUP BY quiz_item.quiz_id, quiz.slug, quiz_item.position, quiz_item.question_id, version.id, version.question_id,
    translation.id`

/**
 * Who has taken what, when and how well: one quiz for most, all twenty for a few; three in a
 * hundred this week, seven more this month, the rest within two years before.
 */
const TAKEN = `
  CREATE TEMPORARY TABLE taken AS
  SELECT id, n, quiz, pg_temp.nth(5, id) AS attempt_id, greatest(0, least(1, skill + (luck - 0.5) / 3)) AS share, luck,
    app_now() - CASE WHEN age < 0.03 THEN age / 0.03 * interval '2 days' WHEN age < 0.1 THEN (age - 0.03) / 0.07 * interval '17 days'
      ELSE interval '18 days' + age * interval '2 years' END AS ended_at
  FROM generate_series(1, $1::bigint) AS n,
    generate_series(0, floor(${QUIZZES} * pg_temp.chance(n, 5) ^ 24)::int) AS each,
    LATERAL (SELECT n * 32 + each AS id, (floor(pg_temp.chance(n, 6) * ${QUIZZES})::int + each * 7) % ${QUIZZES} AS quiz,
      sqrt(pg_temp.chance(n, 7)) AS skill, pg_temp.chance(n * 32 + each, 8) AS luck,
      pg_temp.chance(n * 32 + each, 9) AS age) AS drawn`

const ATTEMPTS = `
  INSERT INTO attempt (id, person_id, quiz_id, mode, number, started_at, ended_at, ended, reveals_at, reviewed_at, settings,
    seed, locale, counts, score_num, score_den, first_num, first_den, passed)
  SELECT attempt_id, pg_temp.nth(1, n), quiz_id, 'exam', 1, ended_at - interval '20 minutes', ended_at, 'submitted', ended_at,
    ended_at, '{"passNum": 7, "passDen": 10, "reveal": "each", "revealAt": null}', 'seed', 'en', true,
    num, den, num, den, num * 10 >= den * 7
  FROM taken JOIN (SELECT quiz, quiz_id, 2 * count(*) AS den FROM item GROUP BY 1, 2) AS quiz USING (quiz),
    LATERAL (SELECT round(share * den)::bigint AS num) AS score
  ORDER BY taken.id`

const ATTEMPT_TOPICS = `
  INSERT INTO attempt_topic (attempt_id, topic_id, num, den, questions)
  SELECT attempt_id, topic_id, round(greatest(0, least(1, share + (pg_temp.chance(id, 20 + topic) - 0.5) / 4)) * 2 * questions),
    2 * questions, questions
  FROM taken JOIN (SELECT quiz, topic, topic_id, count(*) AS questions FROM item GROUP BY 1, 2, 3) AS topic USING (quiz)
  ORDER BY taken.id`

/** Two answers of every attempt are kept, and a review card of one: enough for these tables to grow with people too. */
const ANSWERS = `
  INSERT INTO answer (attempt_id, question_id, position, version_id, option_order, picks, seq, saved_at, translation_id,
    locale, award_num, award_den, answered_on)
  SELECT attempt_id, question_id, position, version_id, options, options[1:1], 1, ended_at, translation_id, 'en',
    (pg_temp.chance(id, 30 + position) < share)::int, 1, ended_at::date
  FROM taken JOIN item USING (quiz) WHERE position <= 2
  ORDER BY taken.id`
const REVIEW_LOGS = `
  INSERT INTO review_log (person_id, question_id, day, rating, attempt_id)
  SELECT pg_temp.nth(1, n), question_id, ended_at::date, 'good', attempt_id FROM taken JOIN item USING (quiz)
  WHERE position = 1 ORDER BY taken.id`
const REVIEW_CARDS = `
  INSERT INTO review_card (person_id, question_id, due_on, stability, difficulty, reps, lapses, last_rated_on)
  SELECT person_id, question_id, day + 3, 3, 5, 1, 0, day FROM review_log`

/** Attempts that wait to be submitted, by people drawn at random, each at a quiz that is new to them. */
const OPEN_ATTEMPTS = `
  WITH drawn AS (
    SELECT n, (floor(pg_temp.chance(n, 6) * ${QUIZZES})::int + taken * 7) % ${QUIZZES} AS quiz
    FROM (SELECT n, count(*) AS taken FROM taken GROUP BY n HAVING count(*) < ${QUIZZES}) AS person
    ORDER BY pg_temp.chance(n, 10), n LIMIT $1
  ), opened AS (
    INSERT INTO attempt (id, person_id, quiz_id, mode, number, started_at, settings, seed, locale)
    SELECT DISTINCT pg_temp.nth(6, n), pg_temp.nth(1, n), quiz_id, 'exam'::attempt_mode, 1, app_now() - interval '20 minutes',
      '{"passNum": 7, "passDen": 10, "reveal": "each", "revealAt": null}'::jsonb, 'seed', 'en'
    FROM drawn JOIN item USING (quiz)
  )
  INSERT INTO answer (attempt_id, question_id, position, version_id, option_order, picks, seq, saved_at, translation_id, locale)
  SELECT pg_temp.nth(6, n), question_id, position, version_id, options, options[pick:pick], 1, app_now(), translation_id, 'en'
  FROM drawn JOIN item USING (quiz), LATERAL (SELECT 1 + floor(pg_temp.chance(n * 32 + position, 11) * 4)::int AS pick) AS picked`

/** As the migration fills the boards from what had been recorded, but that the view is asked once. */
const BOARDS = [
  `CREATE TEMPORARY TABLE standing AS SELECT * FROM board_standing`,
  `INSERT INTO board (id, scope, scope_id, span, starts_on)
    SELECT gen_random_uuid(), * FROM (SELECT DISTINCT scope, scope_id, span, starts_on FROM standing) AS boards`,
  `INSERT INTO board_entry (board_id, person_id, points, hidden)
    SELECT board.id, person_id, points, hidden FROM standing JOIN board USING (scope, scope_id, span, starts_on)`,
  `INSERT INTO board_bucket (board_id, width, points, people)
    SELECT board_id, width, points / width * width, count(*)
    FROM board_entry CROSS JOIN (VALUES (1), (100)) AS level (width) WHERE NOT hidden GROUP BY 1, 2, 3`,
]

/** Indexes of the large tables, and constraints that no reference needs: how to drop each, and how to put it back. */
const INDEXES = `
  WITH large AS (
    SELECT name::regclass AS id FROM unnest('{person,membership,attempt,attempt_topic,answer,review_log,review_card,board_entry}'::text[]) AS name
  ), own AS (
    SELECT pg_constraint.* FROM pg_constraint JOIN large ON large.id = conrelid WHERE contype IN ('p', 'u')
  )
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore
  FROM own WHERE NOT EXISTS (SELECT FROM pg_constraint AS foreign_key WHERE foreign_key.conindid = own.conindid AND contype = 'f')
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index JOIN large ON large.id = indrelid WHERE indexrelid NOT IN (SELECT conindid FROM own)`

/**
 * Fills a database that has the quizzes with so many people and what they have done, the same in every run.
 *
 * @param open how many attempts are left to be submitted
 */
export async function foundCompany(url: string, people: number, open: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const since = Date.now()
    const run = async (what: string, sql: string, values: unknown[] = []) => {
      await client.query(sql, values)
      process.stderr.write(
        `${people.toLocaleString('en')} people, ${((Date.now() - since) / 1000).toFixed(0)} s: ${what}\n`,
      )
    }
    // Rows are made to fit each other; checking every reference would take longer than making them.
    for (const statement of [...SETTINGS, ...TOOLS]) await client.query(statement)
    const { rows: clock } = await client.query<{ ahead: number }>(
      `SELECT extract(epoch FROM '${TODAY}'::timestamptz - now())::int AS ahead`,
    )
    await client.query(`CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS
      $$ SELECT now() + interval '${clock[0]?.ahead} seconds' $$`)
    const { rows: indexes } = await client.query<{ drop: string; restore: string }>(INDEXES)
    for (const { drop } of indexes) await client.query(drop)
    await run('people', PEOPLE, [people])
    await client.query(TEAMS, [people])
    await run('teams', MEMBERSHIPS, [people])
    await client.query(ITEMS)
    await client.query(TAKEN, [people])
    await client.query('ANALYZE')
    await run('attempts', ATTEMPTS)
    await run('their topics', ATTEMPT_TOPICS)
    await run('answers', ANSWERS)
    await client.query(REVIEW_LOGS)
    await run('review cards', REVIEW_CARDS)
    await client.query('ANALYZE')
    for (const statement of BOARDS) await client.query(statement)
    await run('boards', OPEN_ATTEMPTS, [open])
    for (const { restore } of indexes) await client.query(restore)
    await run('indexes', 'VACUUM (ANALYZE)')
  } finally {
    await client.end()
  }
}
