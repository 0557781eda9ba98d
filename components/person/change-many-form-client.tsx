'use client'

import { type ReactNode, useActionState, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

type State = { said: string[]; problem: 'nobody' | 'no-team' | null; isWhole: boolean; links: string | null }
type Words = Record<
  | 'label'
  | 'team'
  | 'choose'
  | 'join'
  | 'leave'
  | 'deactivate'
  | 'link'
  | 'links'
  | 'linksOnce'
  | 'nobody'
  | 'noTeam'
  | 'tickAll',
  string
>

// On a phone they stand in few lines, so that they cover little of the list.
const compact = 'max-sm:px-3 max-sm:text-sm'

const ticks = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input[name="person"]')]

/** A list of people of whom several can be ticked, and what can be done with those. */
export function ChangeManyForm({
  action,
  teams,
  words,
  children,
}: {
  action: (before: State, form: FormData) => Promise<State>
  teams: { value: string; label: string }[]
  words: Words
  /** The list, with a tick named "person" in every line. */
  children: ReactNode
}) {
  const [state, submit, busy] = useActionState(action, { said: [], problem: null, isWhole: true, links: null })
  const form = useRef<HTMLFormElement>(null)
  const [isAlive, setAlive] = useState(false)
  const [isAll, setAll] = useState(false)
  useEffect(() => setAlive(true), [])
  // What was said is about ticks that the form has taken away since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer
  useEffect(() => setAll(false), [state])
  const follow = () => {
    const all = form.current ? ticks(form.current) : []
    setAll(all.length > 0 && all.every(({ checked }) => checked))
  }
  return (
    <form ref={form} action={submit} onChange={follow} className="group/many">
      {isAlive && (
        <label className="flex min-h-11 items-center gap-3 border-t border-line text-sm">
          <input
            type="checkbox"
            checked={isAll}
            onChange={({ target }) => {
              for (const tick of form.current ? ticks(form.current) : []) tick.checked = target.checked
              setAll(target.checked)
            }}
            className="size-5 accent-accent"
          />
          {words.tickAll}
        </label>
      )}
      {children}
      {/* In sight wherever the list is, and only when someone is ticked or something was said. */}
      <div className="sticky bottom-0 bg-page group-has-[input:checked]/many:border-t group-has-[input:checked]/many:border-line">
        <div className="grid gap-2 py-3 empty:hidden">
          {state.problem && <Notice tone="error">{state.problem === 'nobody' ? words.nobody : words.noTeam}</Notice>}
          {state.said.length > 0 && (
            <Notice tone={state.isWhole ? 'done' : 'warning'}>
              {state.said.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              {state.links && (
                <Links key={state.links} table={state.links} label={words.links} hint={words.linksOnce} />
              )}
            </Notice>
          )}
        </div>
        <fieldset className="hidden flex-wrap items-end gap-x-3 gap-y-2 py-3 group-has-[input:checked]/many:flex">
          <legend className="sr-only">{words.label}</legend>
          <div>
            <label htmlFor="many-team" className="text-sm font-semibold">
              {words.team}
            </label>
            <select
              id="many-team"
              name="team"
              className="mt-1 block min-h-11 max-w-56 rounded-control border border-control bg-raised px-3"
            >
              <option value="">{words.choose}</option>
              {teams.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <Button name="change" value="join" disabled={busy} className={compact}>
            {words.join}
          </Button>
          <Button name="change" value="leave" disabled={busy} className={compact}>
            {words.leave}
          </Button>
          <Button name="change" value="link" disabled={busy} className={compact}>
            {words.link}
          </Button>
          <Button name="change" value="deactivate" disabled={busy} className={`sm:ms-auto ${compact}`}>
            {words.deactivate}
          </Button>
        </fieldset>
      </div>
    </form>
  )
}

/** Links that are shown this once. They take the focus, so that they are heard and not passed over. */
function Links({ table, label, hint }: { table: string; label: string; hint: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <div className="mt-2">
      <label htmlFor="many-links" className="font-semibold">
        {label}
      </label>
      <p id="many-links-hint">{hint}</p>
      <textarea
        ref={field}
        id="many-links"
        aria-describedby="many-links-hint"
        readOnly
        rows={Math.min(6, table.split('\n').length)}
        value={table}
        translate="no"
        wrap="off"
        className="mt-1 block w-full rounded-control border border-control bg-raised px-3 py-2 font-mono text-sm"
      />
    </div>
  )
}
