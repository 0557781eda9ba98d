'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

export type OneTimeLinkWords = Record<'label' | 'once' | 'copy' | 'copied' | 'failed', string>

/** A link that is shown this once, ready to be copied. It takes the focus, so that it is heard and not passed over. */
export function OneTimeLink({ link, name, words }: { link: string; name: string; words: OneTimeLinkWords }) {
  const field = useRef<HTMLInputElement>(null)
  const [said, say] = useState('')
  const [canCopy, setCanCopy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each link
  useEffect(() => {
    // Browsers offer the clipboard on secure addresses only.
    setCanCopy(Boolean(navigator.clipboard))
    say('')
    field.current?.focus()
    field.current?.select()
  }, [link])
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => say(words.copied),
      () => say(words.failed),
    )
  return (
    <Notice tone="done">
      <label htmlFor="one-time-link" className="font-semibold">
        {words.label.replace('{name}', name)}
      </label>
      <p id="one-time-link-once">{words.once}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <input
          ref={field}
          id="one-time-link"
          aria-describedby="one-time-link-once"
          readOnly
          value={link}
          className="min-h-11 min-w-0 grow basis-64 rounded-control border border-control bg-raised px-3 font-mono text-sm"
        />
        {canCopy && (
          <Button type="button" onClick={copy}>
            {words.copy}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="mt-1">
        {said}
      </p>
    </Notice>
  )
}
