import type { ReactNode } from 'react'
import { Disclosure } from '../ui/disclosure'
import { ScrollFrame } from '../ui/scroll-frame'

/** A plot under the finding that it shows, with a note for what it leaves out and its figures as a table. */
export function Chart({
  finding,
  note,
  tableLabel,
  table,
  children,
}: {
  finding: string
  note?: ReactNode
  /** What opens the table. */
  tableLabel: string
  table: ReactNode
  children: ReactNode
}) {
  return (
    <figure>
      <figcaption className="phrases font-semibold text-balance">{finding}</figcaption>
      <div className="mt-4">{children}</div>
      {note && <div className="mt-2 text-sm text-soft">{note}</div>}
      <Disclosure label={tableLabel} className="mt-1 text-sm print:hidden">
        <ScrollFrame label={tableLabel}>{table}</ScrollFrame>
      </Disclosure>
    </figure>
  )
}
