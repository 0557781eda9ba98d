import sharp from 'sharp'
import { actAs, operator } from '@/lib/access/viewer'
import { uploadImage } from '@/lib/asset/commands/upload-image'
import type { ImageRef } from '@/lib/asset/schema'

type Drawing = { width?: number; height?: number; seed?: number }

/** Pixels that no two seeds share: a gradient, so that it looks like something and is small. */
function pixels({ width = 60, height = 40, seed = Math.floor(Math.random() * 0xffffff) }: Drawing) {
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    data[at * 3] = (seed + (at % width)) & 0xff
    data[at * 3 + 1] = (seed >> 8) & 0xff
    data[at * 3 + 2] = ((seed >> 16) + Math.floor(at / width)) & 0xff
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** The bytes of a picture in a format; of any two without the same seed, not the same picture. */
export async function imageFile(format: 'png' | 'jpeg' | 'webp' | 'gif', drawing: Drawing = {}): Promise<Uint8Array> {
  return new Uint8Array(await pixels(drawing).toFormat(format).toBuffer())
}

/** Keeps a new image, as the operator. */
export async function createImage(
  alts: Record<string, string> = { en: 'A gradient' },
  drawing: Drawing = {},
): Promise<ImageRef> {
  const outcome = await actAs(operator, async () => uploadImage(await imageFile('png', drawing), alts))
  if (outcome.status !== 'uploaded') throw new Error(`The image was not kept: ${outcome.status}`)
  return outcome.image
}
