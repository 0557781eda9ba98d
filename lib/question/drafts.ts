import { databaseNow, newId, type Transaction } from '../db/client'
import type { Prisma, TranslationStatus } from '../db/generated/client'
import type { SourceLine } from './rules-merge'

/** One text, with the revision of the source text that it was made from; of the source itself, the revision that it is. */
export type StoredField = { markdown: string; sourceRevision: number }

/** The newest words of a version in one language. */
export type StoredWords = {
  id: string
  locale: string
  revision: number
  status: TranslationStatus
  fields: Map<string, StoredField>
}

/** What is worked on: the newest version of a question, a draft or not, with the newest words in every language. */
export type Working = NonNullable<Awaited<ReturnType<typeof readWorking>>>

type QuestionRow = {
  id: string
  externalId: string
  ownerId: string | null
  reviewBy: string | null
  isArchived: boolean
  topics: string[]
  revisions: Record<string, number>
  optionNames: Record<string, string>
  sourceLocale: string
}

/** Reads what is worked on; null where there is no such question. */
export async function readWorking(on: Transaction, questionId: string) {
  const [question] = await on.$queryRaw<QuestionRow[]>`
    SELECT id, external_id AS "externalId", owner_id AS "ownerId", review_by::text AS "reviewBy",
      archived_at IS NOT NULL AS "isArchived",
      (SELECT coalesce(json_agg(slug ORDER BY slug), '[]') FROM question_topic JOIN topic ON topic.id = topic_id
        WHERE question_id = question.id) AS topics,
      (SELECT coalesce(json_object_agg(field, revision), '{}') FROM source_field
        WHERE question_id = question.id) AS revisions,
      (SELECT coalesce(json_object_agg(id, external_id), '{}') FROM option
        WHERE question_id = question.id) AS "optionNames",
      coalesce((SELECT source_locale FROM quiz JOIN quiz_item ON quiz_id = quiz.id
        WHERE question_id = question.id ORDER BY quiz.created_at, quiz.id LIMIT 1), 'en') AS "sourceLocale"
    FROM question WHERE id = ${questionId}::uuid`
  if (!question) return null
  const version = await on.questionVersion.findFirst({
    where: { questionId },
    orderBy: { number: 'desc' },
    include: { options: { orderBy: { position: 'asc' } }, key: true, sources: { orderBy: { url: 'asc' } } },
  })
  if (!version) return null
  return { question, version, words: await readWords(on, version.id) }
}

/** The newest words of a version by language. */
export async function readWords(on: Transaction, versionId: string): Promise<Map<string, StoredWords>> {
  const rows = await on.$queryRaw<(Omit<StoredWords, 'fields'> & { fields: Record<string, StoredField> })[]>`
    SELECT DISTINCT ON (locale) id, locale, revision, status,
      (SELECT coalesce(json_object_agg(field, json_build_object('markdown', markdown, 'sourceRevision', source_revision)), '{}')
        FROM translation_field WHERE translation_id = translation.id) AS fields
    FROM translation WHERE version_id = ${versionId}::uuid ORDER BY locale, revision DESC`
  return new Map(rows.map((row) => [row.locale, { ...row, fields: new Map(Object.entries(row.fields)) }]))
}

/** The revision of a source text as it will be once what is drafted is published. */
export function revisionOf({ question, words }: Pick<Working, 'question' | 'words'>, field: string): number {
  const drafted = words.get(question.sourceLocale)?.fields.get(field)?.sourceRevision ?? 1
  return Math.max(question.revisions[field] ?? 1, drafted)
}

/** The sources of a version, with their days as dates without a time. */
export const sourcesOf = ({ version }: Working): SourceLine[] =>
  version.sources.map(({ url, verifiedOn }) => ({ url, verifiedOn: verifiedOn.toISOString().slice(0, 10) }))

/** The option that a text is about; null for the stem and the explanation. */
export const optionOf = (field: string): string | null => /^(?:option|feedback):(.+)$/.exec(field)?.[1] ?? null

/** Keeps publishing and importing out, and other writers of the question, until the transaction ends; false where there is none. */
export async function lockQuestion(tx: Transaction, questionId: string): Promise<boolean> {
  await tx.$queryRaw`
    SELECT 1 FROM quiz JOIN quiz_item ON quiz_id = quiz.id WHERE question_id = ${questionId}::uuid
    ORDER BY quiz.id FOR SHARE OF quiz`
  // Attempts go on: what they write refers to the question and changes nothing of it.
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM question WHERE id = ${questionId}::uuid FOR NO KEY UPDATE`
  return rows.length > 0
}

/** The newest of each language. */
export function newestPerLocale<T extends { locale: string }>(newestFirst: T[]): T[] {
  const seen = new Set<string>()
  return newestFirst.filter(({ locale }) => !seen.has(locale) && seen.add(locale))
}

/** Takes draft versions away, with all that is theirs. */
export async function discardDrafts(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const ofDrafts = { versionId: { in: ids } }
  await tx.finding.deleteMany({ where: ofDrafts })
  await discardTranslations(tx, ofDrafts)
  await tx.source.deleteMany({ where: ofDrafts })
  await tx.versionKey.deleteMany({ where: ofDrafts })
  await tx.versionOption.deleteMany({ where: ofDrafts })
  await tx.questionVersion.deleteMany({ where: { id: { in: ids } } })
}

/** Takes draft words away. */
export async function discardTranslations(tx: Transaction, where: Prisma.TranslationWhereInput): Promise<void> {
  await tx.translationField.deleteMany({ where: { translation: where } })
  await tx.translation.deleteMany({ where })
}

/** Puts each question of a quiz into the first pool on one of its topics. The ids of pools are in their order. */
export async function placeInPools(tx: Transaction, quizId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE quiz_item AS item SET pool_id = (
      SELECT pool.id FROM pool JOIN question_topic USING (topic_id)
      WHERE pool.quiz_id = item.quiz_id AND question_topic.question_id = item.question_id
      ORDER BY pool.id LIMIT 1)
    WHERE item.quiz_id = ${quizId}::uuid`
}

