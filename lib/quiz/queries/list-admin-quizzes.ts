import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { Prisma } from '../../db/generated/client'
import { containsWords } from '../../db/search'
import { chooseWords } from '../../i18n/chain'
import { type ListAddress, PAGE_SIZE } from '../../list/schema'
import { type QuizState, quizStates, type StoredState, stateOf } from '../rules'

/** What can be asked of the list of quizzes. */
export const adminQuizList = {
  filters: { state: quizStates, topic: null, language: null },
  sorts: ['title', 'state', 'questions', 'published'],
} as const

export type AdminQuizRow = {
  slug: string
  title: string
  titleLocale: string
  state: QuizState
  publishAt: string | null
  publishedAt: string | null
  /** Without those archived. */
  questions: number
  /** Questions of which something awaits publishing. */
  changed: number
  locales: string[]
}

type Row = Omit<AdminQuizRow, 'title' | 'titleLocale' | 'state' | 'publishAt' | 'publishedAt'> &
  StoredState & { sourceLocale: string; names: { locale: string; title: string }[]; total: number }

/**
 * Quizzes for those who write them, a page of the list that an address asks for. Words searched for stand together in a
 * title, an introduction, the slug, or one text of a question in its newest version.
 *
 * @param uiLocale language of titles where there is one
 */
export const listAdminQuizzes = guarded(
  'quiz:translate',
  async (
    _viewer,
    { search, filters, sort, descending, page }: ListAddress<typeof adminQuizList>,
    uiLocale: string,
  ): Promise<{ quizzes: AdminQuizRow[]; total: number }> => {
    const title = Prisma.sql`coalesce(
      (SELECT title FROM quiz_name WHERE quiz_id = quiz.id AND locale = ${uiLocale}),
      (SELECT title FROM quiz_name WHERE quiz_id = quiz.id AND locale = quiz.source_locale), quiz.slug)`
    const state = Prisma.sql`CASE WHEN quiz.status = 'draft' AND quiz.publish_at IS NOT NULL THEN 'scheduled' ELSE quiz.status::text END`
    const order = {
      title: Prisma.sql`lower(${title})`,
      state: Prisma.sql`array_position(${[...quizStates]}::text[], ${state})`,
      questions: Prisma.sql`questions`,
      published: Prisma.sql`coalesce(quiz.publish_at, quiz.published_at)`,
    }[sort]
    const rows = await db().$queryRaw<Row[]>`
      SELECT quiz.slug, quiz.status, quiz.publish_at AS "publishAt", quiz.published_at AS "publishedAt",
        quiz.source_locale AS "sourceLocale", counted.questions, counted.changed,
        (SELECT coalesce(json_agg(json_build_object('locale', locale, 'title', title) ORDER BY locale), '[]')
          FROM quiz_name WHERE quiz_id = quiz.id) AS names,
        (SELECT coalesce(json_agg(locale ORDER BY locale), '[]') FROM quiz_name WHERE quiz_id = quiz.id) AS locales,
        count(*) OVER ()::int AS total
      FROM quiz CROSS JOIN LATERAL (
        SELECT count(*)::int AS questions, count(*) FILTER (WHERE EXISTS (
          SELECT FROM question_version AS version WHERE version.question_id = question.id AND (version.status = 'draft'
            OR EXISTS (SELECT FROM translation WHERE version_id = version.id AND translation.status <> 'published'))))::int AS changed
        FROM quiz_item JOIN question ON question.id = quiz_item.question_id
        WHERE quiz_item.quiz_id = quiz.id AND question.archived_at IS NULL
      ) AS counted
      WHERE ${filters.state ? Prisma.sql`${state} = ${filters.state}` : Prisma.sql`quiz.status <> 'archived'`}
        AND ${
          filters.language
            ? Prisma.sql`EXISTS (SELECT FROM quiz_name WHERE quiz_id = quiz.id AND locale = ${filters.language})`
            : Prisma.sql`true`
        }
        AND ${
          filters.topic
            ? Prisma.sql`EXISTS (
                SELECT FROM quiz_item JOIN question_topic USING (question_id) JOIN topic ON topic.id = topic_id
                WHERE quiz_item.quiz_id = quiz.id AND topic.slug = ${filters.topic})`
            : Prisma.sql`true`
        }
        AND (${search === '' ? Prisma.sql`true` : matches(search)})
      ORDER BY ${order} ${descending ? Prisma.sql`DESC` : Prisma.sql`ASC`} NULLS LAST, quiz.slug
      LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`
    return {
      total: rows[0]?.total ?? 0,
      quizzes: rows.map(({ names, sourceLocale, status, publishAt, publishedAt, total: _total, ...row }) => {
        const name = chooseWords(names, [uiLocale], sourceLocale)
        return {
          ...row,
          title: name?.title ?? row.slug,
          titleLocale: name?.locale ?? sourceLocale,
          state: stateOf({ status, publishAt }),
          publishAt: publishAt?.toISOString() ?? null,
          publishedAt: publishedAt?.toISOString() ?? null,
        }
      }),
    }
  },
)

const matches = (search: string) => Prisma.sql`
  ${containsWords(Prisma.sql`quiz.slug`, search)}
  OR EXISTS (
    SELECT FROM quiz_name WHERE quiz_id = quiz.id AND ${containsWords(Prisma.sql`title || ' ' || intro`, search)})
  OR EXISTS (
    SELECT FROM quiz_item
    JOIN question_version AS version ON version.question_id = quiz_item.question_id AND version.number = (
      SELECT max(number) FROM question_version WHERE question_id = quiz_item.question_id)
    JOIN translation ON translation.version_id = version.id
    JOIN translation_field ON translation_id = translation.id
    WHERE quiz_item.quiz_id = quiz.id AND ${containsWords(Prisma.sql`markdown`, search)})`

/** What the list of quizzes can be filtered by: topics that have questions, and languages that quizzes are in. */
export const listQuizFilters = guarded(
  'quiz:translate',
  async (
    _viewer,
    uiLocale: string,
  ): Promise<{ topics: { slug: string; name: string; nameLocale: string }[]; locales: string[] }> => {
    const topics = await db().topic.findMany({ where: { questions: { some: {} } }, include: { names: true } })
    const names = await db().quizName.findMany({
      distinct: ['locale'],
      orderBy: { locale: 'asc' },
      select: { locale: true },
    })
    return {
      topics: topics
        .map(({ slug, names: topicNames }) => {
          const name = chooseWords(topicNames, [uiLocale], 'en')
          return { slug, name: name?.name ?? slug, nameLocale: name?.locale ?? 'en' }
        })
        .sort((a, b) => a.name.localeCompare(b.name, uiLocale)),
      locales: names.map(({ locale }) => locale),
    }
  },
)
