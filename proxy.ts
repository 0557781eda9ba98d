import { type NextRequest, NextResponse } from 'next/server'
import { isForeign } from './lib/access/foreign'
import { isUiLocale, LOCALE_COOKIE } from './lib/i18n/locales'
import { negotiateUiLocale } from './lib/i18n/negotiate'

/** Puts every page under a language and a strict content security policy, and refuses what is no text. It protects no data. */
export function proxy(request: NextRequest): NextResponse {
  // Actions of pages are public addresses too, and Next lets posts without an Origin header pass.
  if (request.method !== 'GET' && request.method !== 'HEAD' && isForeign(request))
    return NextResponse.json({ status: 'foreign' }, { status: 403 })
  const { pathname } = request.nextUrl
  if (!isReadable(pathname)) return new NextResponse(null, { status: 400 })
  const [, first = ''] = pathname.split('/')
  if (first === 'api' || first === 'assets') return NextResponse.next()
  if (!isUiLocale(first)) {
    const url = request.nextUrl.clone()
    const chosen = request.cookies.get(LOCALE_COOKIE)?.value ?? ''
    const locale = isUiLocale(chosen) ? chosen : negotiateUiLocale(request.headers.get('accept-language'))
    url.pathname = `/${locale}${pathname === '/' ? '' : pathname}`
    return NextResponse.redirect(url)
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  // Next reads the nonce from the policy of the request.
  headers.set('content-security-policy', policy)
  headers.set('x-polyquiz-path', pathname)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'same-origin')
  response.headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  return response
}

/** An address that is no text, or holds what PostgreSQL takes in no text, names nothing here. */
function isReadable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch {
    return false
  }
}

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === 'development'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

// Pages, and those routes whose address holds a name that people can type.
export const config = {
  matcher: [
    '/((?!api/|_next/|assets/|favicon.ico|icon.svg|robots.txt|service-worker.js).*)',
    '/(api/teams|api/quizzes|assets)/(.*)',
  ],
}
