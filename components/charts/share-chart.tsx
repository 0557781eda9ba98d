import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'

export type SharePoint = {
  key: string
  /** What stands below it; only some points need one. */
  tick: string | null
  /** From 0 to 1, with the ends of its interval; null where there is nothing to plot. */
  value: { share: number; low: number; high: number } | null
}

const HEIGHT = 168
const TOP = 24
const BOTTOM = 140
/** Text nearer to an end than this, in parts of a hundred, begins or ends at its point. */
const MARGIN = 12

const anchorAt = (x: number) => (x > 100 - MARGIN ? 'end' : x < MARGIN ? 'start' : 'middle')

/**
 * Shares over time as a line with the interval of each point. Across, everything is a part of the width, so that the plot
 * is as wide as its column while its text keeps its size. For the eye only: a table says the same.
 *
 * @param label stands at the last point that is plotted
 */
export function ShareChart({
  points,
  label,
  percent,
}: {
  points: readonly SharePoint[]
  label: string
  percent: (share: number) => string
}) {
  const x = scalePoint<string>()
    .domain(points.map(({ key }) => key))
    .range([0, 100])
    .padding(0.5)
  const y = scaleLinear([0, 1], [BOTTOM, TOP])
  const at = (key: string) => x(key) ?? 0
  const path = line<SharePoint>()
    .defined(({ value }) => value !== null)
    .x(({ key }) => at(key))
    .y(({ value }) => y(value?.share ?? 0))
  const last = points.findLast(({ value }) => value !== null)
  const lastAt = last ? at(last.key) : 0
  return (
    <div className="flex text-xs tabular-nums">
      <svg width="52" height={HEIGHT} className="shrink-0 fill-soft" aria-hidden="true">
        {[0, 0.5, 1].map((share) => (
          <text key={share} x="44" y={y(share) + 4} textAnchor="end">
            {percent(share)}
          </text>
        ))}
      </svg>
      <svg width="100%" height={HEIGHT} className="min-w-0 grow overflow-visible" aria-hidden="true">
        {[0, 0.5, 1].map((share) => (
          <line key={share} x1="0" x2="100%" y1={y(share)} y2={y(share)} className="stroke-line" />
        ))}
        <svg width="100%" height={HEIGHT} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path
            d={path(points) ?? ''}
            fill="none"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        </svg>
        {points.map(({ key, tick, value }) => (
          <g key={key}>
            {value && (
              <>
                <line
                  x1={`${at(key)}%`}
                  x2={`${at(key)}%`}
                  y1={y(value.low)}
                  y2={y(value.high)}
                  className="stroke-control"
                />
                <circle cx={`${at(key)}%`} cy={y(value.share)} r="4" className="fill-accent" />
              </>
            )}
            {tick && (
              <text x={`${at(key)}%`} y={HEIGHT - 8} textAnchor={anchorAt(at(key))} className="fill-soft">
                {tick}
              </text>
            )}
          </g>
        ))}
        {last?.value && (
          <text
            x={`${lastAt}%`}
            y={y(last.value.high) - 8}
            textAnchor={anchorAt(lastAt)}
            strokeWidth="6"
            className="fill-ink stroke-page font-semibold [paint-order:stroke]"
          >
            {label}
          </text>
        )}
      </svg>
    </div>
  )
}
