import { guarded } from '../access/guard'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { containsWords } from '../db/search'
import { defaultUiLocale } from '../i18n/locales'
import { type ListAddress, PAGE_SIZE } from '../list/schema'
import type { ImageRef, imageList } from './schema'

/** The bytes of an image, for anyone signed in who knows its address; null when there is none of that id and size. */
export const getImage = guarded(
  'quiz:take',
  async (_viewer, { id, width, height }: ImageRef): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | null> =>
    db().asset.findFirst({ where: { id, width, height }, select: { type: true, bytes: true } }),
)

export type ImageLine = ImageRef & {
  /** Size in bytes. */
  size: number
  createdAt: Date
  /** Null for the command line, and for someone erased. */
  uploadedBy: string | null
  /** What it shows, by language. */
  alts: Record<string, string>
  /** Questions, by their names in files, and quizzes whose texts name it in any revision. */
  places: string[]
}

/** The images that an address asks for, newest first, and how many there are in all. */
export const listImages = guarded(
  'quiz:author',
  async (
    _viewer,
    { search, filters, page }: ListAddress<typeof imageList>,
  ): Promise<{ images: ImageLine[]; total: number }> => {
    const { image, use, missing } = filters
    const conditions = [
      search === ''
        ? Prisma.sql`true`
        : Prisma.sql`EXISTS (SELECT FROM asset_alt WHERE asset_id = asset.id AND ${containsWords(Prisma.sql`text`, search)})`,
      image === undefined ? Prisma.sql`true` : Prisma.sql`asset.id::text = ${image}`,
      use === undefined ? Prisma.sql`true` : Prisma.sql`(use.places IS NOT NULL) = ${use === 'used'}`,
      missing === undefined
        ? Prisma.sql`true`
        : Prisma.sql`NOT EXISTS (SELECT FROM asset_alt WHERE asset_id = asset.id AND locale = ${missing})`,
    ]
    const found = Prisma.sql`
      WITH mention AS (
        SELECT regexp_matches(words.markdown, ${NAMED}, 'g') AS named, question.external_id AS place
        FROM translation_field AS words
        JOIN translation ON translation.id = words.translation_id
        JOIN question_version AS version ON version.id = translation.version_id
        JOIN question ON question.id = version.question_id
        WHERE strpos(words.markdown, '/assets/images/') > 0
        UNION
        SELECT regexp_matches(intro, ${NAMED}, 'g'), quiz.slug
        FROM quiz_name JOIN quiz ON quiz.id = quiz_name.quiz_id
        WHERE strpos(intro, '/assets/images/') > 0
      ), use AS (
        SELECT named[1] AS asset_id, array_agg(place ORDER BY place) AS places FROM mention GROUP BY named[1]
      ), found AS (
        SELECT asset.id, asset.created_at, use.places
        FROM asset LEFT JOIN use ON use.asset_id = asset.id::text
        WHERE ${Prisma.join(conditions, ' AND ')}
      )`
    const [images, [count]] = await Promise.all([
      db().$queryRaw<ImageLine[]>`
        ${found}
        SELECT asset.id, asset.width, asset.height, octet_length(asset.bytes) AS size, asset.created_at AS "createdAt",
          person.name AS "uploadedBy", coalesce(found.places, '{}') AS places,
          (SELECT coalesce(json_object_agg(locale, text), '{}') FROM asset_alt WHERE asset_id = asset.id) AS alts
        FROM found JOIN asset ON asset.id = found.id LEFT JOIN person ON person.id = asset.uploaded_by
        ORDER BY found.created_at DESC, found.id DESC
        LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`,
      db().$queryRaw<{ total: number }[]>`${found} SELECT count(*)::int AS total FROM found`,
    ])
    return { images, total: count?.total ?? 0 }
  },
)

const NAMED = '/assets/images/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'

/**
 * The languages in which images are described: those of the quizzes. The first is the one that most of them are written
 * in, and every image needs it.
 */
export const listImageLocales = guarded('quiz:author', async (): Promise<string[]> => {
  const rows = await db().$queryRaw<{ locale: string }[]>`
    SELECT name.locale
    FROM quiz_name AS name LEFT JOIN quiz ON quiz.id = name.quiz_id AND quiz.source_locale = name.locale
    GROUP BY name.locale ORDER BY count(quiz.id) DESC, count(*) DESC, name.locale`
  return rows.length > 0 ? rows.map(({ locale }) => locale) : [defaultUiLocale]
})
