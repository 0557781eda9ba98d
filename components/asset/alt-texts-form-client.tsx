'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { TextArea } from '../ui/field'
import { Notice } from '../ui/notice'
import { CopyText } from './copy-text-client'

/** What became of saving. What was not saved is given back as it was typed, with what the form began from. */
export type AltState = {
  status: 'new' | 'saved' | 'no-alt-text' | 'alt-too-long' | 'changed'
  typed?: Record<string, string>
  was?: Record<string, string>
  /** The language in which someone else has written meanwhile, and what it says now. */
  changed?: string
  now?: string
}

type Words = Record<
  | 'save'
  | 'saved'
  | 'noAltText'
  | 'altTooLong'
  | 'changed'
  | 'removed'
  | 'noMarkdown'
  | 'copy'
  | 'copied'
  | 'copyFailed',
  string
>

/** The alternative texts of an image, by language, each with the Markdown that carries it. */
export function AltTextsForm({
  id,
  action,
  languages,
  needed,
  longest,
  words,
}: {
  id: string
  action: (before: AltState, form: FormData) => Promise<AltState>
  languages: { tag: string; name: string; alt: string; markdown: string }[]
  /** The language that every image is described in. */
  needed: string
  longest: number
  words: Words
}) {
  const [state, submit, busy] = useActionState(action, { status: 'new' })
  const errorOf = (tag: string): string | undefined => {
    if (state.status === 'no-alt-text' && tag === needed) return words.noAltText
    if (state.status === 'alt-too-long' && (state.typed?.[tag]?.length ?? 0) > longest) return words.altTooLong
    if (state.status !== 'changed' || tag !== state.changed) return undefined
    return state.now ? words.changed.replace('{text}', state.now) : words.removed
  }
  return (
    <form action={submit} className="grid gap-6">
      {languages.map(({ tag, name, alt, markdown }) => (
        <div key={tag}>
          <input type="hidden" name={`was:${tag}`} value={state.was?.[tag] ?? alt} />
          <TextArea
            key={state.typed?.[tag] ?? alt}
            id={`${id}-${tag}`}
            name={`alt:${tag}`}
            label={name}
            lang={tag}
            defaultValue={state.typed?.[tag] ?? alt}
            rows={2}
            required={tag === needed}
            error={errorOf(tag)}
          />
          {markdown === '' ? (
            <p className="mt-1 text-sm text-soft">{words.noMarkdown}</p>
          ) : (
            <CopyText text={markdown} words={words} label={name} />
          )}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-4">
        <Button disabled={busy}>{words.save}</Button>
        {state.status === 'saved' && <Notice tone="done">{words.saved}</Notice>}
      </div>
    </form>
  )
}
