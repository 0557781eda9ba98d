import sharp from 'sharp'
import { typeOfImage } from './rules'
import { type FileRefusal, LARGEST, MOST_BYTES, MOST_PIXELS } from './schema'

// libvips reads much more than these, and a file must not choose what reads it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

export type EncodedImage = {
  status: 'encoded'
  /** As WebP. */
  bytes: Uint8Array<ArrayBuffer>
  width: number
  height: number
  /** How many the file had. */
  frames: number
}

/**
 * Makes of an uploaded file what is served: upright, in sRGB, no larger than `LARGEST`, without metadata, as WebP. Of an
 * animation the first frame is kept. Drawings and screenshots stay as they are to the pixel where that is also smaller.
 */
export async function encodeImage(file: Uint8Array): Promise<EncodedImage | { status: FileRefusal }> {
  if (file.length === 0) return { status: 'no-file' }
  if (file.length > MOST_BYTES) return { status: 'too-large' }
  const type = typeOfImage(file)
  if (type === 'svg') return { status: 'svg' }
  if (type === null) return { status: 'other-type' }
  try {
    // The header alone, so that a size can be refused before anything is unfolded.
    const { width, height, pages: frames = 1 } = await sharp(file, { limitInputPixels: false }).metadata()
    if (width * height > MOST_PIXELS) return { status: 'too-many-pixels' }
    const { data, info } = await sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const [first, ...others] = await Promise.all([
      sharp(data, { raw }).webp({ quality: 82, smartSubsample: true }).toBuffer(),
      // A photograph without loss would only be large.
      ...(type === 'jpeg' ? [] : [sharp(data, { raw }).webp({ lossless: true }).toBuffer()]),
    ])
    const smallest = others.reduce((best, other) => (other.length <= best.length ? other : best), first)
    return { status: 'encoded', bytes: new Uint8Array(smallest), width: raw.width, height: raw.height, frames }
  } catch {
    // The decoder has no errors of its own kinds, and whatever it says of a file, the file cannot be read.
    return { status: 'broken' }
  }
}
