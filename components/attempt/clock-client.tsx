'use client'

import { useEffect, useRef } from 'react'
import { outboxOf } from './outbox-client'

type Props = {
  attemptId: string
  /** Instants in ISO 8601: the database's clock when the page was made, and the deadline. */
  now: string
  deadlineAt: string
  lang: string
  uiLocale: string
  words: {
    /** Holds {time}. */
    left: string
    /** Holds {minutes}. */
    warning: string
    lastMinute: string
    over: string
    label: string
  }
  /** What stands there until the clock runs, and without scripts: when time is up. */
  endsAt: string
}

/** Minutes left at which a person is told so. */
const WARNINGS = [10, 5, 1]
const RESYNC_MS = 60_000

/**
 * The time left, by the server's clock: the browser's own decides nothing and is asked only how much time has passed.
 * After a sleep and every minute the server is asked again. When time is up, what is still on its way is waited for,
 * and the attempt is sent in.
 */
export function Clock({ attemptId, now, deadlineAt, lang, uiLocale, words, endsAt }: Props) {
  const shown = useRef<HTMLSpanElement>(null)
  const spoken = useRef<HTMLSpanElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const latest = JSON.stringify({ attemptId, now, deadlineAt, lang, uiLocale, words })

  useEffect(() => {
    const given: Omit<Props, 'endsAt'> = JSON.parse(latest)
    return run(given, {
      show: (text, isLow) => {
        if (!shown.current) return
        shown.current.textContent = text
        shown.current.dataset.low = String(isLow)
      },
      say: (text) => {
        if (spoken.current) spoken.current.textContent = text
      },
      submit: () => form.current?.requestSubmit(),
    })
  }, [latest])

  return (
    <form ref={form} method="post" action={`/api/attempts/${attemptId}/submit`} className="contents">
      <input type="hidden" name="uiLocale" value={uiLocale} />
      <span
        ref={shown}
        role="timer"
        aria-label={words.label}
        translate="no"
        className="shrink-0 whitespace-nowrap text-soft tabular-nums data-[low=true]:font-semibold data-[low=true]:text-warn"
      >
        {endsAt}
      </span>
      <span ref={spoken} role="status" className="sr-only" />
    </form>
  )
}

type Outlets = { show(text: string, isLow: boolean): void; say(text: string): void; submit(): void }

function run(
  { attemptId, now, deadlineAt, lang, words, uiLocale }: Omit<Props, 'endsAt'>,
  outlets: Outlets,
): () => void {
  const outbox = outboxOf(attemptId)
  let deadline = Date.parse(deadlineAt)
  const key = `polyquiz clock ${attemptId}`
  // A steady count of milliseconds that no change of the computer's date moves; it may stop while the computer sleeps.
  let [known, since] = [lastKnown(key, Date.parse(now)), performance.now()]
  const left = () => Math.max(0, deadline - known - (performance.now() - since))
  let warned = Math.ceil(left() / 60_000)
  let isOver = false

  const duration = (ms: number) => {
    const seconds = Math.ceil(ms / 1000)
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
    const two = (part: number) => String(part).padStart(2, '0')
    return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
  }

  const tick = () => {
    const ms = left()
    const minutes = Math.ceil(ms / 60_000)
    outlets.show(words.left.replace('{time}', duration(ms)), ms <= 60_000 * 5)
    if (minutes < warned) {
      warned = minutes
      if (WARNINGS.includes(minutes))
        outlets.say(
          minutes === 1
            ? words.lastMinute
            : words.warning.replace('{minutes}', new Intl.NumberFormat(lang).format(minutes)),
        )
    }
    if (ms === 0 && !isOver) void end()
  }

  /** Only the server knows that time is up: a count that ran ahead is set right, and one without a connection waits. */
  const end = async () => {
    isOver = true
    outlets.say(words.over)
    await outbox.flush()
    if ((await resync()) && left() === 0) return outlets.submit()
    isOver = false
  }

  /** Takes the server's time; false when it does not answer. */
  const resync = async (): Promise<boolean> => {
    let isAnswered = false
    try {
      const response = await fetch(`/api/attempts/${attemptId}/clock`, { cache: 'no-store' })
      const reply: { status: string; clock?: { now: string; deadlineAt: string } } = await response.json()
      if (reply.status === 'ended') location.assign(`/${uiLocale}/attempts/${attemptId}/result`)
      if (reply.clock) {
        ;[known, since] = [Date.parse(reply.clock.now), performance.now()]
        deadline = Date.parse(reply.clock.deadlineAt)
        remember(key, known)
        isAnswered = true
      }
    } catch {
      // Without a connection the count goes on by itself.
    }
    return isAnswered
  }
  const onBack = () => void resync().then(tick)
  const onVisible = () => document.visibilityState === 'visible' && onBack()

  remember(key, known)

  tick()
  const ticking = setInterval(tick, 1000)
  const resyncing = setInterval(onBack, RESYNC_MS)
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('pageshow', onBack)
  addEventListener('online', onBack)
  return () => {
    clearInterval(ticking)
    clearInterval(resyncing)
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('pageshow', onBack)
    removeEventListener('online', onBack)
  }
}

/** A page that was kept for a time without a connection carries an old time: what has passed since is added. */
function lastKnown(key: string, now: number): number {
  try {
    const { server, at } = JSON.parse(sessionStorage.getItem(key) ?? '')
    return Math.max(now, server + (Date.now() - at)) || now
  } catch {
    return now
  }
}

function remember(key: string, server: number): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ server, at: Date.now() }))
  } catch {
    // Then a kept page shows the time that it carries until the server answers.
  }
}
