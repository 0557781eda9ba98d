import NextLink, { type LinkProps } from 'next/link'

/**
 * A way to another page. Nothing is loaded before it is chosen: every page is made for one person, so that loading all that
 * a page links to would cost the server a page for each, twice, and bring nothing that could be shown.
 */
export function Link<RouteType>(props: LinkProps<RouteType>) {
  return <NextLink prefetch={false} {...props} />
}
