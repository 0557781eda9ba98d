import { type ExitCode, note, print } from '../command'
import { readContent } from './formats/content/read'
import type { Problem } from './formats/content/schema'

/** What a quiz folder holds, in figures. */
export type QuizSummary = {
  id: string
  status: 'draft' | 'published'
  sourceLocale: string
  questions: number
  /** Questions readable in each language. */
  locales: Record<string, number>
}

export type CheckReport = { problems: Problem[]; quizzes: QuizSummary[] }

export type CheckOutput = { out: (text: string) => void; err: (text: string) => void }

const USAGE = 'Usage: npm run -s quiz -- check [FOLDER] [--json]'

/** Checks a content folder without touching a database. */
export async function checkContent(folder: string): Promise<CheckReport> {
  const { quizzes, problems } = await readContent(folder)
  return {
    problems,
    quizzes: quizzes.map((quiz) => ({
      id: quiz.id,
      status: quiz.status,
      sourceLocale: quiz.sourceLocale,
      questions: quiz.questions.length,
      locales: Object.fromEntries(
        Object.entries(quiz.words).map(([locale, words]) => [locale, Object.keys(words.questions).length]),
      ),
    })),
  }
}

/** The `check` command. Resolves to its exit code: 0 fine (warnings allowed), 1 errors, 2 wrong usage. */
export async function runCheck(args: readonly string[], io: CheckOutput): Promise<ExitCode> {
  const folders = args.filter((arg) => !arg.startsWith('-'))
  const unknown = args.filter((arg) => arg.startsWith('-') && arg !== '--json')
  if (unknown.length > 0 || folders.length > 1) {
    io.err(unknown.length > 0 ? `Unknown option ${unknown.join(' ')}. ${USAGE}` : `One folder at most. ${USAGE}`)
    return 2
  }
  const report = await checkContent(folders[0] ?? 'content')
  const errors = report.problems.filter((problem) => problem.severity === 'error').length
  if (args.includes('--json')) io.out(JSON.stringify(report, null, 2))
  else io.out(describe(report, errors))
  return errors > 0 ? 1 : 0
}

/** `runCheck` on the terminal, in the shape the command line loads. */
export async function run(args: string[]): Promise<ExitCode> {
  const shown: string[] = []
  const code = await runCheck(args, { out: (text) => shown.push(`${text}\n`), err: note })
  // Waiting matters: a long report into a pipe must be out before the process ends.
  await print(shown.join(''))
  return code
}

function describe(report: CheckReport, errors: number): string {
  const lines = report.problems.map(
    ({ file, line, severity, code, message }) => `${file}:${line}: ${severity} ${code}: ${message}`,
  )
  for (const quiz of report.quizzes) {
    const languages = Object.entries(quiz.locales).map(([locale, count]) => `${locale} ${count}`)
    lines.push(
      `${quiz.id}: ${counted(quiz.questions, 'question')}, ${quiz.status}; ${languages.join(', ') || 'no words'}`,
    )
  }
  lines.push(`${counted(errors, 'error')}, ${counted(report.problems.length - errors, 'warning')}`)
  return lines.join('\n')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
