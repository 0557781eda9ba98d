import { isUiLocale, type UiLocale } from '@/lib/i18n/locales'

/** The interface language that a form carries, or the address that it is sent to. */
export function uiLocaleOf(form: FormData | URLSearchParams): UiLocale {
  const tag = String(form.get('uiLocale') ?? '')
  return isUiLocale(tag) ? tag : 'en'
}

/** After a post: look at that page. The address is relative, so that it holds behind any proxy. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } })
}

export const forbidden = () => Response.json({ status: 'foreign' }, { status: 403 })
