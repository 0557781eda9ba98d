import { guarded } from '../access/guard'
import { db, newId } from '../db/client'

/** Adds the topics and topic names that the database lacks; what exists is left as it is. */
export const addTopics = guarded(
  'quiz:author',
  async (_viewer, topics: { slug: string; names: Record<string, string> }[]): Promise<void> => {
    await db().$transaction(async (tx) => {
      await tx.topic.createMany({ data: topics.map(({ slug }) => ({ id: newId(), slug })), skipDuplicates: true })
      const rows = await tx.topic.findMany({ where: { slug: { in: topics.map(({ slug }) => slug) } } })
      const ids = new Map(rows.map(({ slug, id }) => [slug, id]))
      await tx.topicName.createMany({
        data: topics.flatMap(({ slug, names }) =>
          Object.entries(names).map(([locale, name]) => ({ topicId: ids.get(slug) ?? '', locale, name })),
        ),
        skipDuplicates: true,
      })
    })
  },
)
