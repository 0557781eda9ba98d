/**
 * Whether another site sent a request in the reader's name. Cookies are same-site already; this is the second lock.
 */
export function isForeign({ headers }: { headers: Headers }): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  // "null" stands for an origin that the browser will not name.
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== headers.get('host'))
}
