import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import { getViewer, type Viewer } from '@/lib/access/viewer'
import { isUiLocale, type UiLocale } from '@/lib/i18n/locales'

/** The interface language of a page, from its address; every page and layout reads it first. */
export async function readLocale(params: Promise<{ locale: string }>): Promise<UiLocale> {
  const { locale } = await params
  if (!isUiLocale(locale)) notFound()
  setRequestLocale(locale)
  return locale
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
