import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actAs } from '@/lib/access/viewer'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { readQuestions, startQuiz, takeQuiz } from '../factories/attempts'
import { createViewer, newTeam } from '../factories/people'
import { createQuiz, draftQuestion, publishDraft, quizDraft, saveDraft } from '../factories/quizzes'
import { testDatabase } from './database'

const UNIQUE = '23505'
const CHECK = '23514'
const FOREIGN_KEY = '23503'
const RESTRICT = '23001'

const database = testDatabase()
let client: Client

/** Values that statements name as :name. */
let row: Record<string, string> = {}

beforeAll(async () => {
  client = new Client({ connectionString: database.url })
  await client.connect()
  const viewer = await createViewer({ role: 'admin', teams: { [newTeam()]: 'manager' } })
  const draft = await createQuiz({ questions: 3, locales: ['en', 'es'] })
  const ended = await takeQuiz(viewer, draft.slug, ['right'])
  const open = await startQuiz(viewer, draft.slug, 'practice')
  const [first, second] = await readQuestions(open)
  if (!first || !second) throw new Error('The attempt has no questions.')
  await actAs(viewer, () =>
    revealAnswer(
      { attemptId: open, position: 1 },
      { picks: first.key, number: 1, translationId: first.translationIds.en ?? '' },
    ),
  )
  // A new draft version of the second question beside its published one.
  const [, again] = draft.questions
  await saveDraft({ ...draft, questions: [{ ...(again ?? draftQuestion()), key: ['c'] }] })
  const { rows } = await client.query(
    `SELECT quiz.id AS quiz, version.id AS draft_version FROM quiz, question_version AS version
     WHERE quiz.slug = $1 AND version.question_id = $2 AND version.status = 'draft'`,
    [draft.slug, second.questionId],
  )
  const translations = await client.query(
    `SELECT id, status FROM translation WHERE version_id = $1 AND locale = 'en'`,
    [rows[0].draft_version],
  )
  const other = await publishDraft(quizDraft({ questions: 1, pools: [{ topic: 'storage', draw: 1 }] }))
  const { rows: others } = await client.query(
    'SELECT option.id FROM option JOIN question ON question.id = option.question_id WHERE question.external_id = $1',
    [`${other.slug}/q1`],
  )
  await client.query(`
    WITH image AS (
      INSERT INTO asset (id, sha256, type, width, height, bytes) VALUES (gen_random_uuid(), 'x', 'image/webp', 1, 1, '\\x00') RETURNING id)
    INSERT INTO asset_alt (asset_id, locale, text) SELECT id, 'en', 'A dot' FROM image`)
  await client.query(
    `WITH given AS (
       INSERT INTO assignment (id, person_id, quiz_id, due_zone) VALUES (gen_random_uuid(), $1, $2, 'UTC') RETURNING id
     ), mail AS (
       INSERT INTO outbox (id, kind, dedupe_key, person_id, payload)
       VALUES (gen_random_uuid(), 'reminder', 'x', $1, '{}') RETURNING id)
     INSERT INTO reminder (assignment_id, person_id, due_at, stage, outbox_id)
     SELECT given.id, $1, now(), 'day_before', mail.id FROM given, mail`,
    [viewer.personId, rows[0].quiz],
  )
  const { rows: teams } = await client.query('SELECT team_id FROM membership WHERE person_id = $1', [viewer.personId])
  const { rows: topics } = await client.query('SELECT id FROM topic')
  row = {
    person: viewer.personId,
    team: teams[0].team_id,
    topic: topics[0].id,
    quiz: rows[0].quiz,
    ended,
    open,
    question: first.questionId,
    version: first.versionId,
    option: first.order[0] ?? '',
    option2: first.order[1] ?? '',
    words: first.translationIds.en ?? '',
    question2: second.questionId,
    draft_version: rows[0].draft_version,
    draft_words: translations.rows[0].id,
    draft_option: second.options.a ?? '',
    foreign_option: others[0].id,
    new: randomUUID(),
  }
})

afterAll(async () => {
  await client?.end()
})

/** Runs statements in a transaction that is undone, and returns the code of the error that the last one met, or null. */
async function attempt(sql: string): Promise<string | null> {
  const filled = sql.replace(/(?<!:):([a-z_0-9]+)/g, (_, name: string) => {
    const value = row[name]
    if (value === undefined) throw new Error(`There is no :${name}.`)
    return `'${value}'`
  })
  const statements = filled.split(';').map((statement) => statement.trim())
  await client.query('BEGIN')
  try {
    for (const statement of statements.slice(0, -1)) await client.query(statement)
    await client.query(statements.at(-1) ?? '')
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    return null
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.query('ROLLBACK')
  }
}

