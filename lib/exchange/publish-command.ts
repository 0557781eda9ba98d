import { type ExitCode, note, print, UsageError } from '../command'
import { wordsOf } from '../i18n/words'
import type { CheckItem } from '../quiz/checklist'
import { publishQuiz } from '../quiz/commands/publish-quiz'

/** Publishes a quiz, so that members can take it, and prints the checklist. */
export async function run(args: string[]): Promise<ExitCode> {
  const [slug] = args
  if (!slug || args.length > 1) throw new UsageError('Name one quiz by its slug.')
  const outcome = await publishQuiz(slug)
  switch (outcome.status) {
    case 'published':
    case 'beta':
      for (const item of outcome.warnings) note(describe(slug, item))
      await print(`${slug}: published, ${outcome.questions} questions in ${outcome.locales.join(', ')}.\n`)
      return 0
    case 'not-found':
      note(`There is no quiz "${slug}".`)
      return 1
    case 'not-now':
      note(`The quiz "${slug}" is archived. Bring it back first.`)
      return 1
    case 'blocked':
      for (const item of outcome.items) note(describe(slug, item))
      note('Nothing was published.')
      return 1
  }
}

function describe(slug: string, { code, severity, question, locale, detail, finding }: CheckItem): string {
  const words = finding ? (detail ?? '') : wordsOf('en', 'publishing')(`check.${code}`, { language: locale ?? '' })
  const where = `${question?.externalId ?? slug}${locale ? ` (${locale})` : ''}`
  const found = detail && !finding ? ` ${detail}` : ''
  return `${where}: ${severity === 'block' ? 'blocks' : 'warning'} ${code}: ${words}${found}`
}
