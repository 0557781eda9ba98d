import { baseUrl } from './browser'
import { cookieOf } from './people'

export type Reply = { status: number; headers: Record<string, string>; body: string }

export type Question = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** A form to send as a browser without scripts does, or a value to send as JSON. */
  form?: Iterable<readonly [string, string]>
  json?: unknown
}

/** Signs someone in; returns the header that carries it. */
export async function signedIn(email: string): Promise<Record<string, string>> {
  const { name, value } = await cookieOf(email)
  return { cookie: `${name}=${value}` }
}

/** Sends one request as it stands, follows nothing, and returns the whole reply. */
export async function ask(path: string, { method, headers = {}, form, json }: Question = {}): Promise<Reply> {
  const request: RequestInit = {
    method: method ?? (form || json !== undefined ? 'POST' : 'GET'),
    headers: { 'accept-encoding': 'identity', ...headers },
    redirect: 'manual',
  }
  if (json !== undefined) {
    request.body = JSON.stringify(json)
    request.headers = { ...request.headers, 'content-type': 'application/json' }
  }
  if (form) {
    const data = new FormData()
    for (const [name, value] of form) data.append(name, value)
    request.body = data
  }
  const response = await fetch(new URL(path, baseUrl), request)
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

/** The hidden fields of the form that holds a control, so that it can be sent as a browser without scripts does. */
export function hiddenFields(html: string, marker: string): [string, string][] {
  const form = html.split('<form').find((part) => part.includes('</form>') && part.includes(marker))
  if (!form) throw new Error(`No form holds ${marker}.`)
  const plain = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  return [...form.slice(0, form.indexOf('</form>')).matchAll(/<input type="hidden"([^>]*)>/g)].map(
    ([, attributes = '']) => {
      const read = (name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
      return [read('name'), read('value')]
    },
  )
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * What React sends for a page, so that two replies can be compared: its rows come and are numbered as they get ready, so
 * that neither their order nor their numbers count. Rows that differ in ids alone stay in the order in which they come.
 */
function steadyRows(flight: string): string {
  return flight
    .split('\n')
    .map((row) => row.replace(/^[0-9a-f]+:/, '').replace(/"\$[A-Za-z@]?[0-9a-f]+"/g, '"$"'))
    .map((row) => ({ row, plain: row.replace(ID, '') }))
    .sort((one, other) => (one.plain < other.plain ? -1 : Number(one.plain > other.plain)))
    .map(({ row }) => row)
    .join('\n')
}

/** A document, with the rows that lie in pieces in its scripts put together at its end. */
function steadyDocument(html: string): string {
  const rows: string[] = []
  const rest = html.replace(/self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)/g, (_, piece: string) => {
    rows.push(JSON.parse(piece))
    return ''
  })
  return `${rest.replace(/<script nonce="[^"]*"><\/script>/g, '')}\n${steadyRows(rows.join(''))}`
}

/**
 * A reply with everything masked that differs between any two requests: ids (by their order, so that what repeats still
 * repeats), nonces and times.
 */
export function masked({ status, headers, body }: Reply): string {
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1]
  const kept = Object.entries(headers)
    .filter(([name]) => !['date', 'etag', 'keep-alive', 'connection'].includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
  const ids = new Map<string, string>()
  const idOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`)
    return ids.get(id) ?? ''
  }
  const type = headers['content-type'] ?? ''
  const mask = (text: string) =>
    (nonce ? text.replaceAll(nonce, '<nonce>') : text)
      .replace(ID, idOf)
      // The number of the request, as a key in what React sends.
      .replace(/"[\w-]{21}(?=[a-z]")/g, '"<request>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '<instant>')
      .replace(/\d{1,2}:\d\d\s?[AP]M/g, '<time>')
  const steady = type.includes('x-component') ? steadyRows(body) : type.includes('html') ? steadyDocument(body) : body
  return mask([status, ...kept, '', steady].join('\n'))
}

/** Asks for a page as Next's own links do: the first reply may name the address where it is. */
export async function askFollowed(path: string, headers: Record<string, string>): Promise<Reply> {
  const reply = await ask(`${path}?_rsc=1`, { headers: { rsc: '1', ...headers } })
  const { location } = reply.headers
  return location?.startsWith(`${path}?_rsc`) ? ask(location, { headers: { rsc: '1', ...headers } }) : reply
}
