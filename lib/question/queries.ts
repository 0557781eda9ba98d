import { randomUUID } from 'node:crypto'
import { guarded } from '../access/guard'
import { mayDo } from '../access/rights'
import type { Viewer } from '../access/viewer'
import { keyOf } from '../attempt/kinds'
import type { AcceptedAnswer, QuestionKind, Scoring } from '../attempt/schema'
import { db } from '../db/client'
import { leadOf } from '../markdown/lead'
import { readWorking, revisionOf, sourcesOf, type Working } from './drafts'
import { type DiffPart, wordDiff } from './rules-diff'
import type { SourceLine } from './rules-merge'

/** The quiz around a question that is edited. */
export type EditedFrame = {
  slug: string
  /** In the interface language where there is one. */
  title: string
  sourceLocale: string
  /** Languages of the quiz, the source first. */
  locales: string[]
}

/** The words of a question in one language, as they are worked on. */
export type EditedWords = {
  locale: string
  /** Whether they wait for publishing. */
  isDraft: boolean
  fields: Record<string, string>
}

/** A question as its page needs it: what is worked on, and what of it differs from what members see. */
export type EditedQuestion = {
  quiz: EditedFrame
  id: string
  name: string
  /** Place in the quiz, counted from 1, and the names of the questions around it. */
  place: { position: number; count: number; previous: string | null; next: string | null }
  isArchived: boolean
  /** Whether the viewer may change more than the words of translations. */
  mayAuthor: boolean
  version: {
    number: number
    isDraft: boolean
    kind: QuestionKind
    scoring: Scoring
    order: string[]
    pinLast: string[]
    key: string[]
    accepted: AcceptedAnswer | null
    sources: SourceLine[]
  }
  topics: string[]
  owner: string | null
  reviewBy: string | null
  words: EditedWords[]
  /** The version that members see; null before the first publishing. */
  published: { number: number; answers: number } | null
  /** The source texts that members see, by field, and which of those drafted mean something else; null before. */
  publishedSource: Record<string, string> | null
  meanings: string[]
  /** The names of options in files and in `{option:NAME}`, by id. */
  optionNames: Record<string, string>
  /** Texts that were made from an earlier meaning of the source, with what changed in the source since. */
  stale: { locale: string; field: string; change: DiffPart[] }[]
  /** The id that the next option will have. */
  spareOption: string
  choices: { topics: { slug: string; name: string }[]; people: { id: string; name: string }[] }
}

type FrameRow = {
  slug: string
  sourceLocale: string
  names: { locale: string; title: string }[]
  questionId: string | null
  position: number
  count: number
  previous: string | null
  next: string | null
  choices: { slug: string; names: Record<string, string> }[]
  people: { id: string; name: string }[]
}

/**
 * One question of a quiz, to be edited; null when there is no such quiz or question.
 *
 * @param name the part of its external id after the quiz, or its id
 */
export const getEditedQuestion = guarded(
  'quiz:translate',
  async (viewer, slug: string, name: string, uiLocale: string): Promise<EditedQuestion | null> => {
    const frame = await readFrame(slug, name)
    const working = frame?.questionId ? await readWorking(db(), frame.questionId) : null
    if (!frame || !working) return null
    const { question, version, words } = working
    const history = await readSourceTexts(question.id, question.sourceLocale)
    const published = history.find(({ isPublished }) => isPublished)
    return {
      quiz: frameOf(frame, uiLocale),
      id: question.id,
      name: nameOf(slug, question.externalId),
      place: { position: frame.position, count: frame.count, previous: frame.previous, next: frame.next },
      isArchived: question.isArchived,
      mayAuthor: mayDo(viewer.role, 'quiz:author'),
      version: {
        number: version.number,
        isDraft: version.status === 'draft',
        kind: version.kind,
        scoring: version.scoring,
        order: version.options.map(({ optionId }) => optionId),
        pinLast: version.options.filter(({ pinLast }) => pinLast).map(({ optionId }) => optionId),
        key: version.key?.optionIds ?? [],
        accepted: keyOf(version.key).accepted,
        sources: sourcesOf(working),
      },
      topics: question.topics,
      owner: question.ownerId,
      reviewBy: question.reviewBy,
      words: [...words.values()].map(({ locale, status, fields }) => ({
        locale,
        isDraft: status !== 'published',
        fields: Object.fromEntries([...fields].map(([field, { markdown }]) => [field, markdown])),
      })),
      published: published ? { number: published.number, answers: published.answers } : null,
      publishedSource: published ? textsOf(published.fields) : null,
      meanings: meaningsOf(working),
      optionNames: question.optionNames,
      stale: staleOf(working, history),
      spareOption: randomUUID(),
      choices: {
        topics: frame.choices.map((topic) => ({
          slug: topic.slug,
          name: topic.names[uiLocale] ?? topic.names.en ?? topic.slug,
        })),
        people: peopleFor(viewer, frame, question.ownerId),
      },
    }
  },
)

