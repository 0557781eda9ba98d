'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'
import { SelectField, TextField } from '../ui/field'
import { Icon } from '../ui/icon'
import { Notice } from '../ui/notice'

type State = { problems: Record<string, string>; sent: Record<string, string> } | null
type Word =
  | 'words'
  | 'quizTitle'
  | 'intro'
  | 'source'
  | 'rules'
  | 'pass'
  | 'passHint'
  | 'passOf'
  | 'timeLimit'
  | 'timeHint'
  | 'grace'
  | 'graceHint'
  | 'reveal'
  | 'revealEach'
  | 'revealEnd'
  | 'revealDate'
  | 'revealNever'
  | 'revealAt'
  | 'revealAtHint'
  | 'attempts'
  | 'attemptsHint'
  | 'wait'
  | 'waitHint'
  | 'shuffle'
  | 'pools'
  | 'poolsHint'
  | 'addLanguage'
  | 'addLanguageHint'
  | 'save'
  | 'saved'
  | 'changed'
  | 'storedNow'
  | 'wrong'
  | 'wrongPass'
  | 'wrongTime'
  | 'wrongGrace'
  | 'wrongRevealAt'
  | 'wrongAttempts'
  | 'wrongWait'
  | 'wrongTitle'
  | 'wrongLanguage'
  | 'wrongPool'
  | 'wrongOther'

