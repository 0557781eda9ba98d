'use client'

import { useActionState } from 'react'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import type { ImportReport } from './import-report'
import { ImportReportView } from './import-report-client'

export type ImportState = {
  /** What has been handed in so far, carried along so that it can be checked again and imported. */
  files: { name: string; text: string }[]
  slug: string
  source: string
  error: string | null
  report: ImportReport | null
  mayImport: boolean
  /** Rises with every answer, so that fields show what it says. */
  turn: number
}

type Words = Record<
  | 'files'
  | 'filesHint'
  | 'paste'
  | 'pasteName'
  | 'pasteNameHint'
  | 'pasteText'
  | 'more'
  | 'slug'
  | 'slugHint'
  | 'source'
  | 'sourceHint'
  | 'check'
  | 'checkAgain'
  | 'import'
  | 'kept'
  | 'drop'
  | 'busy'
  | 'keepEdits',
  string
>

const nothing: ImportState = {
  files: [],
  slug: '',
  source: '',
  error: null,
  report: null,
  mayImport: false,
  turn: 0,
}

/** Hands in pages or content files, shows what was found in them, and then imports them. */
export function ImportForm({
  action,
  locale,
  words,
}: {
  action: (before: ImportState, form: FormData) => Promise<ImportState>
  /** Of the interface. */
  locale: string
  words: Words
}) {
  const [state, submit, busy] = useActionState(action, nothing)
  const { files, slug, source, error, report, mayImport } = state
  const hasFiles = files.length > 0
  const box = 'mt-1 block w-full rounded-control border border-control bg-raised px-3 py-2 text-base'
  return (
    <>
      <form action={submit} className="mt-6 grid max-w-reading gap-5">
        {error && <Notice tone="error">{error}</Notice>}
        <div>
          <label htmlFor="file" className="font-semibold">
            {words.files}
          </label>
          <p id="file-hint" className="mt-0.5 text-sm text-soft">
            {words.filesHint}
          </p>
          <input
            key={`file ${state.turn}`}
            id="file"
            name="file"
            type="file"
            multiple
            accept=".md,.mdx,.markdown,.txt,.yaml,text/plain,text/markdown"
            aria-describedby="file-hint"
            className="mt-2 block min-h-28 w-full cursor-pointer rounded-control border border-dashed border-control bg-raised px-4 py-10 text-sm file:me-4 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-control file:bg-page file:px-4 file:font-semibold hover:border-accent"
          />
        </div>
        <Disclosure label={words.paste} className="text-sm">
          <div className="grid gap-4">
            <TextField
              key={`name ${state.turn}`}
              id="pasteName"
              label={words.pasteName}
              hint={words.pasteNameHint}
              autoComplete="off"
              maxLength={200}
            />
            <div>
              <label htmlFor="paste" className="font-semibold">
                {words.pasteText}
              </label>
              <textarea
                key={`paste ${state.turn}`}
                id="paste"
                name="paste"
                rows={8}
                className={`${box} font-mono text-sm`}
              />
            </div>
          </div>
        </Disclosure>
        <Disclosure
          label={words.more}
          className="text-sm"
          open={slug !== '' || source !== '' || error !== null || (report !== null && !mayImport)}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              key={`slug ${state.turn}`}
              id="slug"
              label={words.slug}
              hint={words.slugHint}
              defaultValue={slug}
              autoComplete="off"
              maxLength={60}
            />
            <TextField
              key={`source ${state.turn}`}
              id="source"
              label={words.source}
              hint={words.sourceHint}
              defaultValue={source}
              autoComplete="off"
              maxLength={35}
            />
          </div>
        </Disclosure>
        {hasFiles && (
          <fieldset className="text-sm">
            <legend className="font-semibold">{words.kept}</legend>
            <ul className="mt-1 divide-y divide-line">
              {files.map(({ name, text }) => (
                <li key={`${name} ${state.turn}`} className="flex flex-wrap items-center justify-between gap-x-4">
                  <span translate="no" className="wrap-anywhere">
                    {name}
                  </span>
                  <input type="hidden" name="keptName" value={name} />
                  <input type="hidden" name="keptText" value={text} />
                  <label className="flex min-h-11 cursor-pointer items-center gap-2 text-soft">
                    <input type="checkbox" name="drop" value={name} className="size-4" />
                    {words.drop}
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        {report?.changes?.edits && (
          <label className="flex cursor-pointer items-start gap-2">
            <input
              key={`edits ${state.turn}`}
              type="checkbox"
              name="keepEdits"
              defaultChecked
              aria-describedby="keep-edits-hint"
              className="mt-1 size-4 shrink-0"
            />
            <span>
              <span className="font-semibold">{words.keepEdits}</span>
              <span id="keep-edits-hint" className="block text-sm text-soft">
                {report.changes.edits}
              </span>
            </span>
          </label>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button weight={mayImport ? 'secondary' : 'primary'} name="intent" value="check" disabled={busy}>
            {hasFiles ? words.checkAgain : words.check}
          </Button>
          {mayImport && (
            <Button weight="primary" name="intent" value="import" disabled={busy}>
              {words.import}
            </Button>
          )}
          <p role="status" className="text-sm text-soft">
            {busy ? words.busy : ''}
          </p>
        </div>
      </form>
      {report && <ImportReportView report={report} locale={locale} />}
    </>
  )
}
