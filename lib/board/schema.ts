import { z } from 'zod'

export const boardSpan = z.enum(['all', 'month', 'week'])
export type BoardSpan = z.infer<typeof boardSpan>

/** Which board: of everyone, or of one team, topic or quiz by its slug. In addresses `all`, `team:SLUG` and so on. */
export type BoardOf = { scope: 'all'; slug: null } | { scope: 'team' | 'topic' | 'quiz'; slug: string }

/** Where a page of a board begins: after this place. In addresses `POINTS.PERSON`. */
export type Place = { points: number; personId: string }

const cursor = z.string().regex(/^\d{1,9}\.[0-9a-f-]{36}$/)

/** Reads what an address says of a board; what it does not say, or says wrongly, is everyone's first page of all time. */
export function parseBoardAddress(address: Record<string, string | string[] | undefined>): {
  of: BoardOf
  span: BoardSpan
  after: Place | null
} {
  const [scope, slug] = String(address.of ?? '').split(':')
  const of: BoardOf =
    slug && !slug.includes('\0') && (scope === 'team' || scope === 'topic' || scope === 'quiz')
      ? { scope, slug }
      : { scope: 'all', slug: null }
  const span = boardSpan.safeParse(address.span)
  const after = cursor.safeParse(address.after)
  const [points = '', personId = ''] = after.success ? after.data.split('.') : []
  return {
    of,
    span: span.success ? span.data : 'all',
    after: z.uuid().safeParse(personId).success ? { points: Number(points), personId } : null,
  }
}

/** What an address calls a board. */
export function boardKey({ scope, slug }: BoardOf): string {
  return slug === null ? scope : `${scope}:${slug}`
}

/** The query part of a board's address, with its question mark. */
export function boardAddress({
  of,
  span,
  after = null,
}: {
  of: BoardOf
  span: BoardSpan
  after?: Place | null
}): string {
  const query = new URLSearchParams()
  if (of.slug !== null) query.set('of', boardKey(of))
  if (span !== 'all') query.set('span', span)
  if (after) query.set('after', `${after.points}.${after.personId}`)
  const text = query.toString().replaceAll('%3A', ':')
  return text && `?${text}`
}
