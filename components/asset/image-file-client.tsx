'use client'

import { useEffect, useState } from 'react'
import { TextField } from '../ui/field'

type Words = Record<'file' | 'fileHint' | 'dropHint' | 'taken' | 'tooLarge', string>

/**
 * Chooses the file of an upload. Where scripts run, an image may also be pasted anywhere on the page or dropped on the
 * form, and one that is too large is told before it is sent.
 */
export function ImageFile({ mostBytes, accept, words }: { mostBytes: number; accept: string; words: Words }) {
  const [isAlive, setAlive] = useState(false)
  const [taken, setTaken] = useState('')
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('#file')
    const form = input?.form
    if (!input || !form) return
    const check = () => input.setCustomValidity((input.files?.[0]?.size ?? 0) > mostBytes ? words.tooLarge : '')
    const take = (event: Event, data: DataTransfer | null) => {
      const image = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!image) return
      event.preventDefault()
      const files = new DataTransfer()
      files.items.add(image)
      input.files = files.files
      check()
      const details = form.closest('details')
      if (details) details.open = true
      input.focus()
      setTaken(words.taken.replace('{name}', image.name))
    }
    const chosen = () => {
      setTaken('')
      check()
    }
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData)
    const drop = (event: DragEvent) => take(event, event.dataTransfer)
    // Without it the browser leaves the page for the file.
    const allow = (event: DragEvent) => event.preventDefault()
    input.addEventListener('change', chosen)
    document.addEventListener('paste', paste)
    form.addEventListener('dragover', allow)
    form.addEventListener('drop', drop)
    setAlive(true)
    return () => {
      input.removeEventListener('change', chosen)
      document.removeEventListener('paste', paste)
      form.removeEventListener('dragover', allow)
      form.removeEventListener('drop', drop)
    }
  }, [mostBytes, words])
  return (
    <div data-alive={isAlive || undefined}>
      <TextField
        id="file"
        type="file"
        accept={accept}
        label={words.file}
        hint={isAlive ? `${words.fileHint} ${words.dropHint}` : words.fileHint}
        required
      />
      <p aria-live="polite" className="mt-1 text-sm text-soft empty:hidden">
        {taken}
      </p>
    </div>
  )
}
