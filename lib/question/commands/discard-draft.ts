import { guarded } from '../../access/guard'
import { mayDo } from '../../access/rights'
import { recordChange } from '../../audit/record'
import { db } from '../../db/client'
import { discardDrafts, discardTranslations, lockQuestion, readWorking, recordWritings } from '../drafts'

export type DiscardOutcome =
  | { status: 'discarded' }
  /** There is nothing to go back to, or nothing was drafted. */
  | { status: 'nothing' }
  | { status: 'not-allowed' }
  | { status: 'not-found' }

/**
 * Goes back to what is published: takes a draft version away with all its words, or the draft words of one language. What
 * they said stays on record. Only where something is published: the first version is all there is of its question.
 *
 * @param locale the language whose draft words go; null for the draft version
 */
export const discardDraft = guarded(
  'quiz:translate',
  (viewer, questionId: string, locale: string | null): Promise<DiscardOutcome> =>
    db().$transaction(async (tx): Promise<DiscardOutcome> => {
      const working = (await lockQuestion(tx, questionId)) ? await readWorking(tx, questionId) : null
      if (!working) return { status: 'not-found' }
      const { question, version, words } = working
      const isSource = locale === null || locale === question.sourceLocale
      if (isSource && !mayDo(viewer.role, 'quiz:author')) return { status: 'not-allowed' }
      await recordWritings(tx, [questionId])
      if (locale === null) {
        const published = await tx.questionVersion.count({ where: { questionId, status: 'published' } })
        if (version.status !== 'draft' || published === 0) return { status: 'nothing' }
        await discardDrafts(tx, [version.id])
      } else {
        const drafted = words.get(locale)
        if (!drafted || drafted.status === 'published' || version.status === 'draft') return { status: 'nothing' }
        await discardTranslations(tx, { id: drafted.id })
      }
      // Nothing was made from source texts that do not come to be.
      if (isSource)
        await tx.$executeRaw`
          UPDATE translation_field SET source_revision = source_field.revision
          FROM translation, question_version, source_field
          WHERE translation.id = translation_id AND translation.status <> 'published'
            AND question_version.id = version_id AND question_version.question_id = ${questionId}::uuid
            AND source_field.question_id = question_version.question_id
            AND source_field.field = translation_field.field AND source_revision > source_field.revision`
      await recordChange(tx, viewer, {
        action: 'question.discard',
        subjectType: 'question',
        subjectId: questionId,
        before: locale === null ? { version: version.number } : { version: version.number, locale },
      })
      return { status: 'discarded' }
    }),
)
