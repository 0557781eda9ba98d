import type { ContentFile } from './formats/content/quiz-files'
import { readDocsPage, refusedPage } from './formats/docs-page/read-docs-page'
import type { PageFile } from './schema'

/** The largest file that is taken in the browser, in bytes. */
export const LARGEST_UPLOAD = 5 * 1024 * 1024

/** How many files one import takes: a page for each language. */
export const MOST_UPLOADS = 40

/** A file as someone handed it in. */
export type Upload = { name: string; bytes: Uint8Array }

/** Whether files are those of one quiz in the content format, and not pages. */
export function areContent(uploads: readonly Upload[]): boolean {
  return uploads.some(({ name }) => name === 'quiz.yaml')
}

/** A file for the reader of content. */
export const contentFileOf = ({ name, bytes }: Upload): ContentFile => ({ path: name, bytes })

/** Reads a page. What keeps it from being read becomes an error finding, never an exception. */
export function readUpload({ name, bytes }: Upload): PageFile {
  if (bytes.byteLength <= LARGEST_UPLOAD) return readDocsPage(bytes, { file: name })
  return refusedPage(
    { file: name },
    'file-too-large',
    1,
    `The file has more than ${LARGEST_UPLOAD / 1024 / 1024} MB, which is what a page may have at most here.`,
  )
}

/** The text of a file; null where it is none. */
export function textOfUpload({ bytes }: Upload): string | null {
  if (bytes.byteLength > LARGEST_UPLOAD) return null
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return null
  }
}
