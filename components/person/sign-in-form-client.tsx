'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'

type State = { email: string; error: 'wrong' | 'wait' | null; minutes: number }
type Words = { email: string; password: string; submit: string; wrong: string; wait: string }

/** Address and password; keeps the address when the password was wrong, with and without JavaScript. */
export function SignInForm({
  action,
  words,
}: {
  action: (before: State, form: FormData) => Promise<State>
  words: Words
}) {
  const [state, submit, busy] = useActionState(action, { email: '', error: null, minutes: 0 })
  return (
    <form action={submit} className="mt-8 grid gap-5">
      {state.error === 'wrong' && <Notice tone="error">{words.wrong}</Notice>}
      {state.error === 'wait' && <Notice tone="error">{words.wait.replace('{minutes}', String(state.minutes))}</Notice>}
      <TextField
        id="email"
        label={words.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        defaultValue={state.email}
        required
      />
      <TextField id="password" label={words.password} type="password" autoComplete="current-password" required />
      <div>
        <Button weight="primary" disabled={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
