'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'

type Problem = 'too-short' | 'name-missing' | 'email-wrong' | 'email-taken' | 'not-found'
type State = { error: Problem | null; name: string; email: string }
type Words = Record<'name' | 'email' | 'password' | 'hint' | 'submit', string> & { errors: Record<Problem, string> }

/** Chooses a password through a one-time link. */
export function PasswordForm({
  action,
  isSetup,
  words,
}: {
  action: (before: State, form: FormData) => Promise<State>
  isSetup: boolean
  words: Words
}) {
  const [state, submit, busy] = useActionState(action, { error: null, name: '', email: '' })
  const errorAt = (...problems: Problem[]) =>
    state.error && problems.includes(state.error) ? words.errors[state.error] : undefined
  return (
    <form action={submit} className="mt-8 grid gap-5">
      {state.error === 'not-found' && <Notice tone="error">{words.errors['not-found']}</Notice>}
      {isSetup && (
        <>
          <TextField
            id="name"
            label={words.name}
            autoComplete="name"
            defaultValue={state.name}
            required
            error={errorAt('name-missing')}
          />
          <TextField
            id="email"
            label={words.email}
            type="email"
            autoComplete="username"
            defaultValue={state.email}
            required
            error={errorAt('email-wrong', 'email-taken')}
          />
        </>
      )}
      <TextField
        id="password"
        label={words.password}
        hint={words.hint}
        type="password"
        autoComplete="new-password"
        required
        error={errorAt('too-short')}
      />
      <div>
        <Button weight="primary" disabled={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
