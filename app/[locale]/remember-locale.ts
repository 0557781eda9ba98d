import { cookies } from 'next/headers'
import { LOCALE_COOKIE, type UiLocale } from '@/lib/i18n/locales'

const YEAR = 365 * 24 * 60 * 60

/** Remembers the chosen interface language, for addresses that do not name one. */
export async function rememberLocale(locale: UiLocale): Promise<void> {
  ;(await cookies()).set(LOCALE_COOKIE, locale, { path: '/', sameSite: 'lax', maxAge: YEAR, httpOnly: true })
}
