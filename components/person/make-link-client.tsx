'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { OneTimeLink, type OneTimeLinkWords } from './one-time-link-client'

/** Makes a one-time link on demand, and shows it this once. */
export function MakeLink({
  action,
  name,
  words,
}: {
  action: (before: { link: string | null }, form: FormData) => Promise<{ link: string | null }>
  /** Whom the link is for. */
  name: string
  words: OneTimeLinkWords & { make: string }
}) {
  const [{ link }, submit, busy] = useActionState(action, { link: null })
  return (
    <form action={submit} className="mt-3 grid gap-3">
      {link && <OneTimeLink link={link} name={name} words={words} />}
      <div>
        <Button disabled={busy}>{words.make}</Button>
      </div>
    </form>
  )
}
