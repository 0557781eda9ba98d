'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { type Content, outboxOf, type SaveState } from './outbox-client'

export type SaveWords = {
  saving: string
  /** Holds {time}. */
  saved: string
  retrying: string
  offline: string
  /** Holds {count}. */
  waiting: string
  refused: string
  superseded: string
  ended: string
  signedOut: string
  checkOffline: string
}

type Settings = {
  attemptId: string
  position: number
  words: SaveWords
  lang: string
  zone: string
  /** Addresses that are kept in the browser for a time without a connection. */
  keep: string[]
}

/** How long going on waits for a save under way. */
const LONGEST_WAIT_MS = 1500

/**
 * Makes the plain answer form save every choice as it is made, keep what cannot be sent, and let keys choose. It touches
 * attributes and one status line only, never React's text, so that a page translated by the browser keeps working.
 */
export function AnswerForm({ children, ...settings }: Settings & { children: ReactNode }) {
  const ref = useRef<HTMLFormElement>(null)
  const { attemptId, position } = settings
  // The words are new objects with every rendering, and say the same.
  const latest = JSON.stringify(settings)

  useEffect(() => {
    const form = ref.current
    return form ? enhance(form, JSON.parse(latest)) : undefined
  }, [latest])

  return (
    <form ref={ref} method="post" action="/api/answers" autoComplete="off">
      <input type="hidden" name="attemptId" value={attemptId} />
      <input type="hidden" name="position" value={position} />
      {children}
    </form>
  )
}

