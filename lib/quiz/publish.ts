import { actorOf, type Viewer } from '../access/viewer'
import { recordChange } from '../audit/record'
import type { Transaction } from '../db/client'
import { settleDrafts } from '../question/drafts'
import { blocksOf, type CheckItem, checkQuiz, isWhole } from './checklist'
import { readCheckedQuiz } from './read-checked'
import { afterAction } from './rules'

/** What goes on record when the time of publishing has come and the checklist blocks. */
export const PUBLISH_BLOCKED = 'quiz.publish-blocked'

export type PublishOutcome =
  | {
      status: 'published' | 'beta'
      questions: number
      locales: string[]
      /** What to look at all the same. */
      warnings: CheckItem[]
    }
  | { status: 'not-found' }
  /** The state of the quiz does not lead there. */
  | { status: 'not-now' }
  /** Nothing was published: the checklist, what blocks first. */
  | { status: 'blocked'; items: CheckItem[] }

/**
 * Publishes a quiz that this transaction has locked: every draft version and all drafted words in it become what members
 * see from now on. Words that are not whole stay drafts, so that their question is shown whole in another language.
 * Questions that are archived stay as they are.
 *
 * @param now the clock of the database
 */
export async function publishLocked(
  tx: Transaction,
  viewer: Viewer,
  quizId: string,
  to: 'published' | 'beta',
  now: Date,
): Promise<PublishOutcome> {
  const quiz = await tx.quiz.findUniqueOrThrow({ where: { id: quizId } })
  const next = afterAction(quiz, to === 'published' ? 'publish' : 'beta')
  if (!next) return { status: 'not-now' }
  const checked = await readCheckedQuiz(tx, quizId)
  const items = checkQuiz(checked)
  if (blocksOf(items).length > 0) return { status: 'blocked', items }

  await makeDueAgain(tx, quizId)
  await settleDrafts(tx, quiz)
  const inQuiz = { question: { archivedAt: null, items: { some: { quizId } } } }
  const broken = checked.questions.flatMap((question) => {
    const source = question.words.find(({ locale }) => locale === checked.sourceLocale)
    return question.words.filter((words) => !isWhole(question, words, source)).map(({ id }) => id)
  })
  const words = await tx.translation.updateMany({
    where: { status: { not: 'published' }, version: inQuiz, id: { notIn: broken } },
    data: { status: 'published', publishedAt: now },
  })
  const versions = await tx.questionVersion.updateMany({
    where: { status: 'draft', ...inQuiz },
    data: { status: 'published', publishedAt: now, publishedBy: actorOf(viewer) },
  })
  await tx.quiz.update({
    where: { id: quizId },
    data: {
      ...next,
      // A beta is taken for no score.
      publishedAt: quiz.publishedAt ?? (to === 'published' ? now : null),
      rowVersion: { increment: 1 },
    },
  })
  await recordChange(tx, viewer, {
    action: to === 'published' ? 'quiz.publish' : 'quiz.beta',
    subjectType: 'quiz',
    subjectId: quizId,
    before: { status: quiz.status, publishAt: quiz.publishAt?.toISOString() ?? null },
    after: {
      status: next.status,
      publishAt: next.publishAt?.toISOString() ?? null,
      versions: versions.count,
      words: words.count,
    },
  })
  return { status: to, questions: checked.questions.length, locales: checked.locales, warnings: items }
}

/**
 * What people know of a question whose key changes with this publishing may be wrong now: it is due at once, or tomorrow
 * where today's answer is given.
 */
async function makeDueAgain(tx: Transaction, quizId: string): Promise<void> {
  await tx.$executeRaw`
    WITH unsure AS (
      SELECT card.person_id, card.question_id
      FROM quiz_item
      JOIN review_card AS card ON card.question_id = quiz_item.question_id
      JOIN question ON question.id = quiz_item.question_id AND question.archived_at IS NULL
      JOIN question_version AS draft ON draft.question_id = quiz_item.question_id AND draft.status = 'draft'
      JOIN version_key AS new_key ON new_key.version_id = draft.id
      JOIN LATERAL (
        SELECT option_ids, accepted, kind FROM question_version JOIN version_key ON version_key.version_id = question_version.id
        WHERE question_id = quiz_item.question_id AND status = 'published' ORDER BY number DESC LIMIT 1
      ) AS old_key ON new_key.accepted IS DISTINCT FROM old_key.accepted OR CASE
        WHEN 'ordering' IN (draft.kind, old_key.kind)
          THEN draft.kind <> old_key.kind OR new_key.option_ids <> old_key.option_ids
        ELSE NOT (new_key.option_ids @> old_key.option_ids AND new_key.option_ids <@ old_key.option_ids) END
      WHERE quiz_item.quiz_id = ${quizId}::uuid
      ORDER BY card.person_id, card.question_id FOR UPDATE OF card
    )
    UPDATE review_card SET due_on = last_rated_on + 1 FROM unsure
    WHERE (review_card.person_id, review_card.question_id) = (unsure.person_id, unsure.question_id)`
}
