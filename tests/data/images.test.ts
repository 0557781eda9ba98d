import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { deleteImage } from '@/lib/asset/commands/delete-image'
import { setAltTexts } from '@/lib/asset/commands/set-alt-text'
import { uploadImage } from '@/lib/asset/commands/upload-image'
import { getImage, listImageLocales, listImages } from '@/lib/asset/queries'
import { imageMarkdown } from '@/lib/asset/rules'
import { imageList, MOST_BYTES, type UploadOutcome } from '@/lib/asset/schema'
import { db } from '@/lib/db/client'
import { parseListAddress } from '@/lib/list/schema'
import { createImage, imageFile } from '../factories/images'
import { createViewer } from '../factories/people'
import { createQuiz, draftQuestion, draftWords, publishDraft, quizDraft, saveDraft } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

let admin: Viewer
beforeAll(async () => {
  admin = await createViewer({ role: 'admin' })
  // Most quizzes are written in English, so that every image needs words in it.
  await createQuiz({ locales: ['en', 'es', 'ja'] })
  await createQuiz()
  await createQuiz({ locales: ['es'] })
})

const alts = { en: 'A gradient' }
const upload = (file: Uint8Array, words: Record<string, string> = alts) => actAs(admin, () => uploadImage(file, words))
const list = (query: Record<string, string>) => actAs(admin, () => listImages(parseListAddress(imageList, query)))

/** An upload that is taken, with what is stored. */
async function taken(file: Uint8Array, words?: Record<string, string>) {
  const outcome = await upload(file, words)
  if (outcome.status !== 'uploaded') throw new Error(`It was not taken: ${outcome.status}`)
  return { ...outcome, stored: await db().asset.findUniqueOrThrow({ where: { id: outcome.image.id } }) }
}

/** Whatever an upload may leave behind. */
const left = async () => [await db().asset.count(), await db().assetAlt.count(), await db().auditEvent.count()]

