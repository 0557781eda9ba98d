import { createHash, randomUUID } from 'node:crypto'
import { guarded } from '../../access/guard'
import { actorOf } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { db } from '../../db/client'
import { encodeImage } from '../encode-image'
import { listImageLocales } from '../queries'
import { altTexts, type UploadOutcome } from '../schema'

/**
 * Keeps an image with its alternative texts. What the file is, is seen from its bytes.
 *
 * @param file the file as it was uploaded
 * @param alts alternative texts by language; the first of `listImageLocales` is needed
 */
export const uploadImage = guarded(
  'quiz:author',
  async (viewer, file: Uint8Array, alts: Record<string, string>): Promise<UploadOutcome> => {
    const checked = altTexts.safeParse(alts)
    if (!checked.success) return { status: 'alt-too-long' }
    const words = Object.entries(checked.data).filter(([, text]) => text !== '')
    const [needed = ''] = await listImageLocales()
    if (!words.some(([locale]) => locale === needed)) return { status: 'no-alt-text' }
    const encoded = await encodeImage(file)
    if (encoded.status !== 'encoded') return encoded

    const { bytes, width, height, frames } = encoded
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return db().$transaction(async (tx): Promise<UploadOutcome> => {
      // Random, so that the address of a picture in an explanation cannot be guessed.
      const id = randomUUID()
      const row = { id, sha256, type: 'image/webp', width, height, bytes, uploadedBy: actorOf(viewer) }
      const { count } = await tx.asset.createMany({ data: [row], skipDuplicates: true })
      const kept = count > 0 ? { id } : await tx.asset.findUniqueOrThrow({ where: { sha256 }, select: { id: true } })
      const before = await tx.assetAlt.findMany({ where: { assetId: kept.id } })
      const added = words.filter(([locale]) => before.every((alt) => alt.locale !== locale))
      await tx.assetAlt.createMany({
        data: added.map(([locale, text]) => ({ assetId: kept.id, locale, text })),
        skipDuplicates: true,
      })
      const image = { id: kept.id, width, height }
      if (count > 0 || added.length > 0)
        await recordChange(tx, viewer, {
          action: count > 0 ? 'image.upload' : 'image.describe',
          subjectType: 'asset',
          subjectId: kept.id,
          after: {
            ...(count > 0 ? { sha256, width, height, size: bytes.length } : {}),
            alts: Object.fromEntries(added),
          },
        })
      return { status: count > 0 ? 'uploaded' : 'known', image, frames }
    })
  },
)
