import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { Prisma } from '../../db/generated/client'
import { chooseWords } from '../../i18n/chain'
import { MIN_SHARE_N, type TopicProgress, wilson } from '../rules'
import { type TopicFigures, topicFigures } from '../topic-figures'

/** The viewer's own progress by topic: see `topicFigures` for what counts. */
export const listTopicProgress = guarded('progress:own', async (viewer, uiLocale: string): Promise<TopicProgress[]> => {
  const rows = await db().$queryRaw<
    TopicFigures[]
  >`${topicFigures(Prisma.sql`SELECT ${viewer.personId}::uuid AS person_id`)}`
  const topics = await db().topic.findMany({
    where: { id: { in: rows.map(({ topicId }) => topicId) } },
    include: { names: true },
  })
  return rows
    .map(({ topicId, questions, answered, right, quiz }) => {
      const topic = topics.find(({ id }) => id === topicId)
      const name = topic && chooseWords(topic.names, [uiLocale], 'en')
      return {
        slug: topic?.slug ?? '',
        name: name?.name ?? topic?.slug ?? '',
        nameLocale: name?.locale ?? 'en',
        questions,
        answered,
        right,
        interval: answered >= MIN_SHARE_N ? wilson(right, answered) : null,
        quiz,
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name, uiLocale))
})
