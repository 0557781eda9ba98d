import type { ReactNode } from 'react'
import { Icon } from './icon'

/** Something that opens in place, with or without JavaScript. */
export function Disclosure({
  label,
  lang,
  open,
  className = '',
  children,
}: {
  label: ReactNode
  /** Language of the label, where it is not that of the content. */
  lang?: string
  open?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <details open={open} className={className}>
      <summary
        lang={lang}
        className="-ms-1 inline-flex min-h-11 list-none items-center gap-1 pe-2 font-semibold text-accent hover:text-accent-strong [&::-webkit-details-marker]:hidden"
      >
        <Icon
          name="down"
          className="-rotate-90 motion-safe:transition-transform motion-safe:duration-100 [[open]>summary>&]:rotate-0"
        />
        {label}
      </summary>
      {children}
    </details>
  )
}
