import type { PageFinding, Severity } from '../../schema'

/** Collects what the reader notices. The question of a finding is filled in at the end, from its line. */
export class Findings {
  readonly list: PageFinding[] = []
  private readonly known = new Set<string>()

  add(severity: Severity, code: string, line: number, message: string, question?: number): void {
    if (question !== undefined) this.known.add(`${question} ${code}`)
    this.list.push({ severity, code, line, message, ...(question === undefined ? {} : { question }) })
  }

  /** Whether a question has a finding of this code. */
  has(question: number, code: string): boolean {
    return this.known.has(`${question} ${code}`)
  }

  /** Takes back what was said of some questions. */
  withdraw(code: string, questions: ReadonlySet<number>): void {
    if (questions.size === 0) return
    const kept = this.list.filter(
      (finding) => finding.code !== code || finding.question === undefined || !questions.has(finding.question),
    )
    this.list.length = 0
    for (const finding of kept) this.list.push(finding)
  }
}
