import { open } from 'node:fs/promises'
import { LARGEST_PAGE, readDocsPage, refusedPage } from './formats/docs-page/read-docs-page'
import type { PageFile } from './schema'

/** Reads one file from disk. What keeps it from being read becomes an error finding, never an exception. */
export async function readPageFile(path: string, locale?: string): Promise<PageFile> {
  const options = { file: path, locale }
  try {
    const handle = await open(path, 'r')
    try {
      const stat = await handle.stat()
      if (stat.isDirectory()) return refusedPage(options, 'not-a-file', 1, 'This is a folder, not a file.')
      if (stat.size > LARGEST_PAGE) {
        return refusedPage(
          options,
          'file-too-large',
          1,
          `The file has ${Math.ceil(stat.size / 1024 / 1024)} MB; a page may have 10 MB at most.`,
        )
      }
      return readDocsPage(await handle.readFile(), options)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why =
      code === 'ENOENT'
        ? 'There is no such file.'
        : code === 'EACCES' || code === 'EPERM'
          ? 'The file may not be read by this user.'
          : `The file cannot be read${code === '' ? '' : ` (${code})`}.`
    return refusedPage(options, 'unreadable', 1, why)
  }
}