type Texts = Record<string, string>

/** Notes what someone wrote, to be put on record once the hour is over: typing saves every second. */
export async function noteWriting(
  tx: Transaction,
  writing: { personId: string | null; questionId: string; locale: string; before: Texts; after: Texts },
): Promise<void> {
  const { personId, questionId, locale } = writing
  const [before, after] = [JSON.stringify(writing.before), JSON.stringify(writing.after)]
  await tx.$executeRaw`
    INSERT INTO writing (id, person_id, question_id, locale, hour, last_at, before, after)
    VALUES (${newId()}::uuid, ${personId}::uuid, ${questionId}::uuid, ${locale}, date_trunc('hour', app_now()), app_now(),
      ${before}::jsonb, ${after}::jsonb)
    ON CONFLICT (person_id, question_id, locale, hour) DO UPDATE SET
      before = excluded.before || writing.before, after = writing.after || excluded.after, last_at = excluded.last_at`
}

type WritingRow = {
  personId: string | null
  questionId: string
  locale: string
  lastAt: Date
  before: Texts
  after: Texts
}

/** Puts on record what was written in hours that are over, as one event for each person, question, language and hour. */
export async function recordEndedWritings(tx: Transaction): Promise<number> {
  return recordRows(
    tx,
    await tx.$queryRaw<WritingRow[]>`
      DELETE FROM writing WHERE hour < date_trunc('hour', app_now())
      RETURNING person_id AS "personId", question_id AS "questionId", locale, last_at AS "lastAt", before, after`,
  )
}

/** Puts on record what was written so far, before what it led to is. */
export async function recordWritings(tx: Transaction, questionIds: readonly string[]): Promise<void> {
  await recordRows(
    tx,
    await tx.$queryRaw<WritingRow[]>`
      DELETE FROM writing WHERE question_id = ANY (${questionIds}::uuid[])
      RETURNING person_id AS "personId", question_id AS "questionId", locale, last_at AS "lastAt", before, after`,
  )
}

async function recordRows(tx: Transaction, rows: WritingRow[]): Promise<number> {
  const changed = rows.flatMap((row) => {
    const fields = Object.keys(row.after).filter((field) => row.before[field] !== row.after[field])
    const only = (texts: Texts) => Object.fromEntries(fields.map((field) => [field, texts[field] ?? '']))
    return fields.length === 0 ? [] : [{ ...row, before: only(row.before), after: only(row.after) }]
  })
  if (changed.length > 0)
    await tx.auditEvent.createMany({
      data: changed.map(({ personId, questionId, locale, lastAt, before, after }) => ({
        id: newId(),
        at: lastAt,
        actorId: personId,
        action: 'question.words',
        subjectType: 'question',
        subjectId: questionId,
        before: { locale, fields: before },
        after: { locale, fields: after },
      })),
    })
  return changed.length
}

/**
 * What publishing a quiz does besides: what was written goes on record, and source texts whose meaning changes rise to
 * their next revision, so that words in other languages count as stale. To be called before drafts become published.
 */
export async function settleDrafts(tx: Transaction, quiz: { id: string; sourceLocale: string }): Promise<void> {
  const items = await tx.quizItem.findMany({
    where: { quizId: quiz.id, question: { archivedAt: null } },
    select: { questionId: true },
  })
  const questionIds = items.map(({ questionId }) => questionId)
  await recordWritings(tx, questionIds)
  await tx.$executeRaw`
    UPDATE source_field SET revision = drafted.revision
    FROM (
      SELECT question_id, field, max(source_revision) AS revision
      FROM question_version JOIN translation ON version_id = question_version.id
        JOIN translation_field ON translation_id = translation.id
      WHERE question_id = ANY (${questionIds}::uuid[]) AND locale = ${quiz.sourceLocale}
        AND translation.status <> 'published'
      GROUP BY question_id, field
    ) AS drafted
    WHERE (source_field.question_id, source_field.field) = (drafted.question_id, drafted.field)
      AND source_field.revision < drafted.revision`
}

/** The moment that the page shows as saved. */
export const savedAt = async (tx: Transaction): Promise<string> => (await databaseNow(tx)).toISOString()