describe('there is only one', () => {
  test.each([
    [
      'open attempt per person and quiz',
      `INSERT INTO attempt (id, person_id, quiz_id, mode, number, settings, seed, locale) VALUES (:new, :person, :quiz, 'exam', 9, '{}', '', 'en')`,
    ],
    [
      'attempt that counts',
      `INSERT INTO attempt (id, person_id, quiz_id, mode, number, settings, seed, locale, ended, ended_at, counts) VALUES (:new, :person, :quiz, 'exam', 9, '{}', '', 'en', 'submitted', now(), true)`,
    ],
    [
      'attempt of a number',
      `INSERT INTO attempt (id, person_id, quiz_id, mode, number, settings, seed, locale, ended, ended_at) VALUES (:new, :person, :quiz, 'exam', 1, '{}', '', 'en', 'void', now())`,
    ],
    [
      'answer per attempt and question',
      `INSERT INTO answer (attempt_id, question_id, position, version_id) VALUES (:open, :question, 9, :version)`,
    ],
    ['answer per place', `UPDATE answer SET position = 2 WHERE attempt_id = :open AND position = 1`],
    [
      'draft version of a question',
      `INSERT INTO question_version (id, question_id, number, kind) VALUES (:new, :question2, 9, 'single')`,
    ],
    [
      'version of a number',
      `INSERT INTO question_version (id, question_id, number, kind, status, published_at) VALUES (:new, :question2, 1, 'single', 'published', now())`,
    ],
    [
      'draft of words per version and language',
      `INSERT INTO translation (id, version_id, locale, revision) VALUES (:new, :draft_version, 'en', 9)`,
    ],
    [
      'revision of a number',
      `INSERT INTO translation (id, version_id, locale, revision, status, published_at) VALUES (:new, :version, 'en', 1, 'published', now())`,
    ],
    ['place per option', `UPDATE version_option SET position = 1 WHERE version_id = :draft_version AND position = 2`],
    ['option of a name', `INSERT INTO option (id, question_id, external_id) VALUES (:new, :question, 'a')`],
    ['question per place of a quiz', `UPDATE quiz_item SET position = 1 WHERE quiz_id = :quiz AND position = 2`],
    [
      'open membership per team and person',
      `INSERT INTO membership (id, team_id, person_id) VALUES (:new, :team, :person)`,
    ],
    [
      'person per address',
      `INSERT INTO person (id, email, content_locales) SELECT :new, email, '{}' FROM person WHERE id = :person`,
    ],
    [
      'open set-up link',
      `INSERT INTO invitation (token_hash, purpose, expires_at) VALUES ('1', 'setup', now()); INSERT INTO invitation (token_hash, purpose, expires_at) VALUES ('2', 'setup', now())`,
    ],
    [
      'finding of a code per field',
      `INSERT INTO finding (id, version_id, code, severity, message) VALUES (gen_random_uuid(), :version, 'x', 'info', ''); INSERT INTO finding (id, version_id, code, severity, message) VALUES (gen_random_uuid(), :version, 'x', 'info', '')`,
    ],
    [
      'origin per page and ordinal',
      `INSERT INTO imported_question VALUES (:question, 'en', 'page.md', 1, ''); INSERT INTO imported_question VALUES (:question2, 'es', 'page.md', 1, '')`,
    ],
  ])('%s', async (_name, sql) => {
    expect(await attempt(sql)).toBe(UNIQUE)
  })

  test.each([
    [
      'an attempt after the open one was closed',
      `UPDATE attempt SET ended = 'void', ended_at = now() WHERE id = :open; INSERT INTO attempt (id, person_id, quiz_id, mode, number, settings, seed, locale) VALUES (:new, :person, :quiz, 'exam', 9, '{}', '', 'en')`,
    ],
    [
      'a preview beside an open attempt',
      `INSERT INTO attempt (id, person_id, quiz_id, mode, purpose, number, settings, seed, locale) VALUES (:new, :person, :quiz, 'exam', 'preview', 9, '{}', '', 'en')`,
    ],
    [
      'a membership after an ended one',
      `UPDATE membership SET until_at = from_at + interval '1 day' WHERE person_id = :person; INSERT INTO membership (id, team_id, person_id) VALUES (:new, :team, :person)`,
    ],
    [
      'a set-up link after a used one',
      `INSERT INTO invitation (token_hash, purpose, expires_at, used_at) VALUES ('1', 'setup', now(), now()); INSERT INTO invitation (token_hash, purpose, expires_at) VALUES ('2', 'setup', now())`,
    ],
    [
      'two questions that change places in one transaction',
      `SET CONSTRAINTS quiz_item_quiz_id_position_key DEFERRED; UPDATE quiz_item SET position = 3 - position WHERE quiz_id = :quiz AND position IN (1, 2)`,
    ],
  ])('but there may be %s', async (_name, sql) => {
    expect(await attempt(sql)).toBeNull()
  })
})

