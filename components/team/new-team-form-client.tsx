'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'

type State = {
  given: { name: string; slug: string }
  errors: { name?: 'missing'; slug?: 'wrong' | 'taken' }
}
type Words = Record<'name' | 'nameMissing' | 'slug' | 'slugHint' | 'slugWrong' | 'slugTaken' | 'submit', string>

/** Name and short name of a new team. */
export function NewTeamForm({
  action,
  words,
}: {
  action: (before: State, form: FormData) => Promise<State>
  words: Words
}) {
  const [{ given, errors }, submit, busy] = useActionState(action, { given: { name: '', slug: '' }, errors: {} })
  return (
    <form action={submit} className="mt-4 grid gap-5">
      <TextField
        id="name"
        label={words.name}
        defaultValue={given.name}
        autoComplete="off"
        maxLength={100}
        required
        error={errors.name && words.nameMissing}
      />
      <TextField
        id="slug"
        label={words.slug}
        hint={words.slugHint}
        defaultValue={given.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
        error={errors.slug && (errors.slug === 'taken' ? words.slugTaken : words.slugWrong)}
      />
      <div>
        <Button weight="primary" disabled={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
