'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { AcceptedAnswer, QuestionKind } from '@/lib/attempt/schema'
import type { EditedQuestion } from '@/lib/question/queries'
import type { SourceLine } from '@/lib/question/rules-merge'
import type { EditedLocale, EditorWords } from './editor-words'
import { LanguageSelect } from './language-select-client'
import type { PreviewInput } from './preview-question'
import { type Saver, wordsKey } from './saver-client'

/** Renders what is to be seen, on the server, with what members see it with; null where that is refused. */
export type PreviewAction = (input: PreviewInput) => Promise<ReactNode>

const QUIET_MS = 400

/** The question as a member will see it, following what is typed. */
export function LivePreview({
  saver,
  question,
  locales,
  words,
  preview,
}: {
  saver: Saver
  question: EditedQuestion
  locales: EditedLocale[]
  words: EditorWords
  preview: PreviewAction
}) {
  const [isOpen, setOpen] = useState(false)
  const [locale, setLocale] = useState(question.quiz.sourceLocale)
  const [shown, show] = useState<{ view: ReactNode; failed: boolean }>({ view: null, failed: false })

  const order = (saver.read('order') ?? []) as string[]
  const fields = ['stem', 'explanation', ...order.flatMap((id) => [`option:${id}`, `feedback:${id}`])]
  const input: PreviewInput = {
    locale,
    kind: (saver.read('kind') ?? 'single') as QuestionKind,
    order,
    key: (saver.read('key') ?? []) as string[],
    accepted: (saver.read('accepted') ?? null) as AcceptedAnswer | null,
    fields: Object.fromEntries(
      fields.flatMap((field) => {
        const text = saver.text(wordsKey(locale, field))
        return text === '' ? [] : [[field, text]]
      }),
    ),
    sources: (saver.read('sources') ?? []) as SourceLine[],
    optionNames: question.optionNames,
  }
  const wanted = JSON.stringify(input)

  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    const timer = setTimeout(() => {
      preview(JSON.parse(wanted)).then(
        (view) => isCurrent && show({ view, failed: view === null }),
        () => isCurrent && show((before) => ({ ...before, failed: true })),
      )
    }, QUIET_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isOpen, wanted, preview])

  return (
    <details id="preview" onToggle={(event) => setOpen(event.currentTarget.open)} className="border-t border-line pt-3">
      <summary className="inline-flex min-h-11 items-center text-lg font-semibold">{words.preview}</summary>
      <div className="mt-2 grid grid-cols-1 gap-5">
        <LanguageSelect
          id="preview-language"
          label={words.previewLanguage}
          locales={locales}
          value={locale}
          onChange={setLocale}
        />
        {shown.failed && (
          <p role="alert" className="text-sm font-semibold text-bad">
            {words.previewFailed}
          </p>
        )}
        <div id="preview-view" className="min-w-0">
          {shown.view}
        </div>
      </div>
    </details>
  )
}