describe('it cannot be stored', () => {
  test.each([
    ['an address in capitals', `UPDATE person SET email = 'A@people.test' WHERE id = :person`],
    [
      'a session that ends before it starts',
      `INSERT INTO session (token_hash, person_id, expires_at) VALUES ('1', :person, now() - interval '1 day')`,
    ],
    [
      'a membership that ends before it starts',
      `UPDATE membership SET until_at = from_at - interval '1 second' WHERE person_id = :person`,
    ],
    ['a pass mark above everything', `UPDATE quiz SET pass_num = 11, pass_den = 10 WHERE id = :quiz`],
    ['a pass mark of no parts', `UPDATE quiz SET pass_num = 0, pass_den = 0 WHERE id = :quiz`],
    ['a negative pass mark', `UPDATE quiz SET pass_num = -1 WHERE id = :quiz`],
    ['a time limit of nothing', `UPDATE quiz SET seconds = 0 WHERE id = :quiz`],
    ['a grace longer than five minutes', `UPDATE quiz SET grace_seconds = 301 WHERE id = :quiz`],
    ['answers shown from a date without a date', `UPDATE quiz SET reveal = 'date' WHERE id = :quiz`],
    ['a date for answers that are never shown', `UPDATE quiz SET reveal = 'never', reveal_at = now() WHERE id = :quiz`],
    ['a quiz that nobody may start', `UPDATE quiz SET attempt_limit = 0 WHERE id = :quiz`],
    ['a pool that draws nothing', `UPDATE pool SET draw = 0`],
    ['an allowance that takes away', `INSERT INTO allowance (id, person_id, extra_percent) VALUES (:new, :person, -1)`],
    ['a deadline before the start', `UPDATE attempt SET deadline_at = started_at WHERE id = :open`],
    ['keys shown before the end', `UPDATE attempt SET reveals_at = now() WHERE id = :open`],
    ['a retake of nothing', `UPDATE attempt SET purpose = 'missed' WHERE id = :open`],
    [
      'an answer that is a book',
      `UPDATE answer SET text = repeat('x', 20001) WHERE attempt_id = :open AND position = 2`,
    ],
    [
      'a report that says nothing',
      `INSERT INTO problem_report (id, person_id, attempt_id, question_id, version_id, translation_id, text) VALUES (:new, :person, :open, :question, :version, :words, '')`,
    ],
    ['a question at place 0', `UPDATE quiz_item SET position = 0 WHERE quiz_id = :quiz AND position = 1`],
    [
      'an option at place 0',
      `UPDATE version_option SET position = 0 WHERE version_id = :draft_version AND position = 1`,
    ],
    ['version 0', `UPDATE question_version SET number = 0 WHERE id = :draft_version`],
    ['a version published at no time', `UPDATE question_version SET status = 'published' WHERE id = :draft_version`],
    [
      'a draft version with a time of publishing',
      `UPDATE question_version SET published_at = now() WHERE id = :draft_version`,
    ],
    ['a key of no options', `UPDATE version_key SET option_ids = '{}' WHERE version_id = :draft_version`],
    [
      'a key of options and of a number',
      `UPDATE version_key SET accepted = '{"value":"1"}' WHERE version_id = :draft_version`,
    ],
    ['revision 0 of words', `UPDATE translation SET revision = 0 WHERE id = :draft_words`],
    ['words published at no time', `UPDATE translation SET status = 'published' WHERE id = :draft_words`],
    ['a text of another name', `INSERT INTO translation_field VALUES (:draft_words, 'hint', NULL, '', 1)`],
    [
      'a stem that belongs to an option',
      `UPDATE translation_field SET option_id = :draft_option WHERE translation_id = :draft_words AND field = 'stem'`,
    ],
    [
      'an option text under the name of another',
      `INSERT INTO translation_field VALUES (:draft_words, 'option:' || :option2, :draft_option, '', 1)`,
    ],
    [
      'an option text without its option',
      `INSERT INTO translation_field VALUES (:draft_words, 'option:' || :draft_option, NULL, '', 1)`,
    ],
    ['source revision 0', `UPDATE source_field SET revision = 0 WHERE question_id = :question`],
    ['the 0th question of a page', `INSERT INTO imported_question VALUES (:question, 'en', 'page.md', 0, '')`],
    ['attempt 0', `UPDATE attempt SET number = 0 WHERE id = :open`],
    ['an end at no time', `UPDATE attempt SET ended = 'submitted' WHERE id = :open`],
    ['a time of ending without an end', `UPDATE attempt SET ended_at = now() WHERE id = :open`],
    ['a score before the end', `UPDATE attempt SET score_num = 1, score_den = 2, passed = true WHERE id = :open`],
    ['half a score', `UPDATE attempt SET score_den = NULL WHERE id = :ended`],
    ['a score that neither passes nor fails', `UPDATE attempt SET passed = NULL WHERE id = :ended`],
    ['a score above everything', `UPDATE attempt SET score_num = 5, score_den = 4 WHERE id = :ended`],
    ['a score below nothing', `UPDATE attempt SET score_num = -1 WHERE id = :ended`],
    ['an open attempt that counts', `UPDATE attempt SET counts = true WHERE id = :open`],
    ['a practice of what was missed that counts', `UPDATE attempt SET purpose = 'missed' WHERE id = :ended`],
    [
      'a pick that is no option',
      `UPDATE answer SET picks = ARRAY[:foreign_option]::uuid[], seq = 1, saved_at = now() WHERE attempt_id = :open AND position = 2`,
    ],
    [
      'an order that ends with an empty place',
      `UPDATE answer SET picks = ARRAY['00000000-0000-0000-0000-000000000000']::uuid[], seq = 1, saved_at = now() WHERE attempt_id = :open AND position = 2`,
    ],
    ['a save at no time', `UPDATE answer SET seq = 1 WHERE attempt_id = :open AND position = 2`],
    ['a time without a save', `UPDATE answer SET saved_at = now() WHERE attempt_id = :open AND position = 2`],
    ['half an award', `UPDATE answer SET award_num = 1 WHERE attempt_id = :open AND position = 2`],
    [
      'an award above everything',
      `UPDATE answer SET award_num = 2, award_den = 1 WHERE attempt_id = :open AND position = 2`,
    ],
    ['a share of a topic above everything', `UPDATE attempt_topic SET num = den + 1 WHERE attempt_id = :ended`],
    ['a share of a topic without questions', `UPDATE attempt_topic SET questions = 0 WHERE attempt_id = :ended`],
  ])('%s', async (_name, sql) => {
    expect(await attempt(sql)).toBe(CHECK)
  })

  test.each([
    [
      'a key that names an option of another question',
      `UPDATE version_key SET option_ids = ARRAY[:foreign_option]::uuid[] WHERE version_id = :draft_version`,
    ],
    [
      'a key that names nothing',
      `UPDATE version_key SET option_ids = ARRAY[:new]::uuid[] WHERE version_id = :draft_version`,
    ],
    [
      'an answer of nobody',
      `INSERT INTO answer (attempt_id, question_id, position, version_id) VALUES (:new, :question, 1, :version)`,
    ],
  ])('%s', async (_name, sql) => {
    expect(await attempt(sql)).toBe(FOREIGN_KEY)
  })
})