/** A PNG of one colour, written by hand: its header says any size, and a few bytes fill it. */
function paintedPng(width: number, height: number): Uint8Array {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // One bit a pixel, grey.
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(data: Buffer): number {
  let sum = 0xffffffff
  for (const byte of data) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

describe('an image', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is taken as %s, kept as WebP, and read by its address',
    async (format) => {
      const { image, stored } = await taken(await imageFile(format))
      expect(stored).toMatchObject({ type: 'image/webp', width: 60, height: 40, uploadedBy: admin.personId })
      expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
      const member = await createViewer()
      expect(await actAs(member, () => getImage(image))).toEqual({ type: 'image/webp', bytes: stored.bytes })
      expect(await actAs(member, () => getImage({ ...image, width: 61 }))).toBeNull()
    },
  )

  test('is made no wider than 1600 pixels, and never wider than it was', async () => {
    expect((await taken(await imageFile('jpeg', { width: 3200, height: 1000 }))).image).toMatchObject({
      width: 1600,
      height: 500,
    })
    expect((await taken(await imageFile('png', { width: 1599, height: 20 }))).image).toMatchObject({
      width: 1599,
      height: 20,
    })
    expect((await taken(await imageFile('png', { width: 20, height: 9000 }))).image.height).toBe(8000)
  })

  test('stands upright, and its metadata is gone', async () => {
    const file = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
      .composite([{ input: { create: { width: 60, height: 20, channels: 3, background: '#f00' } }, gravity: 'north' }])
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Someone', Artist: 'Nobody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() })
    const { image, stored } = await taken(file)
    expect(image).toMatchObject({ width: 40, height: 60 })
    const { orientation, exif, icc, xmp } = await sharp(stored.bytes).metadata()
    expect([orientation, exif, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
    expect(Buffer.from(stored.bytes).includes('Someone')).toBe(false)
    // What was above is on the right now.
    const { data } = await sharp(stored.bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => data[(y * 40 + x) * 3 + 1] ?? 0
    expect([at(30, 30) < 60, at(10, 30) > 200]).toEqual([true, true])
  })

  test('keeps a drawing to the pixel, and its transparency', async () => {
    const file = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#0000' } })
      .composite([{ input: { create: { width: 50, height: 50, channels: 4, background: '#123456' } } }])
      .png()
      .toBuffer()
    const { stored } = await taken(file)
    const plain = (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer()
    expect(await plain(stored.bytes)).toEqual(await plain(file))
  })

  test('that moves is kept as its first frame, and that is said', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f', '#0f0'].map((background) =>
        sharp({ create: { width: 30, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    for (const format of ['gif', 'webp'] as const) {
      const file = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer()
      const { frames: count, image, stored } = await taken(file)
      expect([count, image.width, image.height]).toEqual([3, 30, 20])
      expect((await sharp(stored.bytes).metadata()).pages ?? 1).toBe(1)
      const [red = 0, , blue = 255] = await sharp(stored.bytes).raw().toBuffer()
      expect([red > 200, blue < 60]).toEqual([true, true])
      await actAs(admin, () => deleteImage(image.id))
    }
  })

  test('is kept once, whoever uploads it and in which wrapping, and gets the words that it lacked', async () => {
    const plain = await imageFile('png', { seed: 77 })
    const wrapped = await sharp(plain).withMetadata({ density: 300 }).png({ compressionLevel: 1 }).toBuffer()
    expect(Buffer.from(plain).equals(wrapped)).toBe(false)
    const { image } = await taken(plain, { en: 'First', ja: '' })
    const [assets, , events] = await left()
    const again = await upload(wrapped, { en: 'Second', es: 'Degradado' })
    expect(again).toEqual({ status: 'known', image, frames: 1 })
    expect(await db().assetAlt.findMany({ where: { assetId: image.id }, orderBy: { locale: 'asc' } })).toMatchObject([
      { locale: 'en', text: 'First' },
      { locale: 'es', text: 'Degradado' },
    ])
    expect((await left())[0]).toBe(assets)
    expect((await left())[2]).toBe((events ?? 0) + 1)
    await upload(wrapped, { en: 'Third' })
    expect((await left())[2]).toBe((events ?? 0) + 1)
  })

  test('is kept once when it comes five times at once', async () => {
    const file = await imageFile('png', { seed: 78 })
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => upload(file)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['known', 'known', 'known', 'known', 'uploaded'])
    expect(new Set(outcomes.map((outcome) => 'image' in outcome && outcome.image.id)).size).toBe(1)
  })

  test('is on record without its bytes', async () => {
    const { image, stored } = await taken(await imageFile('png'), { en: 'On record' })
    const events = await db().auditEvent.findMany({ where: { subjectId: image.id } })
    expect(events).toMatchObject([
      {
        actorId: admin.personId,
        action: 'image.upload',
        subjectType: 'asset',
        after: { sha256: stored.sha256, width: 60, height: 40, size: stored.bytes.length, alts: { en: 'On record' } },
      },
    ])
    expect(JSON.stringify(events).length).toBeLessThan(1000)
  })
})

describe('nothing is written of', () => {
  const refused = async (file: Uint8Array, status: UploadOutcome['status'], words?: Record<string, string>) => {
    const before = await left()
    expect(await upload(file, words)).toEqual({ status })
    expect(await left()).toEqual(before)
  }

  test('no file', () => refused(new Uint8Array(), 'no-file'))

  test('SVG, under any name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    await refused(Buffer.from(svg), 'svg')
    await refused(Buffer.from(`\ufeff<?xml version="1.0"?><!-- x -->${svg}`), 'svg')
    await refused(Buffer.from(`\ufeff${svg}`, 'utf16le'), 'svg')
  })

  test('other files, also those that the decoder could read', async () => {
    const drawing = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    for (const format of ['tiff', 'avif'] as const)
      await refused(await drawing.toFormat(format).toBuffer(), 'other-type')
    for (const text of ['hello', '<html></html>', '%PDF-1.7\n', 'BM\0\0', 'P6 1 1 255 abc', '\0'])
      await refused(Buffer.from(text), 'other-type')
  })

  test('a beginning without an image behind it', async () => {
    for (const text of [
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'GIF89a',
      'RIFF\0\0\0\0WEBP',
      '\xff\xd8\xff<svg xmlns="http://www.w3.org/2000/svg"/>',
    ])
      await refused(Buffer.from(text, 'latin1'), 'broken')
  })

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s that is cut off or damaged', async (format) => {
    const noise = {
      create: {
        width: 300,
        height: 200,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    } as const
    const file = await sharp(noise).toFormat(format).toBuffer()
    for (const part of [0.98, 0.5, 0.1]) await refused(file.subarray(0, Math.floor(file.length * part)), 'broken')
  })

  test('a file of more than 10 MB', async () => {
    const small = await imageFile('png')
    const large = new Uint8Array(MOST_BYTES + 1)
    large.set(small)
    await refused(large, 'too-large')
  })

  test('a small file that unfolds into more than 40 million pixels', async () => {
    const bomb = paintedPng(20_000, 20_000)
    expect(bomb.length).toBeLessThan(100_000)
    await refused(bomb, 'too-many-pixels')
    await refused(paintedPng(40_001, 1000), 'too-many-pixels')
    // A header that no decoder believes.
    await refused(paintedPng(9, 9).with(16, 0x7f), 'broken')
    // As many as are allowed.
    const { image } = await taken(paintedPng(8000, 5000))
    expect(image).toMatchObject({ width: 1600, height: 1000 })
  })

  test('an image without words in the language that most quizzes are written in, or with too many', async () => {
    const file = await imageFile('png')
    expect(await actAs(admin, () => listImageLocales())).toEqual(['en', 'es', 'ja'])
    await refused(file, 'no-alt-text', {})
    await refused(file, 'no-alt-text', { en: ' \n ', es: 'Degradado' })
    await refused(file, 'alt-too-long', { en: 'x'.repeat(501) })
  })
})

describe('alternative texts', () => {
  const set = (id: string, changes: Parameters<typeof setAltTexts>[1]) => actAs(admin, () => setAltTexts(id, changes))
  const wordsOf = async (assetId: string) =>
    Object.fromEntries((await db().assetAlt.findMany({ where: { assetId } })).map(({ locale, text }) => [locale, text]))

  test('are changed, added and taken away, each on record', async () => {
    const { id } = await createImage({ en: 'One', es: 'Uno' })
    expect(
      await set(id, {
        en: { was: 'One', text: ' One  more ' },
        es: { was: 'Uno', text: '' },
        ja: { was: '', text: '一' },
      }),
    ).toEqual({ status: 'saved' })
    expect(await wordsOf(id)).toEqual({ en: 'One more', ja: '一' })
    const [event] = await db().auditEvent.findMany({ where: { subjectId: id, action: 'image.describe' } })
    expect(event).toMatchObject({
      actorId: admin.personId,
      before: { alts: { en: 'One', es: 'Uno', ja: null } },
      after: { alts: { en: 'One more', es: null, ja: '一' } },
    })
    // Nothing changes, nothing is on record.
    expect(await set(id, { en: { was: 'One more', text: 'One more' } })).toEqual({ status: 'saved' })
    expect(await db().auditEvent.count({ where: { subjectId: id } })).toBe(2)
  })

  test('are never overwritten unseen', async () => {
    const { id } = await createImage({ en: 'One', es: 'Uno' })
    await set(id, { en: { was: 'One', text: 'Theirs' } })
    // Another language is another text.
    expect(await set(id, { en: { was: 'One', text: 'One' }, es: { was: 'Uno', text: 'Mío' } })).toEqual({
      status: 'saved',
    })
    expect(await set(id, { en: { was: 'One', text: 'Mine' }, ja: { was: '', text: '私の' } })).toEqual({
      status: 'changed',
      locale: 'en',
      text: 'Theirs',
    })
    expect(await wordsOf(id)).toEqual({ en: 'Theirs', es: 'Mío' })
    expect(await set(id, { en: { was: 'Theirs', text: 'Mine' } })).toEqual({ status: 'saved' })
  })

  test('of an image that is not there, or none in the needed language, or too long ones, are refused', async () => {
    const { id } = await createImage({ en: 'One' })
    expect(await set('not-an-id', { en: { was: '', text: 'x' } })).toEqual({ status: 'not-found' })
    expect(await set(id, { en: { was: 'One', text: ' ' } })).toEqual({ status: 'no-alt-text' })
    expect(await set(id, { en: { was: 'One', text: 'x'.repeat(501) } })).toEqual({ status: 'alt-too-long' })
    expect(await wordsOf(id)).toEqual({ en: 'One' })
  })
})

describe('an image that a text names', () => {
  const remove = (id: string) => actAs(admin, () => deleteImage(id))

  test('is not deleted, be it an old revision that names it; one that none names is', async () => {
    const image = await createImage({ en: 'Old' })
    const draft = quizDraft()
    const externalId = `${draft.slug}/q`
    const words = draftWords(externalId, 'en')
    const question = (explanation: string) => draftQuestion({ externalId, words: { en: { ...words, explanation } } })
    await publishDraft({ ...draft, questions: [question(`Look: ${imageMarkdown(image, 'Old')}`)] })
    await publishDraft({ ...draft, questions: [question('Nothing to see.')] })
    expect(await remove(image.id)).toEqual({ status: 'in-use', places: [externalId] })
    expect(await db().assetAlt.count({ where: { assetId: image.id } })).toBe(1)

    const other = await createImage({ en: 'Unused' })
    expect(await remove(other.id)).toEqual({ status: 'deleted' })
    expect(await actAs(admin, () => getImage(other))).toBeNull()
    expect(await remove(other.id)).toEqual({ status: 'not-found' })
    expect(await remove('not-an-id')).toEqual({ status: 'not-found' })
    const [event] = await db().auditEvent.findMany({ where: { subjectId: other.id, action: 'image.delete' } })
    expect(event).toMatchObject({ before: { width: 60, height: 40, alts: { en: 'Unused' } } })
  })

  test('keeps a quiz from being published in the words of another language', async () => {
    const image = await createImage({ en: 'A rack' })
    const draft = quizDraft({ locales: ['en', 'ja'] })
    const externalId = `${draft.slug}/q`
    const publish = (alt: string) =>
      publishDraft({
        ...draft,
        questions: [
          draftQuestion({
            externalId,
            words: {
              en: { ...draftWords(externalId, 'en'), explanation: imageMarkdown(image, 'A rack') },
              ja: { ...draftWords(externalId, 'ja'), explanation: imageMarkdown(image, alt) },
            },
          }),
        ],
      })
    await expect(publish('A rack')).rejects.toThrow('was not published: blocked')
    await publish('ラック')
  })

  test('is not deleted while a draft or an introduction names it', async () => {
    const [drafted, introduced] = [await createImage({ en: 'Drafted' }), await createImage({ en: 'Introduced' })]
    const draft = quizDraft()
    draft.names.en = { title: 'With a picture', intro: imageMarkdown(introduced, 'Introduced') }
    const externalId = `${draft.slug}/q`
    const words = { ...draftWords(externalId, 'en'), stem: imageMarkdown(drafted, 'Drafted') }
    await saveDraft({ ...draft, questions: [draftQuestion({ externalId, words: { en: words } })] })
    expect(await remove(drafted.id)).toEqual({ status: 'in-use', places: [externalId] })
    expect(await remove(introduced.id)).toEqual({ status: 'in-use', places: [draft.slug] })
  })
})

describe('the list', () => {
  test('is searched and filtered, and says where an image is used', async () => {
    const used = await createImage({ en: 'A plot of wolpertingers', ja: 'ウォルパーティンガーの図' })
    const unused = await createImage({ en: 'A map of wolpertingers' })
    const draft = quizDraft({ locales: ['en', 'ja'] })
    const externalId = `${draft.slug}/q`
    const words = (locale: string) => ({
      ...draftWords(externalId, locale),
      stem: imageMarkdown(used, 'x'),
      explanation: imageMarkdown(used, 'y'),
    })
    draft.questions = [draftQuestion({ externalId, words: { en: words('en'), ja: words('ja') } })]
    await publishDraft(draft)
    const idsOf = async (query: Record<string, string>) => (await list(query)).images.map(({ id }) => id)

    expect(await list({ q: 'WOLPERTINGERS plot' })).toMatchObject({
      total: 1,
      images: [{ ...used, places: [externalId], uploadedBy: null, alts: { en: 'A plot of wolpertingers' } }],
    })
    expect(await idsOf({ q: 'wolpertingers' })).toEqual([unused.id, used.id])
    expect(await idsOf({ q: 'ﾊﾟｰﾃｨﾝｶﾞｰ' })).toEqual([used.id])
    expect(await idsOf({ q: 'wolpertingers', use: 'used' })).toEqual([used.id])
    expect(await idsOf({ q: 'wolpertingers', use: 'unused' })).toEqual([unused.id])
    expect(await idsOf({ q: 'wolpertingers', missing: 'ja' })).toEqual([unused.id])
    expect(await idsOf({ image: used.id })).toEqual([used.id])
    expect(await list({ q: 'no such words' })).toEqual({ images: [], total: 0 })
    const [line] = (await list({ image: used.id })).images
    const stored = await db().asset.findUniqueOrThrow({ where: { id: used.id } })
    expect(line).toMatchObject({ size: stored.bytes.length, createdAt: stored.createdAt })
  })
})

test('the decoder itself opens nothing but the types that may be uploaded', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>')
  await expect(sharp(svg).metadata()).rejects.toThrow()
  const tiff = await sharp({ create: { width: 5, height: 5, channels: 3, background: '#fff' } })
    .tiff()
    .toBuffer()
  await expect(sharp(tiff).metadata()).rejects.toThrow()
})
