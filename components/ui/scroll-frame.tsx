import type { ReactNode } from 'react'

/** A frame in which something wide moves sideways, by keyboard too, so that the page itself never does. */
export function ScrollFrame({
  label,
  from = 'start',
  children,
}: {
  label: string
  /** Which end is seen first. */
  from?: 'start' | 'end'
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot reach what lies outside the frame
      tabIndex={0}
      // In a reversed row the end is where a frame begins.
      // Relative, so that what only screen readers read stays within.
      className={`relative overflow-x-auto ${from === 'end' ? 'flex flex-row-reverse' : ''}`}
    >
      {children}
    </section>
  )
}
