import { type ExitCode, note, print, UsageError } from '../command'
import { publishQuiz } from '../quiz/commands/publish-quiz'

/** Publishes a quiz, so that members can take it. */
export async function run(args: string[]): Promise<ExitCode> {
  const [slug] = args
  if (!slug || args.length > 1) throw new UsageError('Name one quiz by its slug.')
  const outcome = await publishQuiz(slug)
  switch (outcome.status) {
    case 'published':
      await print(`${slug}: published, ${outcome.questions} questions in ${outcome.locales.join(', ')}.\n`)
      return 0
    case 'not-found':
      note(`There is no quiz "${slug}".`)
      return 1
    case 'blocked':
      for (const { question, locale, code, message } of outcome.problems)
        note(`${question}${locale ? ` (${locale})` : ''}: ${code}: ${message}`)
      note('Nothing was published.')
      return 1
  }
}