describe('it never changes', () => {
  test.each([
    ['a published version', `UPDATE question_version SET kind = 'multiple' WHERE id = :version`],
    ['back into a draft', `UPDATE question_version SET status = 'draft', published_at = NULL WHERE id = :version`],
    [
      'the position of a published option',
      `UPDATE version_option SET position = 9 WHERE version_id = :version AND option_id = :option`,
    ],
    [
      'the options of a published version by a new one',
      `INSERT INTO version_option VALUES (:version, :option, 9, false)`,
    ],
    ['the options of a published version by one less', `DELETE FROM version_option WHERE version_id = :version`],
    [
      'an option of a draft into a published version',
      `UPDATE version_option SET version_id = :version WHERE version_id = :draft_version AND position = 1`,
    ],
    ['a published key', `UPDATE version_key SET option_ids = ARRAY[:option]::uuid[] WHERE version_id = :version`],
    ['a published key by deleting it', `DELETE FROM version_key WHERE version_id = :version`],
    [
      'the source of a published version',
      `UPDATE source SET url = 'https://other.example' WHERE version_id = :version`,
    ],
    [
      'the sources of a published version by one more',
      `INSERT INTO source VALUES (:version, 'https://other.example', now())`,
    ],
    ['published words', `UPDATE translation SET locale = 'ja' WHERE id = :words`],
    ['published words by deleting them', `DELETE FROM translation WHERE id = :words`],
    [
      'a published text',
      `UPDATE translation_field SET markdown = 'x' WHERE translation_id = :words AND field = 'stem'`,
    ],
    ['published texts by one less', `DELETE FROM translation_field WHERE translation_id = :words AND field = 'stem'`],
    [
      'published texts by one more',
      `INSERT INTO translation_field VALUES (:words, 'feedback:' || :option2, :option2, '', 1)`,
    ],
    ['the picks of a revealed answer', `UPDATE answer SET picks = '{}' WHERE attempt_id = :open AND position = 1`],
    ['the number of a revealed answer', `UPDATE answer SET seq = 5 WHERE attempt_id = :open AND position = 1`],
    [
      'the end of an attempt',
      `UPDATE attempt SET ended = NULL, ended_at = NULL, score_num = NULL, score_den = NULL, passed = NULL, counts = false WHERE id = :ended`,
    ],
    ['the time of an end', `UPDATE attempt SET ended_at = now() + interval '1 day' WHERE id = :ended`],
    ['the first score', `UPDATE attempt SET first_num = 1, first_den = 1 WHERE id = :ended`],
    ['whether an attempt counts', `UPDATE attempt SET counts = false WHERE id = :ended`],
    ['whose attempt it was', `UPDATE attempt SET person_id = :new WHERE id = :ended`],
    ['the audit trail', `UPDATE audit_event SET action = 'x'`],
    ['the audit trail by deleting', `DELETE FROM audit_event`],
    ['the audit trail by emptying', `TRUNCATE audit_event CASCADE`],
  ])('%s', async (_name, sql) => {
    expect(await attempt(sql)).toBe(RESTRICT)
  })

  test.each([
    ['the score after a correction', `UPDATE attempt SET score_num = 0, passed = false WHERE id = :ended`],
    ['the award of a revealed answer', `UPDATE answer SET award_num = 0 WHERE attempt_id = :open AND position = 1`],
    ['a draft version', `UPDATE question_version SET kind = 'multiple' WHERE id = :draft_version`],
    ['draft words', `UPDATE translation_field SET markdown = 'x' WHERE translation_id = :draft_words`],
  ])('but %s may', async (_name, sql) => {
    expect(await attempt(sql)).toBeNull()
  })

  test('what is used goes nowhere: deleting is refused in every table that others point to', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT confrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' ORDER BY 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['person', 'quiz', 'question', 'question_version', 'option', 'translation', 'attempt']),
    )
    for (const { name } of rows) {
      const { rows: some } = await client.query(`SELECT FROM ${name} LIMIT 1`)
      expect(some, `${name} holds something to delete`).toHaveLength(1)
      expect([RESTRICT, FOREIGN_KEY], name).toContain(await attempt(`DELETE FROM ${name}`))
    }
  })
})

