'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { Notice } from '../ui/notice'

type State = { error: 'name' | 'zone' | 'other' | null }
type Named = { tag: string; name: string }
type Words = Record<
  | 'name'
  | 'nameMissing'
  | 'uiLocale'
  | 'contentLocales'
  | 'contentLocalesHint'
  | 'rank'
  | 'notChosen'
  | 'zone'
  | 'zoneHint'
  | 'zoneWrong'
  | 'boards'
  | 'onBoards'
  | 'onBoardsHint'
  | 'mails'
  | 'save'
  | 'saved',
  string
>

/** Name, languages and time zone of the person signed in. */
export function ProfileForm({
  action,
  saved,
  profile,
  uiLocales,
  contentLocales,
  mails,
  zones,
  words,
}: {
  action: (before: State, form: FormData) => Promise<State>
  saved: boolean
  profile: { name: string; uiLocale: string; contentLocales: string[]; zone: string; isOnBoards: boolean }
  uiLocales: Named[]
  contentLocales: Named[]
  /** The kinds of mails that there are for this person. */
  mails: { kind: string; label: string; isWanted: boolean }[]
  zones: string[]
  words: Words
}) {
  const [state, submit, busy] = useActionState(action, { error: null })
  const ranks = Array.from({ length: Math.min(4, contentLocales.length) }, (_, index) => index)
  return (
    <form action={submit} className="mt-8 grid max-w-md gap-6">
      {saved && state.error === null && <Notice tone="done">{words.saved}</Notice>}
      <TextField
        id="name"
        label={words.name}
        defaultValue={profile.name}
        autoComplete="name"
        maxLength={100}
        required
        error={state.error === 'name' ? words.nameMissing : undefined}
      />
      <SelectField id="uiLocale" label={words.uiLocale} defaultValue={profile.uiLocale}>
        {uiLocales.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend className="font-semibold">{words.contentLocales}</legend>
        <p className="text-sm text-soft">{words.contentLocalesHint}</p>
        <div className="mt-2 grid gap-3">
          {ranks.map((rank) => (
            <div key={rank} className="flex items-center gap-3">
              <label htmlFor={`contentLocale${rank}`} className="w-24 shrink-0 text-sm text-soft">
                {words.rank.replace('{rank}', String(rank + 1))}
              </label>
              <select
                id={`contentLocale${rank}`}
                name="contentLocale"
                defaultValue={profile.contentLocales[rank] ?? ''}
                className="min-h-11 w-full rounded-control border border-control bg-raised px-3"
              >
                <option value="">{words.notChosen}</option>
                {contentLocales.map(({ tag, name }) => (
                  <option key={tag} value={tag} lang={tag}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </div>
      </fieldset>
      <SelectField
        id="zone"
        label={words.zone}
        hint={words.zoneHint}
        defaultValue={profile.zone}
        error={state.error === 'zone' ? words.zoneWrong : undefined}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </SelectField>
      <fieldset id="boards">
        <legend className="font-semibold">{words.boards}</legend>
        <label className="mt-1 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="onBoards"
            value="yes"
            defaultChecked={profile.isOnBoards}
            aria-describedby="on-boards-hint"
            className="size-5 accent-accent"
          />
          {words.onBoards}
        </label>
        <p id="on-boards-hint" className="ps-8 text-sm text-soft">
          {words.onBoardsHint}
        </p>
      </fieldset>
      <fieldset id="mails">
        <legend className="font-semibold">{words.mails}</legend>
        {mails.map(({ kind, label, isWanted }) => (
          <label key={kind} className="mt-1 flex min-h-11 items-center gap-3">
            <input type="hidden" name="mailKind" value={kind} />
            <input
              type="checkbox"
              name="mail"
              value={kind}
              defaultChecked={isWanted}
              className="size-5 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div>
        <Button weight="primary" disabled={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
