import { guarded } from '../../access/guard'
import type { TopicProgress } from '../rules'
import { readTopicProgress } from '../topic-figures'

/** The viewer's own progress by topic: see `topicFigures` for what counts. */
export const listTopicProgress = guarded(
  'progress:own',
  (viewer, uiLocale: string): Promise<TopicProgress[]> => readTopicProgress(viewer.personId, uiLocale),
)
