import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { SiteHeader } from '@/components/shell/site-header'
import { NavLink } from '@/components/ui/nav-link'
import type { Viewer } from '@/lib/access/viewer'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { signOutAction } from '../account-actions'

/** What every page about a managed team shows around its own matter: the head, the team, the way to its other pages. */
export async function TeamPage({
  viewer,
  locale,
  team,
  title,
  actions,
  search,
  width = 'page',
  children,
}: {
  viewer: Viewer
  locale: UiLocale
  team: { slug: string; name: string }
  title: ReactNode
  /** What can be done with the page as a whole, beside its title. */
  actions?: ReactNode
  /** The query part of the address, to be kept in another language. */
  search?: string
  /** Wide for what stands side by side. */
  width?: 'page' | 'wide'
  children: ReactNode
}): Promise<ReactNode> {
  const t = wordsOf(locale, 'teamPage')
  const path = (await headers()).get('x-polyquiz-path') ?? ''
  const base = `/${locale}/teams/${team.slug}` as const
  const link = (href: `/${string}`, words: string, current: boolean) => (
    <NavLink href={href} current={current}>
      {words}
    </NavLink>
  )
  return (
    <>
      <SiteHeader
        locale={locale}
        viewer={viewer}
        width={width}
        signOut={signOutAction.bind(null, locale)}
        {...(search === undefined ? {} : { search })}
      />
      <div className={`mx-auto px-4 pb-16 ${width === 'wide' ? 'max-w-[100rem]' : 'max-w-page'}`}>
        <nav aria-label={t('label', { team: team.name })} className="-mx-2 mt-2 flex flex-wrap text-sm">
          {link(base, team.name, path === base || path.startsWith(`${base}/members/`))}
          {link(`${base}/assignments`, t('assignments'), path.startsWith(`${base}/assignments`))}
          {link(`${base}/export`, t('export'), path === `${base}/export`)}
        </nav>
        <main id="main" className="mt-6">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h1 className="text-2xl">{title}</h1>
            {actions}
          </div>
          {children}
        </main>
      </div>
    </>
  )
}
