'use client'

import type { Route } from 'next'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { dropTarget, Grip, moved } from './drag-client'
import { fill } from './fill-client'

type Line = { id: string; href: string; stem: string; kind: string; state: string }
type Words = Record<'noStem' | 'moveUp' | 'moveDown' | 'drag' | 'moved' | 'conflict' | 'failed', string>
type Outcome = { status: string; order?: string[] } | null

const DRAGGED = 'application/x-polyquiz-question'

/**
 * The questions of a quiz in their order, which is changed by button or by dragging and saved at once. Without scripts
 * each button sends the form.
 */
export function QuestionOrder({
  questions,
  lang,
  mayOrder,
  order,
  move,
  words,
}: {
  questions: Line[]
  /** Language of the stems. */
  lang: string
  mayOrder: boolean
  order: (base: string[], order: string[]) => Promise<Outcome>
  move: (form: FormData) => Promise<void>
  words: Words
}) {
  const given = questions.map(({ id }) => id)
  const [shown, show] = useState(given)
  const [said, say] = useState('')
  const [isBad, setBad] = useState(false)
  const [focus, setFocus] = useState<string | null>(null)
  /** What the server has, as far as this page knows. */
  const stored = useRef(given)
  const saving = useRef<Promise<void>>(Promise.resolve())
  const lines = new Map(questions.map((line) => [line.id, line]))

  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus()
  }, [focus])

  const save = async (next: string[]) => {
    try {
      const outcome = await order(stored.current, next)
      if (!outcome?.order) throw new Error('not saved')
      stored.current = outcome.order
      setBad(outcome.status === 'conflict')
      if (outcome.status === 'conflict') say(words.conflict)
      if (outcome.status !== 'saved') show(outcome.order)
    } catch {
      setBad(true)
      say(words.failed)
    }
  }
  const place = (from: number, to: number, button: string | null) => {
    const next = moved(shown, from, to)
    if (!next) return
    show(next)
    setBad(false)
    say(fill(words.moved, { from: from + 1, position: to + 1, count: shown.length }))
    setFocus(button)
    // One after the other, each from what the one before left.
    saving.current = saving.current.then(() => save(next))
  }

  return (
    <form action={move}>
      <input type="hidden" name="base" value={shown.join(' ')} />
      <p role="status" className={`min-h-6 text-sm ${isBad ? 'font-semibold text-bad' : 'text-soft'}`}>
        {said}
      </p>
      <ol className="mt-2 border-t border-line">
        {shown.map((id, index) => {
          const line = lines.get(id)
          if (!line) return null
          const button = (way: 'up' | 'down', isOff: boolean) => (
            <button
              type="submit"
              id={`${way}-${id}`}
              name="move"
              value={`${id} ${way}`}
              aria-label={fill(way === 'up' ? words.moveUp : words.moveDown, { number: index + 1 })}
              aria-disabled={isOff}
              onClick={(event) => {
                event.preventDefault()
                if (!isOff) place(index, way === 'up' ? index - 1 : index + 1, `${way}-${id}`)
              }}
              className="flex min-h-11 min-w-11 items-center justify-center rounded-control text-soft hover:text-accent aria-disabled:cursor-default aria-disabled:opacity-40"
            >
              <Icon name={way} />
            </button>
          )
          return (
            <li
              key={id}
              className="flex items-center gap-2 border-b border-line py-1"
              {...dropTarget(DRAGGED, shown, (from) => place(from, index, null))}
            >
              <span className="w-8 shrink-0 text-end text-sm text-soft tabular-nums">{index + 1}</span>
              <div className="min-w-0 grow">
                <Link href={line.href as Route} className="inline-flex min-h-11 max-w-full items-center pt-2">
                  <span lang={line.stem ? lang : undefined} className="line-clamp-2 min-w-0 wrap-anywhere">
                    {line.stem || words.noStem}
                  </span>
                </Link>
                <p className="pb-1.5 text-xs text-soft">
                  {line.kind}
                  {line.state && ` · ${line.state}`}
                </p>
              </div>
              {mayOrder && (
                <span className="flex shrink-0">
                  {button('up', index === 0)}
                  {button('down', index === shown.length - 1)}
                  <Grip type={DRAGGED} id={id} title={words.drag} />
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </form>
  )
}
