import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

const tones = {
  info: { icon: 'info', className: 'border-accent bg-accent-wash' },
  warning: { icon: 'warning', className: 'border-warn bg-warn-wash' },
  error: { icon: 'warning', className: 'border-bad bg-bad-wash' },
  done: { icon: 'check', className: 'border-good bg-good-wash' },
} as const satisfies Record<string, { icon: IconName; className: string }>

/** Says one thing that the person must know now. Errors are announced at once. */
export function Notice({ tone, children, id }: { tone: keyof typeof tones; children: ReactNode; id?: string }) {
  const { icon, className } = tones[tone]
  return (
    <div
      id={id}
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-3 border-s-4 px-4 py-3 text-sm ${className}`}
    >
      <Icon name={icon} className="h-[1lh]" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
