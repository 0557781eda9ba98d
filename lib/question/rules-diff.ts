import { diffArrays } from 'diff'

/** A piece of text that two versions share, or that only one of them has. */
export type DiffPart = { text: string; is: 'same' | 'added' | 'removed' }

/**
 * What changed between two texts, word by word, with nothing of either left out. Words are those of the language, so that
 * Japanese and Chinese, which put no spaces between them, are compared by words too.
 */
export function wordDiff(before: string, after: string, locale: string): DiffPart[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const words = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
  return diffArrays(words(before), words(after)).map(({ value, added, removed }) => ({
    text: value.join(''),
    is: added ? 'added' : removed ? 'removed' : 'same',
  }))
}
