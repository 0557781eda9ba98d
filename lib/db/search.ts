import { Prisma } from './generated/client'

/** Accents of Latin, Greek and Cyrillic letters once they stand apart; what changes a kana is not among them. */
const ACCENTS = '[\\u0300-\\u036F]'
const accents = new RegExp(ACCENTS, 'g')

/** Scripts whose names are written with a space, a dot or neither between their parts. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const PARTS = ' ・'

/**
 * A condition that every word of a search occurs somewhere in a text, whatever its case, width and accents. Words are
 * looked for as parts of the text, since Japanese and Chinese put no spaces between theirs: see docs/decisions/search.md.
 *
 * @param text a text column or expression
 * @param search what someone has typed; true for nothing
 */
export function containsWords(text: Prisma.Sql, search: string): Prisma.Sql {
  const words = search
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  if (words.length === 0) return Prisma.sql`true`
  const folded = inReadingOrder(text)
  return Prisma.join(
    words.map((word) =>
      UNSPACED.test(word)
        ? Prisma.sql`strpos(translate(${folded}, ${PARTS}, ''), ${word.replaceAll('・', '')}) > 0`
        : Prisma.sql`strpos(${folded}, ${word}) > 0`,
    ),
    ' AND ',
    '(',
    ')',
  )
}

/** A text as it is compared and put in order: without case, width and accents, so that Álvaro stands before Bruno. */
export function inReadingOrder(text: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`lower(normalize(regexp_replace(normalize(${text}, NFKD), ${ACCENTS}, '', 'g'), NFKC))`
}
