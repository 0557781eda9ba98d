import type { Reporter, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What a test has counted, line by line. */
    figures?: string[]
  }
}

/** Prints what the tests have counted, after everything else. */
export default class FiguresLast implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests()) for (const line of test.meta().figures ?? []) console.log(line)
  }
}
