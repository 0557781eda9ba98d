'use client'

import type { PartValue } from '@/lib/question/schema'
import { Icon } from '../ui/icon'
import type { EditorWords } from './editor-words'
import { fill } from './fill-client'
import type { PartKey, Saver } from './saver-client'
import { WordDiff } from './word-diff'

const smallButton =
  'inline-flex min-h-11 items-center rounded-control border border-control bg-raised px-3 text-sm font-semibold hover:border-accent hover:text-accent-strong'

/** One text in one language: where it is written, and below it whatever has to be known of it. */
export function TextCell({
  saver,
  part,
  id,
  label,
  lang,
  dir,
  rows,
  isReadOnly,
  describedBy,
  words,
  children,
}: {
  saver: Saver
  part: PartKey
  id: string
  /** Names the text, its language included. */
  label: string
  lang: string
  dir: 'ltr' | 'rtl'
  rows: number
  isReadOnly: boolean
  describedBy?: string | undefined
  words: EditorWords
  children?: React.ReactNode
}) {
  const conflict = saver.conflict(part)
  return (
    <div className="grid gap-2">
      <textarea
        id={id}
        aria-label={label}
        lang={lang}
        dir={dir}
        rows={rows}
        maxLength={30_000}
        readOnly={isReadOnly}
        aria-describedby={[describedBy, conflict && `${id}-conflict`].filter(Boolean).join(' ') || undefined}
        value={saver.text(part)}
        onChange={(event) => saver.set(part, event.target.value, true)}
        onBlur={() => void saver.flush()}
        className="block field-sizing-content w-full resize-y rounded-control border border-control bg-raised px-3 py-2 text-sm read-only:border-line read-only:bg-page"
      />
      <PartNotes saver={saver} part={part} id={id} lang={lang} dir={dir} words={words} />
      {children}
    </div>
  )
}

/** What someone else did to a part meanwhile: what was merged, or what has to be chosen. */
export function PartNotes({
  saver,
  part,
  id,
  lang,
  dir,
  show,
  words,
}: {
  saver: Saver
  part: PartKey
  id: string
  lang?: string | undefined
  dir?: 'ltr' | 'rtl'
  /** A value in words, for parts that are no text. */
  show?: (value: PartValue) => string
  words: EditorWords
}) {
  const conflict = saver.conflict(part)
  const note = saver.note(part)
  if (saver.isRefused(part))
    return (
      <p role="alert" className="flex gap-1.5 text-sm font-semibold text-bad">
        <Icon name="warning" className="h-[1lh]" />
        {words.refused}
      </p>
    )
  if (conflict) {
    const { by, words: diff } = conflict.change
    return (
      <div
        id={`${id}-conflict`}
        role="alert"
        className="grid gap-2 border-s-4 border-warn bg-warn-wash px-3 py-2 text-sm"
      >
        <p className="font-semibold">{by ? fill(words.conflictBy, { name: by }) : words.conflictSomeone}</p>
        {diff ? (
          <WordDiff parts={diff} lang={lang ?? ''} {...(dir && { dir })} />
        ) : (
          <p>{fill(words.theyChose, { value: show?.(conflict.stored) || words.nothing })}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <button type="button" className={smallButton} onClick={() => saver.resolve(part, 'theirs')}>
            {words.takeTheirs}
          </button>
          <button type="button" className={smallButton} onClick={() => saver.resolve(part, 'mine')}>
            {words.keepMine}
          </button>
          {diff && (
            <button type="button" className={smallButton} onClick={() => saver.resolve(part, 'both')}>
              {words.takeBoth}
            </button>
          )}
        </div>
      </div>
    )
  }
  if (!note) return null
  return (
    <div role="status" className="grid gap-1 border-s-4 border-accent bg-accent-wash px-3 py-2 text-sm">
      <p>{note.by ? fill(words.mergedBy, { name: note.by }) : words.mergedSomeone}</p>
      {note.words && <WordDiff parts={note.words} lang={lang ?? ''} {...(dir && { dir })} />}
    </div>
  )
}
