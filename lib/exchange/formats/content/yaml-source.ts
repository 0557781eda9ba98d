import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Problem } from './schema'

type Path = readonly (string | number)[]

/** A parsed YAML file that knows on which line each value stands. */
export type YamlSource = {
  value: unknown
  /** The line of the value at a path, or of the nearest value around it. */
  lineOf: (path: Path) => number
  /** True when the file says something at this path. */
  has: (path: Path) => boolean
}

/** Parses one YAML document. A file with syntax errors has no value. */
export function readYaml(text: string, file: string): { source: YamlSource | null; problems: Problem[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line)
  const report =
    (severity: Problem['severity']) => (issue: { code: string; message: string; pos: [number, number] }) => ({
      severity,
      file,
      line: lineAt(issue.pos[0]),
      code: issue.code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'yaml-syntax',
      message: `YAML: ${issue.message}`,
    })
  const problems: Problem[] = [...document.errors.map(report('error')), ...document.warnings.map(report('warning'))]
  if (document.errors.length > 0) return { source: null, problems }

  const startOf = (node: Node): number => lineAt(node.range?.[0] ?? 0)
  const lineOf = (path: Path): number => {
    let node: unknown = document.contents
    let line = isNode(node) ? startOf(node) : 1
    for (const step of path) {
      const found = stepInto(node, step)
      if (found === null) return line
      line = startOf(found.mark)
      node = found.value
    }
    return line
  }
  const has = (path: Path): boolean => {
    let node: unknown = document.contents
    for (const step of path) {
      const found = stepInto(node, step)
      if (found === null) return false
      node = found.value
    }
    return true
  }
  try {
    return { source: { value: document.toJS(), lineOf, has }, problems }
  } catch (error) {
    const message = `YAML: ${error instanceof Error ? error.message : String(error)}`
    return { source: null, problems: [...problems, { severity: 'error', file, line: 1, code: 'yaml-syntax', message }] }
  }
}

// A map's value is reported on the line of its key: that is where a person looks for it.
function stepInto(node: unknown, step: string | number): { mark: Node; value: unknown } | null {
  if (isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
    )
    return pair && isScalar(pair.key) ? { mark: pair.key, value: pair.value } : null
  }
  if (isSeq(node) && typeof step === 'number') {
    const item = node.items[step]
    return isNode(item) ? { mark: item, value: item } : null
  }
  return null
}

const CODES: Record<string, string> = {
  passMark: 'bad-pass-mark',
  timeLimit: 'bad-duration',
  grace: 'bad-duration',
  wait: 'bad-duration',
  reveal: 'bad-reveal',
  attempts: 'bad-count',
  draw: 'bad-count',
  sourceLocale: 'bad-locale',
  names: 'bad-locale',
  verifiedOn: 'bad-date',
  url: 'bad-link',
  id: 'bad-id',
  accepted: 'bad-answer',
  answer: 'bad-answer',
  value: 'bad-answer',
  tolerance: 'bad-answer',
  unit: 'bad-answer',
}

/** Turns what a schema refused into problems with lines. */
export function schemaProblems(issues: readonly z.core.$ZodIssue[], source: YamlSource, file: string): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = issue.path.filter((step) => typeof step !== 'symbol')
    const place = path.length === 0 ? 'The file' : `\`${path.join('.')}\``
    const problem = (line: number, code: string, message: string): Problem => ({
      severity: 'error',
      file,
      line,
      code,
      message,
    })
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        problem(source.lineOf([...path, key]), 'unknown-key', `There is no field \`${[...path, key].join('.')}\`.`),
      )
    }
    if (!source.has(path)) return [problem(source.lineOf(path), 'missing-field', `${place} is missing.`)]
    if (issue.code === 'invalid_key') {
      const reason = issue.issues[0]?.message ?? issue.message
      return [problem(source.lineOf(path), 'bad-locale', `${place} ${reason}.`)]
    }
    const field = path.findLast((step) => typeof step === 'string') ?? ''
    const code = issue.code === 'too_small' && field === 'options' ? 'too-few-options' : (CODES[field] ?? 'bad-field')
    return [problem(source.lineOf(path), code, `${place} ${issue.message}.`)]
  })
}
