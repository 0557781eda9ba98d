import { guarded } from '../../access/guard'
import { recordChange } from '../../audit/record'
import { db } from '../../db/client'
import { listImageLocales } from '../queries'
import { type AltOutcome, altTexts } from '../schema'

/** The text of one language: what the person saw there, and what it shall be. Empty for none. */
export type AltChange = { was: string; text: string }

/**
 * Changes alternative texts of an image, all or none. Texts that have it in their Markdown already keep their own.
 *
 * @param changes by language; those that change nothing are left alone, whatever has become of them meanwhile
 */
export const setAltTexts = guarded(
  'quiz:author',
  async (viewer, imageId: string, changes: Record<string, AltChange>): Promise<AltOutcome> => {
    const checked = altTexts.safeParse(
      Object.fromEntries(Object.entries(changes).map(([locale, { text }]) => [locale, text])),
    )
    if (!checked.success) return { status: 'alt-too-long' }
    const changed = Object.entries(checked.data).filter(([locale, text]) => changes[locale]?.was !== text)
    const [needed] = await listImageLocales()
    if (changed.some(([locale, text]) => locale === needed && text === '')) return { status: 'no-alt-text' }

    return db().$transaction(async (tx): Promise<AltOutcome> => {
      // One after the other: whoever comes second sees what the first has written.
      const found = await tx.$queryRaw<unknown[]>`SELECT FROM asset WHERE id::text = ${imageId} FOR UPDATE`
      if (found.length === 0) return { status: 'not-found' }
      const rows = await tx.assetAlt.findMany({ where: { assetId: imageId } })
      const stored = new Map(rows.map(({ locale, text }) => [locale, text]))
      for (const [locale, text] of changed) {
        const now = stored.get(locale) ?? ''
        if (now !== changes[locale]?.was && now !== text) return { status: 'changed', locale, text: now }
      }
      const written = changed.filter(([locale, text]) => (stored.get(locale) ?? '') !== text)
      if (written.length === 0) return { status: 'saved' }
      for (const [locale, text] of written) {
        const where = { assetId_locale: { assetId: imageId, locale } }
        if (text === '') await tx.assetAlt.delete({ where })
        else await tx.assetAlt.upsert({ where, create: { assetId: imageId, locale, text }, update: { text } })
      }
      await recordChange(tx, viewer, {
        action: 'image.describe',
        subjectType: 'asset',
        subjectId: imageId,
        before: { alts: Object.fromEntries(written.map(([locale]) => [locale, stored.get(locale) ?? null])) },
        after: { alts: Object.fromEntries(written.map(([locale, text]) => [locale, text || null])) },
      })
      return { status: 'saved' }
    })
  },
)
