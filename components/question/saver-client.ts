import type { ChangeOutcome, PartValue, QuestionChange, SaveOutcome, ShownChange } from '@/lib/question/schema'

/** Names a part of a question: one of its structure, or a text as `words LOCALE FIELD`. */
export type PartKey = string
export const wordsKey = (locale: string, field: string): PartKey => `words ${locale} ${field}`

type Conflict = { stored: PartValue; combined: PartValue; change: ShownChange }

/** A part on its way to the server. */
type Entry = {
  /** What the value was made from. */
  base: PartValue
  value: PartValue
  /** What someone else stored meanwhile; the person chooses before anything is sent. */
  conflict: Conflict | null
  /** The server does not take it as it is. */
  isRefused: boolean
}

export type SaverState =
  | { state: 'idle' | 'waiting' | 'saving' | 'retrying' | 'offline' | 'signed-out' | 'gone' }
  | { state: 'saved'; at: string }

/** Changes that have nothing to be merged with. */
type Act = Exclude<QuestionChange, { base: unknown }>

const QUIET_MS = 800
const LONGEST_QUIET_MS = 4000
const LONGEST_WAIT_MS = 15_000
const SEND_MS = 15_000
/** Browsers send no more than that after a page is left. */
const MOST_KEPT_ALIVE = 60_000

const same = (a: PartValue | undefined, b: PartValue | undefined) => JSON.stringify(a) === JSON.stringify(b)

/**
 * What someone types into the page of a question, on its way to the server: written down in this browser first, sent soon
 * after, with the text that it was made from, so that the server can merge it with what others wrote.
 */
export class Saver {
  readonly #questionId: string
  readonly #storageKey: string
  #stored: Map<PartKey, PartValue>
  readonly #entries = new Map<PartKey, Entry>()
  readonly #notes = new Map<PartKey, ShownChange>()
  readonly #acts: Act[] = []
  readonly #listeners = new Set<() => void>()
  #state: SaverState = { state: 'idle' }
  #shape = ''
  #onShape: () => void = () => {}
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #waitingSince = 0
  #failures = 0
  #running: Promise<void> | null = null
  /** How often something was sent: what was read before is older than what this browser knows. */
  sends = 0

  constructor(questionId: string, stored: ReadonlyMap<PartKey, PartValue>) {
    this.#questionId = questionId
    this.#storageKey = `polyquiz question ${questionId}`
    this.#stored = new Map(stored)
  }

