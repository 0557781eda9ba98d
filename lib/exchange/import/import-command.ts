import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { type ExitCode, note, print, printJson, UsageError } from '../../command'
import { wordDiff } from '../../question/rules-diff'
import type { DraftChange } from '../../quiz/schema'
import { readTopics } from '../formats/content/read'
import { canonicalLocale } from '../formats/content/schema'
import { readPageFile } from '../read-page-file'
import { importContent } from './import-content'
import { importPages } from './import-pages'

/** Imports one quiz from one page per language into the database, and says line by line what it found. */
export async function run(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      slug: { type: 'string' },
      source: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'keep-edits': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0) throw new UsageError('Name at least one file or folder.')
  if (values.slug !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(values.slug))
    throw new UsageError(`"${values.slug}" is not a slug: write lower-case letters, digits and single hyphens.`)
  const source = values.source === undefined ? null : canonicalLocale(values.source)
  if (values.source !== undefined && source === null)
    throw new UsageError(`"${values.source}" is not a language tag; write for example es, ja or zh-Hans.`)

  const paths = (await Promise.all(positionals.map(listPages))).flat()
  if (paths.length === 0) throw new UsageError('There is no page (.md, .mdx, .markdown or .txt) in that folder.')
  const isContent = paths.some((path) => basename(path) === 'quiz.yaml')
  if (isContent && (values.slug !== undefined || source !== null))
    throw new UsageError('Content files say their slug and their language themselves, in quiz.yaml.')
  const content = isContent
    ? await Promise.all(paths.map(async (path) => ({ path: asStored(path), bytes: await readFile(path) })))
    : null
  const pages = []
  for (const path of isContent ? [] : paths) pages.push({ ...(await readPageFile(path)), file: asStored(path) })

  const topics = (await readTopics('content')).topics ?? []
  const { 'dry-run': dryRun, 'keep-edits': keepEdits } = values
  const outcome = content
    ? await importContent(content, { dryRun, keepEdits })
    : await importPages(pages, { slug: values.slug ?? null, source, topics, dryRun, keepEdits })
  if (values.json) await printJson(outcome)
  for (const { severity, code, file, line, message } of outcome.findings)
    note(`${file}${line > 0 ? `:${line}` : ''}: ${severity} ${code}: ${message}`)
  if (outcome.status === 'refused') {
    const errors = outcome.findings.filter(({ severity }) => severity === 'error').length
    note(`${errors} error${errors === 1 ? '' : 's'}. Nothing was written.`)
    return 1
  }
  const { report } = outcome
  if (outcome.status === 'tried' && !values.json) for (const change of outcome.changes) note(describe(change))
  if (outcome.status === 'imported')
    for (const line of outcome.changes.flatMap(editsOf))
      note(line + (keepEdits ? ' stays.' : ' is replaced; --keep-edits would leave it.'))
  const { added, newVersion, newWords, unchanged } = report.questions
  const summary = [
    `${report.slug}: ${outcome.status === 'tried' ? 'would be ' : ''}${report.created ? 'a new draft' : 'brought up to date'} in ${report.locales.join(', ')};`,
    `${added} added, ${newVersion} in a new version, ${newWords} with new words, ${unchanged} unchanged.`,
    outcome.status === 'tried'
      ? 'Nothing was written.'
      : `To let people take it: npm run -s quiz -- publish ${report.slug}`,
  ]
  if (!values.json) await print(`${summary.join('\n')}\n`)
  return 0
}

/** What would change of one question: which words go, in `[-…-]`, and which come, in `{+…+}`. */
function describe({ externalId, kind, key, words }: DraftChange): string {
  const what = { added: 'added', newVersion: 'new version', newWords: 'new words', unchanged: 'unchanged' }[kind]
  const texts = kind === 'added' ? [] : words
  return [
    `${externalId}: ${what}`,
    ...(key ? [`  key: ${key.before.join(', ')} -> ${key.after.join(', ')}`] : []),
    ...texts.map(
      ({ locale, field, before, after, edited }) =>
        `  ${locale} ${field}${edited ? ' (edited here)' : ''}: ${wordDiff(before, after, locale)
          .map(({ text, is }) => (is === 'added' ? `{+${text}+}` : is === 'removed' ? `[-${text}-]` : text))
          .join('')}`,
    ),
  ].join('\n')
}

/** The texts written in the editor that files say otherwise, one a line. */
function editsOf({ externalId, words }: DraftChange): string[] {
  return words.flatMap(({ locale, field, edited }) =>
    edited
      ? `${externalId} ${locale} ${field}: what ${edited.by ?? 'someone'} wrote on ${edited.at.toISOString().slice(0, 10)}`
      : [],
  )
}

async function listPages(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  if (!isFolder) return [path]
  const names = await readdir(path)
  return names
    .filter((name) => name === 'quiz.yaml' || /\.(md|mdx|markdown|txt)$/i.test(name))
    .sort()
    .map((name) => join(path, name))
}

/** How a page is remembered: from the working folder, so that another checkout finds it again. */
function asStored(path: string): string {
  return relative(process.cwd(), path).split(sep).join('/') || path
}
