import { diffArrays } from 'diff'

/** A piece of text that two versions share, or that only one of them has. */
export type DiffPart = { text: string; is: 'same' | 'added' | 'removed' }

/** What one side has where the other has something else, and what both have after it. */
type Step = { removed: string; added: string; same: string }

/**
 * What changed between two texts, word by word, with nothing of either left out. Words are those of the language, so that
 * Japanese and Chinese, which put no spaces between them, are compared by words too. What both happen to share between two
 * longer changes counts as changed: a sentence written anew is not to be read word by word among the old ones.
 */
export function wordDiff(before: string, after: string, locale: string): DiffPart[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const words = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
  const steps: Step[] = []
  let step: Step = { removed: '', added: '', same: '' }
  for (const { value, added, removed } of diffArrays(words(before), words(after))) {
    if (step.same !== '') step = { removed: '', added: '', same: '' }
    if (steps.at(-1) !== step) steps.push(step)
    step[added ? 'added' : removed ? 'removed' : 'same'] += value.join('')
  }
  return joined(steps).flatMap(({ removed, added, same }) => [
    ...(removed ? [{ text: removed, is: 'removed' as const }] : []),
    ...(added ? [{ text: added, is: 'added' as const }] : []),
    ...(same ? [{ text: same, is: 'same' as const }] : []),
  ])
}

/**
 * Joins two changes when what stands between them is no longer than either, as the semantic cleanup of diff-match-patch
 * does (N. Fraser, "Diff Strategies", 2006), until no more are to be joined.
 */
function joined(steps: readonly Step[]): Step[] {
  const done: Step[] = []
  const size = ({ removed, added }: Step) => Math.max(removed.length, added.length)
  for (const step of steps) {
    let next = step
    for (let before = done.at(-1); before; before = done.at(-1)) {
      if (before.same.length > size(before) || before.same.length > size(next)) break
      done.pop()
      next = {
        removed: before.removed + before.same + next.removed,
        added: before.added + before.same + next.added,
        same: next.same,
      }
    }
    done.push(next)
  }
  return done
}
