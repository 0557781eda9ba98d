import { scaleThreshold } from 'd3-scale'

export type GridDay = {
  key: string
  count: number
  /** What it says under the pointer. */
  label: string
}

export type GridWeek = {
  key: string
  /** What stands above it; only the first week of a month needs one. */
  tick: string | null
  /** Monday first; null for days to come. */
  days: readonly (GridDay | null)[]
}

const STEP = 11
const CELL = 9
const HEAD = 20
const SHADES = ['fill-line', 'fill-accent/35', 'fill-accent/60', 'fill-accent/80', 'fill-accent'] as const

/** From how many answers on a day has each shade but the first. */
export const SHADE_STARTS = [1, 5, 10, 20] as const

const shadeOf = scaleThreshold<number, (typeof SHADES)[number]>(SHADE_STARTS, SHADES)

/** The names of the rows beside a grid of days, the first of them Monday's; null for rows that need none. */
export function GridRows({ names }: { names: readonly (string | null)[] }) {
  return (
    <svg width="34" height={HEAD + 7 * STEP} className="shrink-0 fill-soft text-xs" aria-hidden="true">
      {names.map(
        (name, row) =>
          name && (
            <text key={name} x="0" y={HEAD + row * STEP + CELL}>
              {name}
            </text>
          ),
      )}
    </svg>
  )
}

/**
 * Weeks as columns of days, the more answers the stronger the colour.
 *
 * @param label what there is to see; the days themselves are in a table
 */
export function DayGrid({ weeks, label }: { weeks: readonly GridWeek[]; label: string }) {
  const width = weeks.length * STEP
  const days = weeks.flatMap((week, column) =>
    week.days.flatMap((day, row) => (day ? [{ ...day, x: column * STEP, y: HEAD + row * STEP }] : [])),
  )
  const empty = days.filter(({ count }) => count === 0).map(({ x, y }) => `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`)
  return (
    <svg width={width} height={HEAD + 7 * STEP} role="img" aria-label={label} className="block shrink-0 text-xs">
      {weeks.map(
        ({ key, tick }, column) =>
          tick && (
            <text key={key} x={column * STEP} y="12" className="fill-soft">
              {tick}
            </text>
          ),
      )}
      <path d={empty.join('')} className={SHADES[0]} />
      {days
        .filter(({ count }) => count > 0)
        .map(({ key, count, label, x, y }) => (
          <rect key={key} x={x} y={y} width={CELL} height={CELL} className={shadeOf(count)}>
            <title>{label}</title>
          </rect>
        ))}
    </svg>
  )
}

/** What each shade means, as numbers beside it. */
export function GridKey({ labels }: { labels: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-xs text-soft tabular-nums">
      {SHADES.map((shade, index) => (
        <li key={shade} className="flex items-center gap-1.5">
          <svg width={CELL} height={CELL} aria-hidden="true">
            <rect width={CELL} height={CELL} className={shade} />
          </svg>
          {labels[index]}
        </li>
      ))}
    </ul>
  )
}
