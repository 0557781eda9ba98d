import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { mayDo, type Right } from '@/lib/access/rights'
import { getViewer, type Viewer } from '@/lib/access/viewer'
import { defaultUiLocale, isUiLocale, type UiLocale } from '@/lib/i18n/locales'

/** The interface language of a page, from its address; which decides the words of all its parts. */
export async function readLocale(params: Promise<{ locale: string }>): Promise<UiLocale> {
  const { locale } = await params
  if (!isUiLocale(locale)) notFound()
  return locale
}

/** The interface language where Next gives no address: as proxy.ts has found it. */
export async function localeOfRequest(): Promise<UiLocale> {
  const [, first = ''] = (await headers()).get('x-polyquiz-path')?.split('/') ?? []
  return isUiLocale(first) ? first : defaultUiLocale
}

/**
 * Who reads a page, and in which language. Someone not signed in is sent to do so and comes back here after. A courtesy:
 * what the page may show is decided where it is read.
 */
export async function getReader(params: Promise<{ locale: string }>): Promise<{ viewer: Viewer; locale: UiLocale }> {
  const locale = await readLocale(params)
  const viewer = await getViewer()
  if (!viewer) {
    const from = (await headers()).get('x-polyquiz-path')
    redirect(`/${locale}/sign-in${from ? `?next=${encodeURIComponent(from)}` : ''}`)
  }
  return { viewer, locale }
}

/**
 * Who reads a page for those who run Polyquiz. Anyone else finds what they find at an address that does not exist.
 *
 * @param right what the page asks for
 */
export async function getAdmin(
  params: Promise<{ locale: string }>,
  right: Right,
): Promise<{ viewer: Viewer; locale: UiLocale }> {
  const reader = await getReader(params)
  if (!mayDo(reader.viewer.role, right)) notFound()
  return reader
}
