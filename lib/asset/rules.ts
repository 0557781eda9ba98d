import { type parseMarkdown, walk } from '../markdown/parse'
import type { ImageRef } from './schema'

export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif'

/**
 * What kind of image a file is, by its first bytes and whatever its name says.
 *
 * @returns `svg` for what looks like SVG, which is never taken; null for anything else
 */
export function typeOfImage(bytes: Uint8Array): ImageType | 'svg' | null {
  const starts = (text: string, at = 0) => latin(bytes.subarray(at, at + text.length)) === text
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('\xff\xd8\xff')) return 'jpeg'
  if (starts('GIF87a') || starts('GIF89a')) return 'gif'
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp'
  // It may begin with a byte order mark, a declaration and comments, and be in UTF-16.
  const head = latin(bytes.subarray(0, 4096)).replaceAll('\0', '')
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(head) && /<(?:\w+:)?svg\b/i.test(head) ? 'svg' : null
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const NAMED = new RegExp(`/assets/images/(${UUID})-`, 'g')
const ADDRESS = new RegExp(`^/assets/images/(${UUID})-([1-9]\\d{0,4})x([1-9]\\d{0,4})\\.webp$`)

/** Where an image is served. Its size is part of the address, so that a page knows it without asking anyone. */
export function imageAddress({ id, width, height }: ImageRef): string {
  return `/assets/images/${id}-${width}x${height}.webp`
}

/** Reads such an address; null for any other. */
export function parseImageAddress(src: string): ImageRef | null {
  const [, id = '', width, height] = ADDRESS.exec(src) ?? []
  return id === '' ? null : { id, width: Number(width), height: Number(height) }
}

/** The line of Markdown that shows an image: its alternative text comes out letter by letter. */
export function imageMarkdown(image: ImageRef, alt: string): string {
  return `![${alt.replace(/[\\`*_[\]<>&~|{}:@]/g, '\\$&')}](${imageAddress(image)})`
}

/** A text as the renderer parses it. */
type Text = ReturnType<typeof parseMarkdown>

/** One image of a text. */
export type TextImage = { src: string; alt: string; line: number }

/** The images that a parsed text shows, in reading order. What stands in code is none. */
export function imagesIn(tree: Text): TextImage[] {
  const addresses = new Map<string, string>()
  walk(tree, (node) => {
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url)
  })
  const images: TextImage[] = []
  walk(tree, (node) => {
    if (node.type !== 'image' && node.type !== 'imageReference') return
    const src = node.type === 'image' ? node.url : (addresses.get(node.identifier) ?? '')
    images.push({ src, alt: (node.alt ?? '').trim(), line: node.position?.start.line ?? 1 })
  })
  return images
}

/** The images of a text that say nothing to someone who cannot see them. */
export function missingAltTexts(tree: Text): TextImage[] {
  return imagesIn(tree).filter(({ alt }) => alt === '')
}

/** Alternative texts of uploaded images, by the image's id and the language. */
export type AltTexts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The images of a text that say what they show in the words of another language. */
export function foreignAltTexts(tree: Text, locale: string, altTexts: AltTexts): TextImage[] {
  return imagesIn(tree).filter(({ src, alt }) => {
    const known = altTexts.get(parseImageAddress(src)?.id ?? '')
    return known && known.get(locale) !== alt && [...known.values()].includes(alt)
  })
}

/** The ids of uploaded images that a text as it is written names, as often as it names them. */
export function imageIdsIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(NAMED), ([, id = '']) => id)
}
