const shapes = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  half: 'M3.5 8h9',
  blank: 'M8 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z',
  warning: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.2v.1',
  down: 'M4 6.25l4 4 4-4',
  up: 'M4 9.75l4-4 4 4',
  left: 'M9.75 4l-4 4 4 4',
  grip: 'M6 4v.1M6 8v.1M6 12v.1M10 4v.1M10 8v.1M10 12v.1',
  flag: 'M4.5 13.5v-10h7.5l-2 2.75 2 2.75H4.5',
  info: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 7.5v3.2M8 5.2v.1',
} as const

export type IconName = keyof typeof shapes

/** Every icon there is. */
export const iconNames = Object.keys(shapes) as IconName[]

/** A sign beside a word; it never stands alone, so it is hidden from screen readers. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`inline-block size-[1.1em] shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
