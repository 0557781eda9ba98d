import type { ButtonHTMLAttributes, ReactNode } from 'react'

type Weight = 'primary' | 'secondary' | 'quiet'

const weights: Record<Weight, string> = {
  primary: 'bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong',
  secondary: 'bg-raised text-ink border-control hover:border-accent hover:text-accent-strong',
  quiet: 'bg-transparent text-accent border-transparent hover:bg-accent-wash hover:text-accent-strong',
}

/** How a control that acts looks, for buttons and for links that look like one. */
export function buttonClass(weight: Weight = 'secondary'): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-5 py-2 text-base font-semibold no-underline hover:no-underline disabled:opacity-60 ${weights[weight]}`
}

/** A button. One primary a page. */
export function Button({
  weight = 'secondary',
  children,
  className = '',
  ...rest
}: { weight?: Weight; children: ReactNode } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="submit" {...rest} className={`${buttonClass(weight)} ${className}`}>
      {children}
    </button>
  )
}
