import { parseArgs } from 'node:util'
import { type ExitCode, print, printJson, UsageError } from '../command'
import { normalTag } from './detect-locale'
import { readPageFile } from './read-page-file'
import type { PageFile } from './schema'

/** Reads quiz files and says what is in them. Touches no database. */
export async function run(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { locale: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  if (positionals.length === 0) throw new UsageError('Name at least one file.')
  if (values.locale !== undefined && normalTag(values.locale) === undefined) {
    throw new UsageError(`"${values.locale}" is not a language tag; write for example es, ja or zh-Hans.`)
  }
  const files: PageFile[] = []
  for (const path of positionals) files.push(await readPageFile(path, values.locale))
  if (values.json) await printJson({ files })
  else await print(`${files.map(describeFile).join('\n\n')}\n`)
  return files.some((file) => file.findings.some((finding) => finding.severity === 'error')) ? 1 : 0
}

function describeFile(file: PageFile): string {
  const lines = [`${file.file}  (${file.format}, ${file.locale})`]
  if (file.title !== '') lines.push(`  ${file.title}`)
  lines.push(`  ${file.questions.length} ${file.questions.length === 1 ? 'question' : 'questions'}`)
  for (const question of file.questions) {
    const key = question.options.filter((option) => option.correct).map((option) => option.label)
    const answer = question.kind === 'open' ? 'open' : key.length > 0 ? key.join(' ') : 'no key'
    lines.push(
      `  ${String(question.number).padStart(3)}. [${answer}] ${firstLine(question.stem)}  (line ${question.line}, ${question.options.length} options)`,
    )
  }
  for (const finding of file.findings) {
    const where = finding.question === undefined ? '' : ` (question ${finding.question})`
    lines.push(`  line ${finding.line}: ${finding.severity}: ${finding.message}${where} [${finding.code}]`)
  }
  return lines.join('\n')
}

function firstLine(text: string): string {
  const line = text.split('\n')[0] ?? ''
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}
