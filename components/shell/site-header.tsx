import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { adminPagesOf, mayDo } from '@/lib/access/rights'
import type { Viewer } from '@/lib/access/viewer'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Link } from '../ui/link'
import { NavLink } from '../ui/nav-link'
import { LanguageMenu } from './language-menu'

/** The head of every page but the attempt: where to go, in which language, and who is signed in. */
export async function SiteHeader({
  locale,
  viewer,
  signOut,
  search = '',
  width = 'page',
}: {
  locale: UiLocale
  /** Null for someone who is not signed in. */
  viewer: Pick<Viewer, 'name' | 'role' | 'teams'> | null
  signOut?: () => Promise<void>
  /** The query part of the address, where it says what the page shows and another language is to keep it. */
  search?: string
  /** As wide as the page below. */
  width?: 'page' | 'wide'
}): Promise<ReactNode> {
  const t = wordsOf(locale, 'shell')
  const path = (await headers()).get('x-polyquiz-path')
  const adminPages = viewer ? adminPagesOf(viewer.role) : []
  const seesTeams =
    viewer !== null && (mayDo(viewer.role, 'team:overview') || viewer.teams.some(({ role }) => role === 'manager'))
  const link = (to: string, words: string) => (
    <NavLink href={`/${locale}/${to}`} current={path === `/${locale}/${to}`}>
      {words}
    </NavLink>
  )
  return (
    <header className="border-b border-line print:hidden">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-raised focus:px-4 focus:py-2"
      >
        {t('skip')}
      </a>
      <div
        className={`mx-auto flex flex-wrap items-center gap-x-6 px-4 py-1.5 sm:py-3 ${width === 'wide' ? 'max-w-[100rem]' : 'max-w-page'}`}
      >
        <Link
          href={`/${locale}`}
          className="inline-flex min-h-11 items-center text-lg font-bold tracking-tight text-ink no-underline hover:text-accent"
        >
          Polyquiz
        </Link>
        {viewer && (
          <nav
            aria-label={t('navigation')}
            className="order-last -mx-2 flex basis-full flex-wrap max-sm:text-sm sm:order-none sm:basis-auto"
          >
            {link('quizzes', t('quizzes'))}
            {link('progress', t('progress'))}
            {link('boards', t('boards'))}
            {link('profile', t('profile'))}
            {seesTeams && (
              <NavLink href={`/${locale}/teams`} current={path?.startsWith(`/${locale}/teams`) ?? false}>
                {t('teams')}
              </NavLink>
            )}
            {adminPages.length > 0 && (
              <NavLink
                href={`/${locale}/admin/${adminPages[0]}`}
                current={path?.startsWith(`/${locale}/admin/`) ?? false}
              >
                {t('admin')}
              </NavLink>
            )}
          </nav>
        )}
        <div className="ms-auto flex items-center gap-4 text-sm">
          <LanguageMenu locale={locale} label={t('language')} search={search} />
          {viewer && (
            <form action={signOut} className="flex items-center gap-4">
              <span className="hidden max-w-40 truncate text-soft md:inline" title={viewer.name}>
                {viewer.name}
              </span>
              <button
                type="submit"
                className="min-h-11 text-accent underline underline-offset-4 hover:text-accent-strong"
              >
                {t('signOut')}
              </button>
            </form>
          )}
        </div>
      </div>
    </header>
  )
}