  /** Takes up what this browser wrote down before, and sends when the connection or the page comes back. */
  start(shape: string, onShape: () => void): () => void {
    this.#shape = shape
    this.#onShape = onShape
    this.#restore()
    const again = () => {
      this.#failures = 0
      void this.flush()
    }
    const onVisibility = () => void this.flush()
    addEventListener('online', again)
    addEventListener('pagehide', onVisibility)
    document.addEventListener('visibilitychange', onVisibility)
    if (this.#sendable().length > 0) void this.flush()
    return () => {
      removeEventListener('online', again)
      removeEventListener('pagehide', onVisibility)
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(this.#timer)
    }
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Rises with every change, for whoever shows it. */
  version = () => this.#version

  get state(): SaverState {
    return this.#state
  }

  /** Whether anything is not with the server yet. */
  get isPending(): boolean {
    return this.#entries.size > 0 || this.#acts.length > 0
  }

  get hasConflict(): boolean {
    return [...this.#entries.values()].some(({ conflict }) => conflict)
  }

  read(key: PartKey): PartValue | undefined {
    return this.#entries.get(key)?.value ?? this.#stored.get(key)
  }

  text(key: PartKey): string {
    const value = this.#entries.get(key)?.value ?? this.#stored.get(key)
    return typeof value === 'string' ? value : ''
  }

  conflict(key: PartKey): Conflict | null {
    return this.#entries.get(key)?.conflict ?? null
  }

  isRefused(key: PartKey): boolean {
    return this.#entries.get(key)?.isRefused ?? false
  }

  /** What someone else had changed in a part when it was last saved. */
  note(key: PartKey): ShownChange | null {
    return this.#notes.get(key) ?? null
  }

  /** Changes a part; it is sent at once, or, while someone types, after a moment of quiet. */
  set(key: PartKey, value: PartValue, isTyping = false): void {
    const entry = this.#entries.get(key)
    const base = entry ? entry.base : (this.#stored.get(key) ?? (key.startsWith('words ') ? '' : null))
    this.#notes.delete(key)
    this.#entries.set(key, { base, value, conflict: entry?.conflict ?? null, isRefused: false })
    this.#persist()
    this.#tell(this.#state.state === 'saving' ? this.#state : { state: 'waiting' })
    if (!isTyping) {
      void this.flush()
      return
    }
    const now = Date.now()
    if (this.#waitingSince === 0) this.#waitingSince = now
    clearTimeout(this.#timer)
    const wait = Math.max(0, Math.min(QUIET_MS, this.#waitingSince + LONGEST_QUIET_MS - now))
    this.#timer = setTimeout(() => void this.flush(), wait)
  }

  /** Does something that is no value: confirms, adds. */
  act(act: Act): Promise<void> {
    this.#acts.push(act)
    return this.flush()
  }

  /** Ends a conflict: with what the other wrote, with one's own, or with both, to be gone over. */
  resolve(key: PartKey, choice: 'theirs' | 'mine' | 'both'): void {
    const entry = this.#entries.get(key)
    if (!entry?.conflict) return
    const { stored, combined } = entry.conflict
    this.#stored.set(key, stored)
    if (choice === 'theirs') this.#entries.delete(key)
    else {
      const value = choice === 'both' ? combined : entry.value
      this.#entries.set(key, { base: stored, value, conflict: null, isRefused: false })
    }
    this.#persist()
    this.#tell(this.#state)
    void this.flush()
  }

  /**
   * Takes over what a new reading of the page says, but for parts on their way.
   *
   * @returns whether it did: a reading from before the last save is older than what this browser knows
   */
  adopt(stored: ReadonlyMap<PartKey, PartValue>, shape: string, readAfter: number): boolean {
    if (readAfter !== this.sends || this.#running) return false
    this.#stored = new Map(stored)
    this.#shape = shape
    this.#tell(this.#state)
    return true
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    await this.#running
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#waitingSince = 0
    this.#running ??= this.#send().finally(() => {
      this.#running = null
      // Something may have come in between the last look and now.
      if (this.#sendable().length > 0 && this.#failures === 0 && this.#state.state !== 'signed-out') void this.flush()
    })
    return this.#running
  }

  #sendable(): [PartKey, Entry][] {
    return [...this.#entries].filter(([, { conflict, isRefused }]) => !conflict && !isRefused)
  }

  async #send(): Promise<void> {
    for (;;) {
      const entries = this.#sendable()
      const acts = this.#acts.slice()
      if (entries.length === 0 && acts.length === 0) return
      if (!(await this.#sendOnce(entries, acts))) return
    }
  }

  async #sendOnce(entries: [PartKey, Entry][], acts: Act[]): Promise<boolean> {
    this.#tell({ state: 'saving' })
    this.sends++
    // What is typed comes before what is said of it.
    const changes = [...entries.map(([key, { base, value }]) => changeOf(key, base, value)), ...acts]
    const body = JSON.stringify({ questionId: this.#questionId, changes })
    let reply: SaveOutcome | { status: 'invalid' } | { status: 'signed-out' }
    try {
      const response = await fetch('/api/admin/questions', {
        method: 'POST',
        keepalive: body.length < MOST_KEPT_ALIVE,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
        signal: AbortSignal.timeout(SEND_MS),
      })
      if (response.status >= 500) throw new Error(String(response.status))
      reply = await response.json()
    } catch {
      const wait = Math.min(1000 * 2 ** this.#failures++, LONGEST_WAIT_MS)
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.flush(), wait)
      this.#tell({ state: navigator.onLine ? 'retrying' : 'offline' })
      return false
    }
    this.#failures = 0
    this.#acts.splice(0, acts.length)
    if (reply.status === 'signed-out') return this.#stop({ state: 'signed-out' })
    if (reply.status === 'not-found') return this.#stop({ state: 'gone' })
    if (reply.status === 'invalid') {
      for (const [key, entry] of entries) this.#entries.set(key, { ...entry, isRefused: true })
      return this.#stop({ state: 'idle' })
    }
    for (const [index, [key, sent]] of entries.entries()) this.#settle(key, sent, reply.outcomes[index])
    this.#persist()
    this.#tell({ state: 'saved', at: reply.savedAt })
    const shape = shapeOf(reply)
    const isWhole = entries.some(([key]) => key === 'kind' || key === 'order')
    if (shape !== this.#shape || acts.length > 0 || isWhole) {
      this.#shape = shape
      this.#onShape()
    }
    return true
  }

  #stop(state: SaverState): false {
    this.#persist()
    this.#tell(state)
    return false
  }

  #settle(key: PartKey, sent: Entry, outcome: ChangeOutcome | undefined): void {
    const now = this.#entries.get(key)
    if (!outcome || !now) return
    const wentOn = !same(now.value, sent.value)
    switch (outcome.status) {
      case 'saved':
        this.#stored.set(key, sent.value)
        if (wentOn) this.#entries.set(key, { ...now, base: sent.value })
        else this.#entries.delete(key)
        return
      case 'merged':
        this.#notes.set(key, outcome.change)
        this.#stored.set(key, outcome.value)
        // What was typed since knows nothing of the other's words: it is still made from what was sent.
        if (wentOn) this.#entries.set(key, { ...now, base: sent.value })
        else this.#entries.delete(key)
        return
      case 'conflict':
        this.#entries.set(key, { ...now, conflict: outcome })
        return
      case 'refused':
        this.#entries.set(key, { ...now, isRefused: true })
    }
  }

  #tell(state: SaverState): void {
    this.#state = state
    this.#version++
    for (const listener of this.#listeners) listener()
  }

  #persist(): void {
    try {
      const kept = [...this.#entries].map(([key, { base, value }]) => [key, { base, value }])
      if (kept.length === 0) localStorage.removeItem(this.#storageKey)
      else localStorage.setItem(this.#storageKey, JSON.stringify(kept))
    } catch {
      // Some private windows keep nothing: then only this page knows.
    }
  }

  #restore(): void {
    try {
      const kept: [PartKey, { base: PartValue; value: PartValue }][] = JSON.parse(
        localStorage.getItem(this.#storageKey) ?? '[]',
      )
      for (const [key, { base, value }] of kept)
        if (!this.#entries.has(key) && !same(value, this.#stored.get(key)))
          this.#entries.set(key, { base, value, conflict: null, isRefused: false })
    } catch {
      // Nothing readable was kept.
    }
    this.#persist()
    if (this.#entries.size > 0) this.#tell({ state: 'waiting' })
  }
}

/** What of a reply changes how the page is made up. */
export const shapeOf = ({
  version,
  draftLocales,
}: {
  version: { number: number; isDraft: boolean }
  draftLocales: readonly string[]
}) => JSON.stringify([version.number, version.isDraft, draftLocales])

function changeOf(key: PartKey, base: PartValue, value: PartValue): QuestionChange {
  const [part, locale, field] = key.split(' ')
  return (part === 'words' ? { part, locale, field, base, value } : { part, base, value }) as QuestionChange
}
