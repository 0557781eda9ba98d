import type { PageFinding, Severity } from '../../schema'

/** Collects what the reader notices. The question of a finding is filled in at the end, from its line. */
export class Findings {
  readonly list: PageFinding[] = []

  add(severity: Severity, code: string, line: number, message: string, question?: number): void {
    this.list.push({ severity, code, line, message, ...(question === undefined ? {} : { question }) })
  }
}
