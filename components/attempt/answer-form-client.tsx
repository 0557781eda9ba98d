'use client'

import { type ReactNode, useEffect, useRef } from 'react'

export type SaveWords = {
  saving: string
  /** Holds {time}. */
  saved: string
  failed: string
  superseded: string
  ended: string
  signedOut: string
}

type Stored = { picks: string[]; number: number; savedAt: string | null }

/**
 * Makes the plain answer form save every choice as it is made, and lets letters and digits choose. It touches attributes
 * and one status line only, never React's text, so that a page translated by the browser keeps working.
 */
export function AnswerForm({
  action,
  words,
  lang,
  zone,
  children,
}: {
  action: string
  words: SaveWords
  lang: string
  zone: string
  children: ReactNode
}) {
  const ref = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const form = ref.current
    return form ? enhance(form, { action, words, lang, zone }) : undefined
  }, [action, words, lang, zone])

  return (
    <form ref={ref} method="post" action={action} autoComplete="off">
      {children}
    </form>
  )
}

function enhance(
  form: HTMLFormElement,
  { action, words, lang, zone }: { action: string; words: SaveWords; lang: string; zone: string },
): () => void {
  const status = document.getElementById('save-status')
  const numberField = form.elements.namedItem('number') as HTMLInputElement
  const time = new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone: zone })
  const inputs = () => [...form.querySelectorAll<HTMLInputElement>('input[name="pick"]')]
  const picks = () => inputs().flatMap((input) => (input.checked ? [input.value] : []))
  const say = (text: string, state: string) => {
    if (!status) return
    status.textContent = text
    status.dataset.state = state
  }

  let running: Promise<boolean> | null = null
  let again = false

  const accept = (stored: Stored) => {
    numberField.value = String(stored.number + 1)
  }

  /** Sends the choice as it stands; false when it could not be stored. */
  async function send(): Promise<boolean> {
    say(words.saving, 'saving')
    let reply: { status: string; stored?: Stored }
    try {
      const response = await fetch(action, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          picks: picks(),
          number: Number(numberField.value),
          translationId: (form.elements.namedItem('translationId') as HTMLInputElement).value,
        }),
      })
      reply = await response.json()
    } catch {
      say(words.failed, 'failed')
      return false
    }
    const { stored } = reply
    switch (reply.status) {
      case 'saved':
        if (stored) accept(stored)
        say(
          words.saved.replace('{time}', time.format(stored?.savedAt ? new Date(stored.savedAt) : new Date())),
          'saved',
        )
        return true
      case 'superseded':
        if (stored) {
          accept(stored)
          for (const input of inputs()) input.checked = stored.picks.includes(input.value)
        }
        say(words.superseded, 'superseded')
        return false
      case 'ended':
      case 'revealed':
        say(words.ended, 'failed')
        return false
      case 'signed-out':
        say(words.signedOut, 'failed')
        return false
      default:
        say(words.failed, 'failed')
        return false
    }
  }

  /** One save at a time, in order: the newest choice waits for the one under way. */
  function save(): Promise<boolean> {
    if (running) {
      again = true
      return running
    }
    running = (async () => {
      let done = await send()
      while (again) {
        again = false
        done = await send()
      }
      running = null
      return done
    })()
    return running
  }

  const onChange = () => void save()

  // A form that is sent while a save is under way would carry an old number: it waits for the save.
  const onSubmit = (event: SubmitEvent) => {
    if (!running) return
    event.preventDefault()
    const submitter = event.submitter
    void running.then(() => form.requestSubmit(submitter as HTMLButtonElement | null))
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target as HTMLElement
    if (target.closest('select, textarea, input:not([name="pick"]), summary, [contenteditable]')) return
    const key = event.key.toUpperCase()
    const all = inputs()
    const chosen = /^[1-9]$/.test(key) ? all[Number(key) - 1] : all.find((input) => input.dataset.letter === key)
    if (!chosen) return
    event.preventDefault()
    chosen.focus()
    if (chosen.type === 'checkbox') chosen.checked = !chosen.checked
    else if (chosen.checked) return
    else chosen.checked = true
    void save()
  }

  form.addEventListener('change', onChange)
  form.addEventListener('submit', onSubmit)
  document.addEventListener('keydown', onKey)
  form.dataset.ready = 'true'
  return () => {
    form.removeEventListener('change', onChange)
    form.removeEventListener('submit', onSubmit)
    document.removeEventListener('keydown', onKey)
  }
}
