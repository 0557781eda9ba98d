import type { Route } from 'next'
import type { ReactNode } from 'react'
import { type ListAddress, type ListShape, listAddress } from '@/lib/list/schema'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'

/** The heading of a column by which a list can be sorted; chosen again, the other way round. */
export function SortHeading({
  path,
  shape,
  address,
  by,
  className = '',
  children,
}: {
  path: `/${string}`
  shape: ListShape
  address: ListAddress
  by: string
  className?: string
  children: ReactNode
}) {
  const isChosen = address.sort === by
  const turned = { ...address, sort: by, descending: isChosen && !address.descending, page: 1 }
  return (
    <th
      scope="col"
      aria-sort={isChosen ? (address.descending ? 'descending' : 'ascending') : undefined}
      className={`py-1 pe-4 text-start font-normal ${className}`}
    >
      <Link
        href={`${path}${listAddress(shape, turned)}` as Route}
        className="inline-flex min-h-11 items-center gap-1 text-soft no-underline hover:text-accent hover:underline"
      >
        {children}
        {isChosen && <Icon name="down" className={address.descending ? '' : 'rotate-180'} />}
      </Link>
    </th>
  )
}
