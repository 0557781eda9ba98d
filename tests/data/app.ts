import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Viewer } from '@/lib/access/viewer'
import type { Calls, Order, Report } from './app-process'

/** An application process of its own. */
export type App = {
  call<Name extends keyof Calls>(
    viewer: Viewer,
    name: Name,
    input: Calls[Name]['input'],
  ): Promise<Calls[Name]['outcome']>
  child: ChildProcess
}

/** Starts one on a database. Kill its `child` in the end. */
export function startApp(databaseUrl: string): App {
  const child = fork(join(import.meta.dirname, 'app-process.ts'), [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const waiting = new Map<number, { done(outcome: unknown): void; fail(error: Error): void }>()
  child.on('message', (report: Report) => {
    const caller = waiting.get(report.id)
    waiting.delete(report.id)
    if ('error' in report) caller?.fail(new Error(report.error))
    else caller?.done(report.outcome)
  })
  child.on('exit', (code) => {
    for (const { fail } of waiting.values()) fail(new Error(`the process ended with ${code}`))
  })
  let calls = 0
  return {
    child,
    call: (viewer, name, input) =>
      new Promise((done, fail) => {
        const id = ++calls
        waiting.set(id, { done: done as (outcome: unknown) => void, fail })
        child.send({ id, viewer, name, input } as Order)
      }),
  }
}
