import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ExitCode, note, print, UsageError } from '../command'
import { getQuizAsContent } from '../quiz/queries/get-quiz-files'
import { filesOfQuiz } from './export/files-of-quiz'

/** Writes a quiz as content files into a folder: one of its name in the working folder, or another. */
export async function run(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { format: { type: 'string', default: 'content' }, to: { type: 'string' } },
  })
  const [slug] = positionals
  if (!slug || positionals.length > 1) throw new UsageError('Name one quiz by its slug.')
  if (values.format !== 'content') throw new UsageError(`"${values.format}" is not a format; there is content.`)
  const found = await getQuizAsContent(slug)
  if (!found) {
    note(`There is no quiz "${slug}".`)
    return 1
  }
  const outcome = filesOfQuiz(found.quiz)
  if (outcome.status === 'unwritable') {
    note(`${slug} (${outcome.locale}): ${outcome.message} Nothing was written.`)
    return 1
  }
  const folder = values.to ?? slug
  await mkdir(folder, { recursive: true })
  for (const { name, text } of outcome.files) await writeFile(join(folder, name), text)
  for (const sentence of found.leftOut) note(`Left out: ${sentence}`)
  await print(`${slug}: ${outcome.files.map(({ name }) => join(folder, name)).join(', ')}\n`)
  return 0
}
