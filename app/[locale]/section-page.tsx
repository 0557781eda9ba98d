import type { ReactNode } from 'react'
import { SiteHeader } from '@/components/shell/site-header'
import { NavLink } from '@/components/ui/nav-link'
import type { Viewer } from '@/lib/access/viewer'
import type { UiLocale } from '@/lib/i18n/locales'
import { signOutAction } from './account-actions'

/** What a page of a section says of itself. */
export type SectionPageProps = {
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
}

/** A page of a section that has a navigation of its own: the head, the way to the section's other pages, the title. */
export function SectionPage({
  viewer,
  locale,
  label,
  links,
  title,
  actions,
  search,
  width = 'page',
  children,
}: SectionPageProps & {
  /** What the navigation is called. */
  label: string
  links: readonly { href: `/${string}`; words: string; current: boolean }[]
}): ReactNode {
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
        <nav aria-label={label} className="-mx-2 mt-2 flex flex-wrap text-sm">
          {links.map(({ href, words, current }) => (
            <NavLink key={href} href={href} current={current}>
              {words}
            </NavLink>
          ))}
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
