/** What a person answers on one page: the whole of it is sent with every save. */
export type Content = { picks: string[]; text: string | null; confidence: string | null; flagged: boolean }

type Stored = Content & { number: number; savedAt: string | null }

/** One answer as this browser knows it, kept until the server has it, through reloads and lost connections. */
export type Entry = Content & {
  translationId: string
  /** The number that the server confirmed last. */
  base: number
  /** Not confirmed yet. */
  pending: boolean
  /** What was sent and never answered: it may be stored, and then it is no other device's. */
  sent: Content | null
  /** Order of the choices. */
  at: number
  savedAt: string | null
}

/** How the saving of one answer stands. */
export type SaveState =
  | { state: 'saving' | 'retrying' | 'offline' | 'ended' | 'refused' | 'signed-out' }
  | { state: 'saved'; savedAt: string | null }
  | { state: 'superseded'; stored: Content }

type Listener = (position: number, state: SaveState) => void

const LONGEST_WAIT_MS = 15_000
const SEND_MS = 10_000

const same = (a: Content, b: Content) =>
  a.picks.length === b.picks.length &&
  a.picks.every((id, index) => id === b.picks[index]) &&
  a.text === b.text &&
  a.confidence === b.confidence &&
  a.flagged === b.flagged

const contentOf = ({ picks, text, confidence, flagged }: Content): Content => ({ picks, text, confidence, flagged })

/**
 * The answers of one attempt on their way to the server. Each is written down in this browser before it is sent; what
 * cannot be sent waits and goes out in order, from whichever page of the attempt is open when the server answers again.
 */
export class Outbox {
  readonly #prefix: string
  readonly #attemptId: string
  readonly #listeners = new Set<Listener>()
  /** For browsers that keep nothing, such as some private windows. */
  readonly #memory = new Map<string, string>()
  #running: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #stopped = false

  constructor(attemptId: string) {
    this.#attemptId = attemptId
    this.#prefix = `polyquiz ${attemptId} `
  }

  #store(key: string, value: string | null): void {
    this.#memory.delete(key)
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      if (value !== null) this.#memory.set(key, value)
    }
  }

  #load(key: string): string | null {
    try {
      return this.#memory.get(key) ?? localStorage.getItem(key)
    } catch {
      return this.#memory.get(key) ?? null
    }
  }

  read(position: number): Entry | null {
    try {
      return JSON.parse(this.#load(this.#prefix + position) ?? 'null')
    } catch {
      return null
    }
  }

  #write(position: number, entry: Entry | null): void {
    this.#store(this.#prefix + position, entry && JSON.stringify(entry))
  }

  /** Positions whose answers the server does not have yet, in the order in which they were given. */
  pending(): number[] {
    const keys = new Set(this.#memory.keys())
    try {
      for (const key of Object.keys(localStorage)) keys.add(key)
    } catch {
      // Only what this page remembers, then.
    }
    return [...keys]
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => Number(key.slice(this.#prefix.length)))
      .flatMap((position) => {
        const entry = this.read(position)
        return entry?.pending ? [{ position, at: entry.at }] : []
      })
      .sort((a, b) => a.at - b.at)
      .map(({ position }) => position)
  }

  /** What the page shows of an answer stands with the server: nothing is kept here. */
  forget(position: number): void {
    this.#write(position, null)
  }

  /** Writes an answer down and sends it as soon as that is possible. */
  put(position: number, content: Content, translationId: string, base: number): Promise<void> {
    const before = this.read(position)
    this.#write(position, {
      ...contentOf(content),
      translationId,
      base: Math.max(base, before?.base ?? 0),
      pending: true,
      sent: before?.sent ?? null,
      at: Date.now(),
      savedAt: before?.savedAt ?? null,
    })
    return this.flush()
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(position: number, state: SaveState): void {
    for (const listener of this.#listeners) listener(position, state)
  }

  /** Starts sending again whenever the connection or the page comes back. */
  watch(): () => void {
    const again = () => {
      this.#failures = 0
      void this.flush()
    }
    const onVisible = () => document.visibilityState === 'visible' && again()
    addEventListener('online', again)
    addEventListener('pageshow', again)
    document.addEventListener('visibilitychange', onVisible)
    void this.flush()
    return () => {
      removeEventListener('online', again)
      removeEventListener('pageshow', again)
      document.removeEventListener('visibilitychange', onVisible)
      clearTimeout(this.#timer)
    }
  }

  /** Sends all that waits, in order. Resolves when nothing waits any more, or when the server does not answer. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#send().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #send(): Promise<void> {
    this.#stopped = false
    for (let [position] = this.pending(); position !== undefined && !this.#stopped; [position] = this.pending())
      if (!(await this.#sendOne(position))) return
  }

  /** Sends one answer; false when the server does not answer. */
  async #sendOne(position: number): Promise<boolean> {
    const entry = this.read(position)
    if (!entry) return true
    this.#tell(position, { state: 'saving' })
    let reply: { status: string; stored?: Stored }
    try {
      const response = await fetch('/api/answers', {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          attemptId: this.#attemptId,
          position,
          ...contentOf(entry),
          number: entry.base + 1,
          translationId: entry.translationId,
        }),
        signal: AbortSignal.timeout(SEND_MS),
      })
      if (response.status >= 500) throw new Error(String(response.status))
      reply = await response.json()
    } catch {
      const now = this.read(position)
      if (now) this.#write(position, { ...now, sent: contentOf(entry) })
      const wait = Math.min(1000 * 2 ** this.#failures++, LONGEST_WAIT_MS)
      this.#timer = setTimeout(() => void this.flush(), wait)
      for (const each of this.pending()) this.#tell(each, { state: navigator.onLine ? 'retrying' : 'offline' })
      return false
    }
    this.#failures = 0
    this.#settle(position, entry, reply)
    return true
  }

  #settle(position: number, sent: Entry, { status, stored }: { status: string; stored?: Stored }): void {
    // Something may have been chosen while this was on its way: it is sent next, upon what is stored now.
    const now = this.read(position) ?? sent
    const isNewest = same(now, sent)
    const own = stored && sent.sent && same(stored, sent.sent)
    if (status === 'saved' && stored) {
      const { number: base, savedAt } = stored
      this.#write(position, { ...now, base, savedAt, sent: null, pending: !isNewest })
      if (isNewest) this.#tell(position, { state: 'saved', savedAt })
    } else if (status === 'superseded' && stored && own) {
      this.#write(position, { ...now, base: stored.number, savedAt: stored.savedAt, sent: null })
    } else if (status === 'superseded' && stored) {
      const { number: base, savedAt } = stored
      this.#write(position, { ...now, ...contentOf(stored), base, savedAt, sent: null, pending: false })
      this.#tell(position, { state: 'superseded', stored: contentOf(stored) })
    } else if (status === 'signed-out') {
      // It waits for the next page, which is behind the sign-in.
      this.#stopped = true
      this.#tell(position, { state: 'signed-out' })
    } else {
      this.#write(position, null)
      this.#tell(position, { state: status === 'ended' || status === 'revealed' ? 'ended' : 'refused' })
    }
  }
}

const outboxes = new Map<string, Outbox>()

/** The outbox of an attempt: one in a page, however many parts of it ask. */
export function outboxOf(attemptId: string): Outbox {
  const outbox = outboxes.get(attemptId) ?? new Outbox(attemptId)
  outboxes.set(attemptId, outbox)
  return outbox
}