/** The settings of a quiz as one form. `stored` holds every value by the name of its field. */
export function QuizSettingsForm({
  action,
  saved,
  rowVersion,
  stored,
  locales,
  pools,
  withRules,
  words,
}: {
  action: (before: State, form: FormData) => Promise<State>
  saved: boolean
  rowVersion: number
  stored: Record<string, string>
  locales: { tag: string; name: string; dir: 'ltr' | 'rtl'; isSource: boolean }[]
  pools: { topic: string; label: string }[]
  /** Whether rules may be changed, and words of the source. */
  withRules: boolean
  words: Record<Word, string>
}) {
  const [state, submit, busy] = useActionState(action, null)
  const { problems = {}, sent } = state ?? {}
  const isChanged = problems.all === 'changed'
  const value = (name: string) => sent?.[name] ?? stored[name] ?? ''
  const said = (problem: string) => {
    const word = problems[problem]
    return word === undefined ? undefined : words[word as Word]
  }
  /** What is stored, where someone else changed it meanwhile. */
  const other = (name: string) => {
    if (!isChanged || (sent?.[name] ?? '') === (stored[name] ?? '')) return null
    return (
      <p className="mt-1 border-s-4 border-warn bg-warn-wash px-3 py-1 text-sm wrap-anywhere whitespace-pre-wrap">
        {words.storedNow} {stored[name] || '–'}
      </p>
    )
  }
  const field = (name: string, label: string, hint: string, problem: string, more: object = {}) => (
    <div>
      <TextField id={name} label={label} hint={hint} error={said(problem)} defaultValue={value(name)} {...more} />
      {other(name)}
    </div>
  )
  const whole = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <form
      key={JSON.stringify([rowVersion, sent])}
      action={submit}
      className="mt-6 grid max-w-reading grid-cols-1 gap-10"
    >
      <input type="hidden" name="rowVersion" value={rowVersion} />
      {saved && state === null && <Notice tone="done">{words.saved}</Notice>}
      {isChanged && <Notice tone="error">{words.changed}</Notice>}
      {state && !isChanged && <Notice tone="error">{words.wrong}</Notice>}
      <section aria-labelledby="words-heading" className="grid grid-cols-1 gap-6">
        <h2 id="words-heading" className="text-lg">
          {words.words}
        </h2>
        {locales
          .filter(({ isSource }) => withRules || !isSource)
          .map(({ tag, name, dir, isSource }) => (
            <fieldset key={tag} className="grid min-w-0 grid-cols-1 gap-3">
              <legend className="mb-2 font-semibold text-soft">
                <span lang={tag}>{name}</span> {isSource && `(${words.source})`}
              </legend>
              <div>
                <TextField
                  id={`title.${tag}`}
                  label={words.quizTitle}
                  lang={tag}
                  dir={dir}
                  maxLength={300}
                  defaultValue={value(`title.${tag}`)}
                  error={isSource ? said('title') : undefined}
                />
                {other(`title.${tag}`)}
              </div>
              <TextArea id={`intro.${tag}`} label={words.intro} lang={tag} dir={dir} value={value(`intro.${tag}`)} />
              {other(`intro.${tag}`)}
            </fieldset>
          ))}
        <Disclosure label={words.addLanguage} open={problems.newLanguage !== undefined}>
          <div className="mt-2 grid grid-cols-1 gap-3">
            {field('newLanguage', words.addLanguage, words.addLanguageHint, 'newLanguage', { autoComplete: 'off' })}
            <TextField id="newTitle" label={words.quizTitle} maxLength={300} defaultValue={value('newTitle')} />
            <TextArea id="newIntro" label={words.intro} value={value('newIntro')} />
          </div>
        </Disclosure>
      </section>
      {withRules && (
        <section aria-labelledby="rules-heading" className="grid grid-cols-1 gap-6">
          <h2 id="rules-heading" className="text-lg">
            {words.rules}
          </h2>
          <fieldset aria-describedby="pass-hint">
            <legend className="font-semibold">{words.pass}</legend>
            <p id="pass-hint" className="text-sm text-soft">
              {words.passHint}
            </p>
            {said('pass') && (
              <p className="mt-1 flex gap-1.5 text-sm font-semibold text-bad">
                <Icon name="warning" className="h-[1lh]" />
                {said('pass')}
              </p>
            )}
            <div className="mt-1 flex items-center gap-3">
              {(['passNum', 'passDen'] as const).map((name, index) => (
                <span key={name} className="flex items-center gap-3">
                  {index === 1 && words.passOf}
                  <input
                    name={name}
                    aria-label={`${words.pass} ${index + 1}`}
                    defaultValue={value(name)}
                    {...whole}
                    className="min-h-11 w-24 rounded-control border border-control bg-raised px-3"
                  />
                </span>
              ))}
            </div>
            {other('passNum')}
            {other('passDen')}
          </fieldset>
          {field('minutes', words.timeLimit, words.timeHint, 'seconds', { inputMode: 'decimal' })}
          {field('grace', words.grace, words.graceHint, 'graceSeconds', whole)}
          <div>
            <SelectField id="reveal" label={words.reveal} defaultValue={value('reveal')}>
              <option value="each">{words.revealEach}</option>
              <option value="end">{words.revealEnd}</option>
              <option value="date">{words.revealDate}</option>
              <option value="never">{words.revealNever}</option>
            </SelectField>
            {other('reveal')}
          </div>
          {field('revealAt', words.revealAt, words.revealAtHint, 'revealAt', { type: 'datetime-local' })}
          {field('attempts', words.attempts, words.attemptsHint, 'attemptLimit', whole)}
          {field('hours', words.wait, words.waitHint, 'waitSeconds', { inputMode: 'decimal' })}
          <div>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="shuffle"
                value="yes"
                defaultChecked={(sent ?? stored).shuffle === 'yes'}
                className="size-5"
              />
              {words.shuffle}
            </label>
            {other('shuffle')}
          </div>
          {pools.length > 0 && (
            <fieldset className="min-w-0" aria-describedby="pools-hint">
              <legend className="font-semibold">{words.pools}</legend>
              <p id="pools-hint" className="text-sm text-soft">
                {words.poolsHint}
              </p>
              {said('pools') && <p className="mt-1 text-sm font-semibold text-bad">{said('pools')}</p>}
              <div className="mt-2 grid grid-cols-1 gap-2">
                {pools.map(({ topic, label }) => (
                  <div key={topic}>
                    <label className="flex items-center gap-3">
                      <input
                        name={`pool.${topic}`}
                        defaultValue={value(`pool.${topic}`)}
                        {...whole}
                        className="min-h-11 w-24 rounded-control border border-control bg-raised px-3"
                      />
                      {label}
                    </label>
                    {other(`pool.${topic}`)}
                  </div>
                ))}
              </div>
            </fieldset>
          )}
        </section>
      )}
      <div>
        <Button weight="primary" disabled={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

function TextArea({
  id,
  label,
  lang,
  dir,
  value,
}: {
  id: string
  label: string
  lang?: string
  dir?: 'ltr' | 'rtl'
  value: string
}) {
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        name={id}
        lang={lang}
        dir={dir}
        rows={3}
        maxLength={5000}
        defaultValue={value}
        className="mt-1 block field-sizing-content w-full rounded-control border border-control bg-raised px-3 py-2"
      />
    </div>
  )
}
