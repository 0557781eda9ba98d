const fills = { accent: 'fill-accent', control: 'fill-control', line: 'fill-line' } as const

/** Ties a word to the colours of a bar, for the eye only. */
export function Swatch({ tones }: { tones: readonly (keyof typeof fills)[] }) {
  const width = 10 / tones.length
  return (
    <svg viewBox="0 0 10 10" className="me-1.5 inline-block size-2.5 rounded-[2px]" aria-hidden="true">
      {tones.map((tone, index) => (
        <rect key={tone} x={index * width} width={width} height="10" className={fills[tone]} />
      ))}
    </svg>
  )
}