function enhance(form: HTMLFormElement, { attemptId, position, words, lang, zone, keep }: Settings): () => void {
  const outbox = outboxOf(attemptId)
  const status = document.getElementById('save-status')
  const field = (name: string) => form.elements.namedItem(name)
  const numberField = field('number') as HTMLInputElement
  const { value: translationId } = field('translationId') as HTMLInputElement
  const text = field('text') as HTMLTextAreaElement | HTMLInputElement | null
  const flag = field('flagged') as HTMLInputElement | null
  const picks = () => [...form.querySelectorAll<HTMLInputElement>('input[name="pick"]')]
  const places = () => [...form.querySelectorAll<HTMLSelectElement>('select[data-option]')]
  const confidences = () => [...form.querySelectorAll<HTMLInputElement>('input[name="confidence"]')]
  const time = new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone: zone })
  const isOpen = picks().length > 0 || places().length > 0 || text !== null

  const read = (): Content => ({
    picks: [...picks().flatMap(({ checked, value }) => (checked ? [value] : [])), ...orderOf(places())],
    text: text && text.value !== '' ? text.value : null,
    confidence: confidences().find(({ checked }) => checked)?.value ?? null,
    flagged: flag?.checked ?? false,
  })
  const show = (content: Content) => {
    for (const input of picks()) input.checked = content.picks.includes(input.value)
    for (const select of places()) select.value = String(content.picks.indexOf(select.dataset.option ?? '') + 1 || '')
    rememberPlaces()
    for (const input of confidences()) input.checked = input.value === content.confidence
    if (text) text.value = content.text ?? ''
    if (flag) flag.checked = content.flagged
  }
  // Two options cannot stand in one place: the one that was there takes the other's.
  const before = new Map<HTMLSelectElement, string>()
  const rememberPlaces = () => {
    for (const select of places()) before.set(select, select.value)
  }
  const makeRoom = (changed: EventTarget | null) => {
    const all = places()
    const select = all.find((each) => each === changed)
    const other = all.find((each) => each !== select && each.value !== '' && each.value === select?.value)
    if (select && other) other.value = before.get(select) ?? ''
    rememberPlaces()
  }
  rememberPlaces()
  const say = (message: string, state: string) => {
    if (!status) return
    const others = outbox.pending().filter((each) => each !== position).length
    status.textContent = [message, others > 0 && words.waiting.replace('{count}', String(others))]
      .filter(Boolean)
      .join(' ')
    status.dataset.state = state
  }

  // The page may come from a time before the newest choices: what this browser knows better is shown.
  const onPage = Number(numberField.value) - 1
  const known = outbox.read(position)
  if (known && isOpen && (known.pending || known.base > onPage)) {
    show(known)
    numberField.value = String(known.base + 1)
  } else outbox.forget(position)

  const save = () => outbox.put(position, read(), translationId, Number(numberField.value) - 1)

  const showState = (at: number, state: SaveState) => {
    const entry = outbox.read(position)
    if (entry) numberField.value = String(entry.base + 1)
    if (at !== position) {
      // Another question's answer: only how many wait may have changed.
      if (state.state !== 'saving') say(entry?.pending ? words.retrying : '', entry?.pending ? 'retrying' : 'saved')
      return
    }
    switch (state.state) {
      case 'saved':
        return say(
          words.saved.replace('{time}', time.format(state.savedAt ? new Date(state.savedAt) : new Date())),
          'saved',
        )
      case 'superseded':
        show(state.stored)
        return say(words.superseded, 'superseded')
      case 'saving':
        return say(words.saving, 'saving')
      case 'retrying':
        return say(words.retrying, 'retrying')
      case 'offline':
        return say(words.offline, 'retrying')
      case 'ended':
        return say(words.ended, 'failed')
      case 'refused':
        return say(words.refused, 'failed')
      case 'signed-out':
        return say(words.signedOut, 'failed')
    }
  }

  let typing: ReturnType<typeof setTimeout> | undefined
  const onInput = (event: Event) => {
    if (event.target !== text) return
    clearTimeout(typing)
    typing = setTimeout(() => void save(), 800)
  }
  const onChange = (event: Event) => {
    clearTimeout(typing)
    makeRoom(event.target)
    void save()
  }

  /**
   * Everything is saved by now or on its way, so that going on is a plain visit to the next page; only what the server
   * has to decide is sent as a form, and only once nothing waits.
   */
  const onSubmit = async (event: SubmitEvent) => {
    const button = event.submitter as HTMLButtonElement | null
    const goTo = button?.dataset.href
    const waits = () => outbox.pending().includes(position)
    const hadToWait = waits()
    if (!goTo && !hadToWait) return
    event.preventDefault()
    // What is written down goes out from the next page too: nobody is held up by a slow connection.
    await Promise.race([outbox.flush(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
    const isTold = hadToWait && ['superseded', 'failed'].includes(status?.dataset.state ?? '')
    if (isTold) return
    if (goTo) location.assign(goTo)
    else if (waits()) say(words.checkOffline, 'failed')
    else form.requestSubmit(button)
  }

  const press = (name: string) => form.querySelector<HTMLElement>(`[data-step="${name}"]`)?.click()
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target as HTMLElement
    if (target.closest('select, textarea, input:not([type="radio"], [type="checkbox"]), summary, [contenteditable]'))
      return
    const key = event.key.toUpperCase()
    const all = picks()
    const named = <Field extends HTMLElement>(fields: Field[]) =>
      /^[1-9]$/.test(key) ? fields[Number(key) - 1] : fields.find((each) => each.dataset.letter === key)
    const chosen = named(all)
    const placed = named(places())
    if (placed) {
      // Its list takes the place as the next key.
      event.preventDefault()
      placed.focus()
    } else if (chosen) {
      event.preventDefault()
      chosen.focus()
      if (chosen.type === 'checkbox') chosen.checked = !chosen.checked
      else if (chosen.checked) return
      else chosen.checked = true
      void save()
    } else if (key === 'N') press('next')
    else if (key === 'P') press('previous')
  }

  const unlisten = outbox.listen(showState)
  const unwatch = outbox.watch()
  form.addEventListener('input', onInput)
  form.addEventListener('change', onChange)
  form.addEventListener('submit', onSubmit)
  document.addEventListener('keydown', onKey)
  form.dataset.ready = 'true'
  void keepPages(keep)
  return () => {
    unlisten()
    unwatch()
    form.removeEventListener('input', onInput)
    form.removeEventListener('change', onChange)
    form.removeEventListener('submit', onSubmit)
    document.removeEventListener('keydown', onKey)
  }
}

/** As lib/attempt/schema.ts has it, whose zod is not for the browser. */
const NO_OPTION = '00000000-0000-0000-0000-000000000000'

/** The options that have a place, in their order, with `NO_OPTION` where a place before the last is empty. */
function orderOf(places: readonly HTMLSelectElement[]): string[] {
  const last = Math.max(0, ...places.map(({ value }) => Number(value)))
  return Array.from(
    { length: last },
    (_, index) => places.find(({ value }) => Number(value) === index + 1)?.dataset.option ?? NO_OPTION,
  )
}

/** Has the service worker keep pages for a time without a connection. Browsers offer one on secure addresses only. */
async function keepPages(keep: string[]): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/service-worker.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ keep: [location.pathname, ...keep] })
  } catch {
    // The page is being left, or the browser refuses: then only this page's own answers are kept.
  }
}
