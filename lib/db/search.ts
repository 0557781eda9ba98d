import { Prisma } from './generated/client'

/**
 * A condition that every word of a search occurs somewhere in a text, whatever its case and width. Words are looked for as
 * parts of the text, since Japanese and Chinese put no spaces between theirs: see docs/decisions/search.md.
 *
 * @param text a text column or expression
 * @param search what someone has typed; true for nothing
 */
export function containsWords(text: Prisma.Sql, search: string): Prisma.Sql {
  const words = search.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return Prisma.sql`true`
  const folded = Prisma.sql`lower(normalize(${text}, NFKC))`
  return Prisma.join(
    words.map((word) => Prisma.sql`strpos(${folded}, ${word}) > 0`),
    ' AND ',
    '(',
    ')',
  )
}
