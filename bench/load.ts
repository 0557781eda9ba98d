import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, LoadReport } from './load-process'
import { quantile, type Round } from './measure'

export type Loader = {
  /** Sends requests over as many connections as there are lists of them, and fails unless every one succeeds. */
  run(load: Load): Promise<Round>
  stop(): void
}

/** The next message of a process of ours; it fails when the process ends instead. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((done, fail) => {
    const ended = () => fail(new Error(`${child.spawnfile} has ended`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      done(message as T)
    })
  })
}

/** Starts the process that makes the load, apart from the servers and from whoever measures. */
export function startLoader(): Loader {
  const child = fork(join(import.meta.dirname, 'load-process.ts'))
  return {
    async run(load) {
      child.send(load)
      const report = await nextMessage<LoadReport>(child)
      if ('failure' in report) throw new Error(report.failure)
      const { latencies, seconds } = report
      return {
        perSecond: latencies.length / seconds,
        p50: quantile(latencies, 0.5),
        p95: quantile(latencies, 0.95),
      }
    },
    stop: () => void child.kill(),
  }
}
