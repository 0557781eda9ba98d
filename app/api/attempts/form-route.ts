import { isUiLocale, type UiLocale } from '@/lib/i18n/locales'

/** A post that another site sent in the reader's name. Cookies are same-site already; this is the second lock. */
export function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  return origin !== null && new URL(origin).host !== request.headers.get('host')
}

/** The interface language that a form carries. */
export function uiLocaleOf(form: FormData): UiLocale {
  const tag = String(form.get('uiLocale') ?? '')
  return isUiLocale(tag) ? tag : 'en'
}

/** After a post: look at that page. The address is relative, so that it holds behind any proxy. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } })
}

export const forbidden = () => Response.json({ status: 'foreign' }, { status: 403 })