const nameOf = (slug: string, externalId: string) =>
  externalId.startsWith(`${slug}/`) ? externalId.slice(slug.length + 1) : externalId

function frameOf({ slug, sourceLocale, names }: FrameRow, uiLocale: string): EditedFrame {
  const title = (locale: string) => names.find((each) => each.locale === locale)?.title
  const others = names.map(({ locale }) => locale).filter((locale) => locale !== sourceLocale)
  return {
    slug,
    title: title(uiLocale) ?? title(sourceLocale) ?? slug,
    sourceLocale,
    locales: [sourceLocale, ...others.sort()],
  }
}

/** Admins alone choose an owner, and see who there is. */
function peopleFor(viewer: Viewer, { people }: FrameRow, ownerId: string | null) {
  return mayDo(viewer.role, 'quiz:author') ? people : people.filter(({ id }) => id === ownerId)
}

async function readFrame(slug: string, name: string): Promise<FrameRow | null> {
  const [row] = await db().$queryRaw<FrameRow[]>`
    SELECT slug, source_locale AS "sourceLocale", place.question_id AS "questionId", place.position::int, place.count::int,
      place.previous, place.next,
      (SELECT coalesce(json_agg(json_build_object('locale', locale, 'title', title) ORDER BY locale), '[]')
        FROM quiz_name WHERE quiz_id = quiz.id) AS names,
      (SELECT coalesce(json_agg(json_build_object('slug', topic.slug, 'names',
          (SELECT coalesce(json_object_agg(locale, name), '{}') FROM topic_name WHERE topic_id = topic.id)) ORDER BY slug), '[]')
        FROM topic) AS choices,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name), '[]')
        FROM person WHERE name IS NOT NULL AND erased_at IS NULL
          AND ((role <> 'member' AND deactivated_at IS NULL) OR id = place.owner_id)) AS people
    FROM quiz JOIN LATERAL (
      SELECT question_id, owner_id, external_id, row_number() OVER around AS position, count(*) OVER () AS count,
        lag(external_id) OVER around AS previous, lead(external_id) OVER around AS next
      FROM quiz_item JOIN question ON question.id = question_id
      WHERE quiz_id = quiz.id WINDOW around AS (ORDER BY quiz_item.position)
    ) AS place ON place.external_id = ${`${slug}/${name}`} OR place.external_id = ${name} OR place.question_id::text = ${name}
    WHERE slug = ${slug} LIMIT 1`
  if (!row) return null
  const short = (externalId: string | null) => externalId && nameOf(slug, externalId)
  return { ...row, previous: short(row.previous), next: short(row.next) }
}

/** The words of the source in one revision of one version, the newest first. */
type SourceText = {
  number: number
  revision: number
  isPublished: boolean
  answers: number
  fields: Record<string, { markdown: string; sourceRevision: number }>
}

async function readSourceTexts(questionId: string, sourceLocale: string): Promise<SourceText[]> {
  return db().$queryRaw<SourceText[]>`
    SELECT version.number, translation.revision,
      version.status = 'published' AND translation.status = 'published' AS "isPublished",
      (SELECT count(*)::int FROM answer WHERE version_id = version.id) AS answers,
      (SELECT coalesce(json_object_agg(field, json_build_object('markdown', markdown, 'sourceRevision', source_revision)), '{}')
        FROM translation_field WHERE translation_id = translation.id) AS fields
    FROM question_version AS version JOIN translation ON version_id = version.id
    WHERE question_id = ${questionId}::uuid AND locale = ${sourceLocale}
    ORDER BY version.number DESC, translation.revision DESC`
}

const textsOf = (fields: SourceText['fields']) =>
  Object.fromEntries(Object.entries(fields).map(([field, { markdown }]) => [field, markdown]))

function meaningsOf({ question, words }: Working): string[] {
  return [...(words.get(question.sourceLocale)?.fields ?? [])].flatMap(([field, { sourceRevision }]) =>
    sourceRevision > (question.revisions[field] ?? 1) ? [field] : [],
  )
}

/** The source as it was at a revision is the newest text that is not beyond it. */
function staleOf(working: Working, history: SourceText[]): EditedQuestion['stale'] {
  const { question, words } = working
  const source = words.get(question.sourceLocale)?.fields
  return [...words.values()].flatMap(({ locale, fields }) =>
    locale === question.sourceLocale
      ? []
      : [...fields].flatMap(([field, { markdown, sourceRevision }]) => {
          const now = source?.get(field)?.markdown
          if (now === undefined || markdown === '' || sourceRevision >= revisionOf(working, field)) return []
          const then = history.find(
            ({ fields: texts }) => (texts[field]?.sourceRevision ?? Number.POSITIVE_INFINITY) <= sourceRevision,
          )
          return [{ locale, field, change: wordDiff(then?.fields[field]?.markdown ?? '', now, question.sourceLocale) }]
        }),
  )
}

/** A question in the list of those of a quiz. */
export type EditedLine = {
  id: string
  name: string
  kind: QuestionKind
  /** The first words of its stem in the source language. */
  stem: string
  isDraft: boolean
  isNew: boolean
}

