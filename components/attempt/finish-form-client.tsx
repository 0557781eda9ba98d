'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { outboxOf } from './outbox-client'

/** The form that ends an attempt: it is sent once every answer of this browser is with the server. */
export function FinishForm({
  attemptId,
  words,
  children,
}: {
  attemptId: string
  /** What is said while answers wait: by how many, up to the number of questions. */
  words: string[]
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const latest = JSON.stringify(words)

  useEffect(() => {
    const element = form.current
    if (!element) return
    const outbox = outboxOf(attemptId)
    const unsent: string[] = JSON.parse(latest)
    const say = () => {
      const count = outbox.pending().length
      if (status.current) status.current.textContent = count > 0 ? (unsent[count - 1] ?? unsent.at(-1) ?? '') : ''
    }
    const onSubmit = async (event: SubmitEvent) => {
      if (outbox.pending().length === 0) return
      event.preventDefault()
      await outbox.flush()
      say()
      if (outbox.pending().length === 0) element.requestSubmit()
    }
    const unlisten = outbox.listen(say)
    const unwatch = outbox.watch()
    element.addEventListener('submit', onSubmit)
    return () => {
      unlisten()
      unwatch()
      element.removeEventListener('submit', onSubmit)
    }
  }, [attemptId, latest])

  return (
    <form ref={form} method="post" action={`/api/attempts/${attemptId}/submit`} className="mt-8">
      {children}
      <p ref={status} role="status" translate="no" className="mt-3 text-sm font-semibold text-warn empty:hidden" />
    </form>
  )
}
