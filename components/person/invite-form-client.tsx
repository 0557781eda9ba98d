'use client'

import type { Route } from 'next'
import { useActionState } from 'react'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { Link } from '../ui/link'
import { OneTimeLink, type OneTimeLinkWords } from './one-time-link-client'

type State = {
  given: { name: string; email: string; role: string; team: string }
  errors: { name?: 'missing'; email?: 'wrong' | 'taken'; team?: 'unknown' }
  made: { personId: string; name: string; link: string } | null
}
type Choice = { value: string; label: string }
type Words = Record<
  | 'name'
  | 'nameMissing'
  | 'email'
  | 'emailWrong'
  | 'emailTaken'
  | 'role'
  | 'team'
  | 'noTeam'
  | 'teamGone'
  | 'submit'
  | 'open',
  string
> & { link: OneTimeLinkWords }

/** Name, address, role and first team of someone new; then the link to pass on, and the form again for the next. */
export function InviteForm({
  action,
  peoplePath,
  roles,
  teams,
  words,
}: {
  action: (before: State, form: FormData) => Promise<State>
  peoplePath: `/${string}`
  roles: Choice[]
  teams: Choice[]
  words: Words
}) {
  const [{ given, errors, made }, submit, busy] = useActionState(action, {
    given: { name: '', email: '', role: 'member', team: '' },
    errors: {},
    made: null,
  })
  return (
    <div className="mt-6 grid max-w-reading gap-6">
      {made && (
        <div className="grid gap-2">
          <OneTimeLink link={made.link} name={made.name} words={words.link} />
          <p>
            <Link href={`${peoplePath}/${made.personId}` as Route} className="inline-flex min-h-11 items-center">
              {words.open.replace('{name}', made.name)}
            </Link>
          </p>
        </div>
      )}
      {/* Anew for each person, so that its fields hold what they are given. */}
      <form key={made?.personId ?? ''} action={submit} className="grid max-w-md gap-5">
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
          id="email"
          label={words.email}
          type="email"
          defaultValue={given.email}
          autoComplete="off"
          required
          error={errors.email && (errors.email === 'taken' ? words.emailTaken : words.emailWrong)}
        />
        <SelectField id="role" label={words.role} defaultValue={given.role} key={`role ${given.role}`}>
          {roles.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          id="team"
          label={words.team}
          defaultValue={given.team}
          key={`team ${given.team}`}
          error={errors.team && words.teamGone}
        >
          <option value="">{words.noTeam}</option>
          {teams.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div>
          <Button weight="primary" disabled={busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </div>
  )
}
