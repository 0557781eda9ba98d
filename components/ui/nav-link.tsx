import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from './link'

/** One of several pages beside each other, of which one may be the page shown. */
export function NavLink({ href, current, children }: { href: `/${string}`; current: boolean; children: ReactNode }) {
  return (
    <Link
      href={href as Route}
      aria-current={current ? 'page' : undefined}
      className="inline-flex min-h-11 items-center px-2 text-ink no-underline hover:text-accent hover:underline aria-[current]:font-semibold aria-[current]:underline aria-[current]:decoration-accent aria-[current]:decoration-2 aria-[current]:underline-offset-8"
    >
      {children}
    </Link>
  )
}
