/** A topic with the words by which a question on it is recognised. */
export type TopicTerms = { id: string; terms: string[] }

/**
 * Suggests the topic of a question from its words: the topic with the most occurrences of its terms, where the stem and
 * the options count four times as much as the explanation. Latin terms match whole words only.
 *
 * @returns the topic's id with the terms found, or null when no term occurs
 */
export function suggestTopic(
  words: { stem: string; options: string[]; explanation: string }[],
  topics: TopicTerms[],
): { id: string; found: string[] } | null {
  let best: { id: string; found: string[]; score: number } | null = null
  for (const { id, terms } of topics) {
    let score = 0
    const found: string[] = []
    for (const term of terms) {
      const pattern = termPattern(term)
      let hits = 0
      for (const { stem, options, explanation } of words)
        hits += 4 * count(`${stem}\n${options.join('\n')}`, pattern) + Math.min(4, count(explanation, pattern))
      if (hits > 0) found.push(term)
      score += hits
    }
    if (score > (best?.score ?? 0)) best = { id, found, score }
  }
  return best && { id: best.id, found: best.found }
}

function termPattern(term: string): RegExp {
  const literal = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const edge = (side: string, look: string) => (/[\p{Script=Latin}\p{N}]/u.test(side) ? look : '')
  const before = edge(term[0] ?? '', '(?<![\\p{Script=Latin}\\p{N}])')
  const after = edge(term.at(-1) ?? '', '(?![\\p{Script=Latin}\\p{N}])')
  return new RegExp(`${before}${literal}${after}`, 'giu')
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
