/**
 * A share as a bar, for the eye only: the figures stand beside it as text.
 *
 * @param parts lengths from 0 to 1 with their colour, drawn one after the other
 */
export function Bar({ parts }: { parts: { share: number; tone: 'good' | 'accent' | 'control' | 'bad' }[] }) {
  let x = 0
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-2 w-full overflow-hidden rounded-full bg-line"
      aria-hidden="true"
    >
      {parts.map(({ share, tone }) => {
        const start = x
        x += share * 100
        return <rect key={tone} x={start} y="0" width={share * 100} height="8" className={fills[tone]} />
      })}
    </svg>
  )
}

const fills = {
  good: 'fill-good',
  accent: 'fill-accent',
  control: 'fill-control',
  bad: 'fill-bad',
} as const
