import { z } from 'zod'
import type { ListShape } from '../list/schema'

/** How large a file may be, in bytes. */
export const MOST_BYTES = 10 * 1024 * 1024

/** How many pixels an image may have before it is made smaller: a small file can unfold into gigabytes. */
export const MOST_PIXELS = 40_000_000

/** The largest size that is kept, in pixels. Twice the width of a column of text, and as long as a long screenshot. */
export const LARGEST = { width: 1600, height: 8000 }

/** How long an alternative text may be. */
export const LONGEST_ALT = 500

/** Alternative texts by language, as people type them: on one line. An empty one is none. */
export const altTexts = z.record(
  z.string().refine(isLanguageTag),
  z
    .string()
    .transform((text) => text.replace(/[\s\0]+/g, ' ').trim())
    .pipe(z.string().max(LONGEST_ALT)),
)

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}

/** An image by which it is shown. */
export type ImageRef = { id: string; width: number; height: number }

/** Why a file is not taken. */
export type FileRefusal = 'no-file' | 'too-large' | 'svg' | 'other-type' | 'broken' | 'too-many-pixels'
export type AltRefusal = 'no-alt-text' | 'alt-too-long'

export type UploadOutcome =
  /** `frames` is how many the file had: only the first is kept. */
  | { status: 'uploaded'; image: ImageRef; frames: number }
  /** The same image was there already. It gets the alternative texts that it lacked. */
  | { status: 'known'; image: ImageRef; frames: number }
  | { status: FileRefusal | AltRefusal }

export type AltOutcome =
  | { status: 'saved' | 'not-found' | AltRefusal }
  /** Someone else has written there meanwhile. Nothing was saved. */
  | { status: 'changed'; locale: string; text: string }

export type DeleteOutcome =
  | { status: 'deleted' | 'not-found' }
  /** Texts, old revisions included, name it. */
  | { status: 'in-use'; places: string[] }

/** What the list of images can be asked for. `image` is one of them by its id, `missing` a language without words. */
export const imageList = {
  filters: { image: null, use: ['used', 'unused'], missing: null },
  sorts: ['newest'],
} as const satisfies ListShape
