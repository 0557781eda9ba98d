import type { TextAnswers } from './schema'

/** Marks that stand around an answer without belonging to it. `C#`, `--force` and `/dev/shm` keep theirs. */
const AROUND = `[\\s.,;:!?"'\`()\\[\\]“”‘’«»‹›„「」『』【】〈〉《》。、・¿¡]+`
const EDGES = new RegExp(`^${AROUND}|${AROUND}$`, 'gu')

/**
 * A short text as it is compared: one spelling of every character (NFKC, again after the case: ㎾ is kW), no upper case, nothing invisible, single
 * spaces, and no punctuation around it. A text of nothing else keeps it.
 */
export function foldText(text: string): string {
  const folded = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim()
  return folded.replace(EDGES, '') || folded
}

/** Whether a text is accepted in any language: people write technical terms in English wherever they are. */
export function isAcceptedText(accepted: TextAnswers, text: string): boolean {
  const folded = foldText(text)
  return folded !== '' && Object.values(accepted).some((texts) => texts.some((each) => foldText(each) === folded))
}