describe('the catalogue', () => {
  const list = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)

  test('has an index that begins with the columns of every foreign key', async () => {
    expect(
      await list(`
        SELECT conrelid::regclass || '.' || conname AS name FROM pg_constraint
        WHERE contype = 'f' AND NOT EXISTS (
          SELECT FROM pg_index
          WHERE indrelid = conrelid AND indpred IS NULL
            AND (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`),
    ).toEqual([])
    expect((await list(`SELECT conname AS name FROM pg_constraint WHERE contype = 'f'`)).length).toBeGreaterThan(30)
  })

  test('cascades nowhere', async () => {
    expect(
      await list(
        `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND (confdeltype <> 'r' OR confupdtype <> 'r')`,
      ),
    ).toEqual([])
  })

  test('spells everything in lower-case letters, digits and _', async () => {
    expect(
      await list(`
        SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND (table_name || column_name) !~ '^[a-z0-9_]+$'
        UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typname !~ '^[a-z0-9_]+$'
        UNION ALL SELECT conname FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND conname !~ '^[a-z0-9_]+$'`),
    ).toEqual([])
  })

  test('keeps instants with their zone, in milliseconds, and asks one clock', async () => {
    expect(
      await list(`
        SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
          AND (data_type LIKE 'time%' AND (data_type <> 'timestamp with time zone' OR datetime_precision <> 3)
            OR column_default ~* '(now|current_|clock_|localtime)' AND column_default <> 'app_now()')`),
    ).toEqual([])
  })

  test('is encoded in UTF-8', async () => {
    expect(await client.query('SHOW server_encoding')).toMatchObject({
      rows: [{ server_encoding: 'UTF8' }],
    })
  })
})
