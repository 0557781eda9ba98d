import { z } from 'zod'

/** How many lines a page of a list shows. */
export const PAGE_SIZE = 50

/** What can be asked of one list: by what it is filtered, with the values of each filter, and by what it is sorted. */
export type ListShape = {
  /** Null lets any value through, for what the database knows, such as the slug of a team. */
  filters: Readonly<Record<string, readonly string[] | null>>
  /** The first is the usual order. */
  sorts: readonly [string, ...string[]]
  /** The usual order is a falling one, such as the newest first. */
  descends?: true
}

/** What an address says of a list. All of it is in the query, so that a list can be sent to someone as it stands. */
export type ListAddress<Shape extends ListShape = ListShape> = {
  /** Words searched for; empty for all. */
  search: string
  filters: { [Name in keyof Shape['filters']]?: string }
  sort: Shape['sorts'][number]
  descending: boolean
  /** Counted from 1. */
  page: number
}

const words = z.string().trim().max(200)
const pageNumber = z.coerce.number().int().min(1).max(100_000)

/** Reads what an address says of a list; what it does not say, or says wrongly, is the whole list in its usual order. */
export function parseListAddress<const Shape extends ListShape>(
  shape: Shape,
  query: Record<string, string | string[] | undefined>,
): ListAddress<Shape> {
  const [order = '', direction] = textOf(query.sort).split('.')
  const sort = shape.sorts.includes(order) ? order : shape.sorts[0]
  const search = words.safeParse(textOf(query.q))
  const page = pageNumber.safeParse(query.page)
  const chosen = Object.entries(shape.filters).flatMap(([name, values]) => {
    const value = textOf(query[name])
    return value !== '' && (values === null || values.includes(value)) ? [[name, value]] : []
  })
  return {
    search: search.success ? search.data : '',
    filters: Object.fromEntries(chosen),
    sort,
    descending: sort === order ? direction === 'desc' : shape.descends === true,
    page: page.success ? page.data : 1,
  }
}

/** The query part of a list's address, with its question mark: as short as can be. */
export function listAddress(shape: ListShape, { search, filters, sort, descending, page }: ListAddress): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  const isUsual = sort === shape.sorts[0] && descending === (shape.descends === true)
  if (!isUsual) query.set('sort', descending ? `${sort}.desc` : sort)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}

/** One value of a query; PostgreSQL takes no NUL. */
function textOf(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? (value[0] ?? '') : (value ?? '')
  return text.includes('\0') ? '' : text
}
