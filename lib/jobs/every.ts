/** Something done again and again, until it is stopped. */
export type Job = {
  /** Ends it; resolves when a run in progress is over. */
  stop(): Promise<void>
}

/**
 * Does some work about every `milliseconds`, for as long as this process lives, and soon for the first time; it keeps no
 * process alive. The next run is counted from the end of the last, so that no two overlap. Pauses differ by up to a
 * fifth, so that several processes do not come all at once. Work that fails is done again in its turn; in a row of
 * failures the first is said.
 *
 * @param what the work, for the terminal
 */
export function every(milliseconds: number, what: string, work: () => Promise<unknown>): Job {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  let isFailing = false

  const run = async () => {
    try {
      await work()
      if (isFailing) console.error(`${what}: works again`)
      isFailing = false
    } catch (error) {
      if (!isFailing) console.error(`${what}: failed, and is tried again every ${milliseconds / 1000} s`, error)
      isFailing = true
    }
    wait(0.8)
  }
  const wait = (share: number) => {
    if (isStopped) return
    const pause = milliseconds * (share + 0.4 * Math.random())
    timer = setTimeout(() => {
      running = run()
    }, pause).unref()
  }
  wait(0)
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
