import { guarded } from '../access/guard'
import { recordChange } from '../audit/record'
import { db, newId } from '../db/client'

/** Adds the topics and topic names that the database lacks; what exists is left as it is. */
export const addTopics = guarded(
  'quiz:author',
  async (viewer, topics: { slug: string; names: Record<string, string> }[]): Promise<void> => {
    await db().$transaction(async (tx) => {
      const present = await tx.topic.findMany({ include: { names: { select: { locale: true } } } })
      const has = ({ slug, names }: (typeof topics)[number]) => {
        const known = present.find((topic) => topic.slug === slug)?.names.map(({ locale }) => locale)
        return known !== undefined && Object.keys(names).every((locale) => known.includes(locale))
      }
      const lacking = topics.filter((topic) => !has(topic))
      if (lacking.length === 0) return
      await tx.topic.createMany({ data: topics.map(({ slug }) => ({ id: newId(), slug })), skipDuplicates: true })
      const rows = await tx.topic.findMany({ where: { slug: { in: topics.map(({ slug }) => slug) } } })
      const ids = new Map(rows.map(({ slug, id }) => [slug, id]))
      await tx.topicName.createMany({
        data: topics.flatMap(({ slug, names }) =>
          Object.entries(names).map(([locale, name]) => ({ topicId: ids.get(slug) ?? '', locale, name })),
        ),
        skipDuplicates: true,
      })
      for (const { slug, names } of lacking)
        await recordChange(tx, viewer, {
          action: 'topic.add',
          subjectType: 'topic',
          subjectId: slug,
          after: names,
        })
    })
  },
)
