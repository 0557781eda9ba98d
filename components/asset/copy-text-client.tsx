'use client'

import { useEffect, useState } from 'react'

type Words = Record<'copy' | 'copied' | 'copyFailed', string>

/** A line of code that is selected whole at a press, with a button that copies it where the browser can. */
export function CopyText({ text, label, words }: { text: string; label: string; words: Words }) {
  const [canCopy, setCanCopy] = useState(false)
  const [said, setSaid] = useState('')
  // Browsers offer the clipboard on secure addresses only, and to scripts.
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), 2000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(words.copied),
      () => setSaid(words.copyFailed),
    )
  return (
    <div className="mt-1 flex items-start gap-2">
      <code translate="no" className="min-w-0 grow py-2.5 text-sm break-all text-soft select-all">
        {text}
      </code>
      {canCopy && (
        <button
          type="button"
          onClick={copy}
          className="min-h-11 shrink-0 px-2 text-sm font-semibold text-accent hover:text-accent-strong hover:underline"
        >
          <span aria-live="polite">{said || words.copy}</span>
          <span className="sr-only"> {label}</span>
        </button>
      )}
    </div>
  )
}
