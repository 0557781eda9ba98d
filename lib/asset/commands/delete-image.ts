import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
import { db } from '../../db/client'
import type { DeleteOutcome } from '../schema'

/**
 * Deletes an image that no text names, in any language or revision: what was published stays as it was shown.
 */
export const deleteImage = guarded(
  'quiz:author',
  (viewer, imageId: string): Promise<DeleteOutcome> =>
    db().$transaction(async (tx): Promise<DeleteOutcome> => {
      // What others write right now is waited for, and is then seen below.
      await tx.$executeRaw`LOCK TABLE translation_field, quiz_name IN SHARE MODE`
      const [image] = await tx.$queryRaw<{ sha256: string; width: number; height: number }[]>`
        SELECT sha256, width, height FROM asset WHERE id::text = ${imageId} FOR UPDATE`
      if (!image) return { status: 'not-found' }
      const named = `/assets/images/${imageId}`
      const places = await tx.$queryRaw<{ place: string }[]>`
        SELECT question.external_id AS place
        FROM translation_field AS words
        JOIN translation ON translation.id = words.translation_id
        JOIN question_version AS version ON version.id = translation.version_id
        JOIN question ON question.id = version.question_id
        WHERE strpos(words.markdown, ${named}) > 0
        UNION
        SELECT quiz.slug FROM quiz_name JOIN quiz ON quiz.id = quiz_name.quiz_id WHERE strpos(intro, ${named}) > 0
        ORDER BY place`
      if (places.length > 0) return { status: 'in-use', places: places.map(({ place }) => place) }

      const alts = await tx.assetAlt.findMany({ where: { assetId: imageId } })
      await tx.assetAlt.deleteMany({ where: { assetId: imageId } })
      await tx.asset.delete({ where: { id: imageId } })
      await recordChange(tx, viewer, {
        action: 'image.delete',
        subjectType: 'asset',
        subjectId: imageId,
        before: { ...image, alts: Object.fromEntries(alts.map(({ locale, text }) => [locale, text])) },
      })
      return { status: 'deleted' }
    }),
)