/** The questions of a quiz in their order, to be edited; null when there is no such quiz. */
export const listEditedQuestions = guarded(
  'quiz:translate',
  async (
    viewer,
    slug: string,
    uiLocale: string,
  ): Promise<{ quiz: EditedFrame; mayAuthor: boolean; questions: EditedLine[] } | null> => {
    const quiz = await db().quiz.findUnique({ where: { slug }, include: { names: true } })
    if (!quiz) return null
    const rows = await db().$queryRaw<
      (Omit<EditedLine, 'name' | 'stem'> & { externalId: string; stem: string | null })[]
    >`
      SELECT question.id, question.external_id AS "externalId",
        version.kind::text AS kind,
        version.status = 'draft' OR EXISTS (SELECT FROM translation
          WHERE version_id = version.id AND translation.status <> 'published') AS "isDraft",
        version.number = 1 AND version.status = 'draft' AS "isNew",
        (SELECT markdown FROM translation JOIN translation_field ON translation_id = translation.id
          WHERE version_id = version.id AND locale = ${quiz.sourceLocale} AND field = 'stem'
          ORDER BY revision DESC LIMIT 1) AS stem
      FROM quiz_item JOIN question ON question.id = question_id
        JOIN LATERAL (SELECT * FROM question_version WHERE question_id = question.id ORDER BY number DESC LIMIT 1) AS version ON true
      WHERE quiz_id = ${quiz.id}::uuid ORDER BY quiz_item.position`
    return {
      quiz: frameOf({ ...emptyFrame, slug, sourceLocale: quiz.sourceLocale, names: quiz.names }, uiLocale),
      mayAuthor: mayDo(viewer.role, 'quiz:author'),
      questions: rows.map(({ externalId, stem, ...row }) => ({
        ...row,
        // In SQL kinds have the names of the database.
        kind: row.kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as QuestionKind,
        name: nameOf(slug, externalId),
        stem: leadOf(stem ?? ''),
      })),
    }
  },
)

const emptyFrame = { questionId: null, position: 0, count: 0, previous: null, next: null, choices: [], people: [] }

/** One version of a question with one revision of its words in a language. */
export type HistoryEntry = {
  /** Names the revision in addresses. */
  id: string
  number: number
  revision: number
  isDraft: boolean
  /** Who wrote last; null for what came from files, or where the person is erased. */
  by: string | null
  at: string
  kind: QuestionKind
  scoring: Scoring
  options: { id: string; pinLast: boolean; isRight: boolean }[]
  sources: SourceLine[]
  fields: Record<string, string>
}

export type QuestionHistory = {
  quiz: EditedFrame
  name: string
  /** Languages that the question has words in, the source first. */
  locales: string[]
  locale: string
  /** The newest first. */
  entries: HistoryEntry[]
}

/**
 * Every version and revision of a question in one language; null when there is no such quiz or question.
 *
 * @param locale the source language where it is null or unknown
 */
export const getQuestionHistory = guarded(
  'quiz:translate',
  async (
    _viewer,
    slug: string,
    name: string,
    locale: string | null,
    uiLocale: string,
  ): Promise<QuestionHistory | null> => {
    const frame = await readFrame(slug, name)
    if (!frame?.questionId) return null
    const rows = await db().translation.findMany({
      where: { version: { questionId: frame.questionId } },
      select: { locale: true },
      distinct: ['locale'],
      orderBy: { locale: 'asc' },
    })
    const { sourceLocale } = frame
    const locales = [sourceLocale, ...rows.map((row) => row.locale).filter((tag) => tag !== sourceLocale)]
    const chosen = locale !== null && locales.includes(locale) ? locale : sourceLocale
    const translations = await db().translation.findMany({
      where: { version: { questionId: frame.questionId }, locale: chosen },
      orderBy: [{ version: { number: 'desc' } }, { revision: 'desc' }],
      include: {
        fields: true,
        author: { select: { name: true } },
        version: {
          include: { options: { orderBy: { position: 'asc' } }, key: true, sources: { orderBy: { url: 'asc' } } },
        },
      },
    })
    return {
      quiz: frameOf(frame, uiLocale),
      name,
      locales,
      locale: chosen,
      entries: translations.map(({ id, revision, status, author, createdAt, publishedAt, version, fields }) => ({
        id,
        number: version.number,
        revision,
        isDraft: status !== 'published',
        by: author?.name ?? null,
        at: (publishedAt ?? createdAt).toISOString(),
        kind: version.kind,
        scoring: version.scoring,
        options: version.options.map(({ optionId, pinLast }) => ({
          id: optionId,
          pinLast,
          isRight: version.key?.optionIds.includes(optionId) ?? false,
        })),
        sources: version.sources.map(({ url, verifiedOn }) => ({
          url,
          verifiedOn: verifiedOn.toISOString().slice(0, 10),
        })),
        fields: Object.fromEntries(fields.map(({ field, markdown }) => [field, markdown])),
      })),
    }
  },
)
