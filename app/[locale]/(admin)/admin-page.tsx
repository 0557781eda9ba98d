import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { SiteHeader } from '@/components/shell/site-header'
import { NavLink } from '@/components/ui/nav-link'
import { adminPagesOf } from '@/lib/access/rights'
import type { Viewer } from '@/lib/access/viewer'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { signOutAction } from '../account-actions'

/** What every page for those who run Polyquiz shows around its own matter: the head, the way to the others, the title. */
export async function AdminPage({
  viewer,
  locale,
  title,
  actions,
  search,
  width = 'page',
  children,
}: {
  viewer: Viewer
  locale: UiLocale
  title: ReactNode
  /** What can be done with the page as a whole, beside its title. */
  actions?: ReactNode
  /** The query part of the address, to be kept in another language. */
  search?: string
  /** Wide for what stands side by side. */
  width?: 'page' | 'wide'
  children: ReactNode
}): Promise<ReactNode> {
  const t = wordsOf(locale, 'admin')
  const path = (await headers()).get('x-polyquiz-path') ?? ''
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
        <nav aria-label={t('label')} className="-mx-2 mt-2 flex flex-wrap text-sm">
          {adminPagesOf(viewer.role).map((name) => {
            const href = `/${locale}/admin/${name}` as const
            return (
              <NavLink key={name} href={href} current={path === href || path.startsWith(`${href}/`)}>
                {t(`pages.${name}`)}
              </NavLink>
            )
          })}
        </nav>
        <main id="main" className="mt-6">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h1 className="min-w-0 text-2xl wrap-anywhere">{title}</h1>
            {actions}
          </div>
          {children}
        </main>
      </div>
    </>
  )
}
