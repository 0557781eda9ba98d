import { parseArgs } from 'node:util'
import { type ExitCode, note, print, printJson, UsageError } from '../command'
import { type Alignment, alignPages, reportAlignment } from './align'
import { readPageFile } from './read-page-file'
import type { PageFile } from './schema'

/** Compares one quiz in several languages. Touches no database. */
export async function run(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  if (positionals.length < 2) throw new UsageError('Name at least two files, one for each language.')
  const pages: PageFile[] = []
  for (const path of positionals) pages.push(await readPageFile(path))
  let failed = false
  for (const page of pages) {
    for (const finding of page.findings) {
      if (finding.severity !== 'error') continue
      failed = true
      note(`${page.file}, line ${finding.line}: ${finding.message}`)
    }
  }
  const alignment = alignPages(pages)
  if (values.json) await printJson(reportAlignment(alignment))
  else await print(`${describe(alignment)}\n`)
  return failed ||
    alignment.questions.some((question) => question.findings.some((finding) => finding.severity === 'error'))
    ? 1
    : 0
}

function describe(alignment: Alignment): string {
  const lines = [`Languages: ${alignment.locales.join(', ')}`]
  for (const question of alignment.questions) {
    const keys = alignment.locales.map((locale) => `${locale} ${question.key[locale] ?? 'missing'}`).join(', ')
    lines.push(`${String(question.number).padStart(3)}. ${question.agree ? 'same answer' : 'ANSWERS DIFFER'}: ${keys}`)
    for (const finding of question.findings)
      lines.push(`     ${finding.locale}: ${finding.severity}: ${finding.message} [${finding.code}]`)
  }
  const differing = alignment.questions.filter((question) => question.findings.length > 0).length
  lines.push(`${alignment.questions.length} questions, ${differing} with differences`)
  return lines.join('\n')
}
