'use client'

import type { Route } from 'next'
import { useActionState, useEffect, useRef } from 'react'
import { Button } from '../ui/button'
import { Link } from '../ui/link'
import { Notice } from '../ui/notice'

type Said = { line: number; of: string; says: string }
type State =
  | { status: 'empty' }
  | { status: 'refused'; text: string; title: string; lines: Said[] }
  | { status: 'checked' | 'moved'; text: string; title: string; lines: Said[]; mark: string }
  | { status: 'applied'; title: string; lines: Said[] }
  | null
type Words = Record<
  | 'text'
  | 'file'
  | 'fileHint'
  | 'empty'
  | 'check'
  | 'apply'
  | 'moved'
  | 'line'
  | 'who'
  | 'what'
  | 'column'
  | 'problem'
  | 'makeLinks',
  string
>

/** A list of people, pasted or as a file: what it would do, and, once that has been seen, its doing. */
export function ImportPeopleForm({
  action,
  invited,
  words,
}: {
  action: (before: State, form: FormData) => Promise<State>
  /** The list of those who have no password yet. */
  invited: Route
  words: Words
}) {
  const [state, submit, busy] = useActionState(action, null)
  const title = useRef<HTMLHeadingElement>(null)
  // The report stands below a long form: whoever has sent it is taken there.
  useEffect(() => {
    if (state) title.current?.focus()
  }, [state])
  const isRefused = state?.status === 'refused'
  const isReady = state?.status === 'checked' || state?.status === 'moved'
  return (
    <>
      <form action={submit} className="mt-8 grid max-w-reading gap-5">
        {state?.status === 'empty' && <Notice tone="error">{words.empty}</Notice>}
        <div>
          <label htmlFor="text" className="font-semibold">
            {words.text}
          </label>
          <textarea
            // Anew for each report, so that it holds what the report is about.
            key={state && 'text' in state ? state.text : ''}
            id="text"
            name="text"
            rows={8}
            spellCheck={false}
            defaultValue={state && 'text' in state ? state.text : ''}
            className="mt-1 block w-full rounded-control border border-control bg-raised px-3 py-2 font-mono text-sm"
          />
        </div>
        <div>
          <label htmlFor="file" className="font-semibold">
            {words.file}
          </label>
          <p id="file-hint" className="mt-0.5 mb-2 text-sm text-soft">
            {words.fileHint}
          </p>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            aria-describedby="file-hint"
            className="block min-h-11 w-full text-sm file:me-3 file:min-h-11 file:rounded-control file:border file:border-solid file:border-control file:bg-raised file:px-4 file:font-semibold file:text-ink"
          />
        </div>
        <div>
          <Button weight={isReady ? 'secondary' : 'primary'} disabled={busy}>
            {words.check}
          </Button>
        </div>
      </form>
      {state && 'lines' in state && (
        <section aria-labelledby="report" className="mt-10">
          <h2 ref={title} id="report" tabIndex={-1} className="text-lg">
            {state.title}
          </h2>
          {state.status === 'moved' && (
            <div className="mt-3">
              <Notice tone="warning">{words.moved}</Notice>
            </div>
          )}
          {state.status === 'applied' && (
            <p className="mt-2">
              <Link href={invited} className="inline-flex min-h-11 items-center">
                {words.makeLinks}
              </Link>
            </p>
          )}
          {isReady && (
            <form action={submit} className="mt-4">
              <input type="hidden" name="text" value={state.text} />
              <input type="hidden" name="mark" value={state.mark} />
              <Button weight="primary" disabled={busy}>
                {words.apply}
              </Button>
            </form>
          )}
          <table aria-labelledby="report" className="mt-4 w-full text-sm">
            <thead className="text-soft">
              <tr>
                <th scope="col" className="w-12 py-2 pe-4 text-start font-normal">
                  {words.line}
                </th>
                <th scope="col" className={`py-2 pe-4 text-start font-normal ${isRefused ? '' : 'max-sm:hidden'}`}>
                  {isRefused ? words.column : words.who}
                </th>
                <th scope="col" className="py-2 text-start font-normal">
                  {isRefused ? words.problem : words.what}
                </th>
              </tr>
            </thead>
            <tbody>
              {state.lines.map(({ line, of, says }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several problems, and none moves
                <tr key={index} className="border-t border-line align-top">
                  <td className="py-2 pe-4 tabular-nums">{line}</td>
                  <td className={`py-2 pe-4 ${isRefused ? 'whitespace-nowrap' : 'wrap-anywhere max-sm:hidden'}`}>
                    {of}
                  </td>
                  <td className="py-2">
                    {/* On a phone an address has no room beside what happens. */}
                    {!isRefused && <span className="block wrap-anywhere text-soft sm:hidden">{of}</span>}
                    {says}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
