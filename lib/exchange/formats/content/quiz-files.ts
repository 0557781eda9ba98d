import { decodeContentFile } from './decode'
import { parseQuizYaml } from './quiz-yaml'
import { type ContentQuiz, type ContentWords, canonicalLocale, type Problem } from './schema'
import { parseWords } from './words'

/** One file of a quiz: `quiz.yaml`, or the words of one language. Its name is the last part of its path. */
export type ContentFile = { path: string; bytes: Uint8Array }

const nameOf = (path: string) => path.replace(/^.*[/\\]/, '')

/** Whether a file of that name is part of a quiz. */
export function isQuizFile(name: string): boolean {
  return name === 'quiz.yaml' || name.endsWith('.md')
}

/**
 * Reads the files of one quiz. It is null when `quiz.yaml` is missing or could not be understood; a caller that loads it
 * must first see that `problems` holds no error.
 *
 * @param folder what missing files are reported in
 * @param name what the quiz must be called, where files lie in a folder of its name
 * @param topics those that questions may name; without, any
 * @param figures addresses of the pictures that lie beside the files, where that is known
 */
export function quizOfFiles(
  files: readonly ContentFile[],
  {
    folder,
    name,
    topics,
    figures,
  }: {
    folder: string
    name?: string
    topics?: ReadonlySet<string> | undefined
    figures?: ReadonlySet<string>
  },
): { quiz: ContentQuiz | null; problems: Problem[] } {
  const problems: Problem[] = []
  const error = (file: string, line: number, code: string, message: string) =>
    problems.push({ severity: 'error', file, line, code, message })
  const frameFile = files.find(({ path }) => nameOf(path) === 'quiz.yaml')
  const file = frameFile?.path ?? (folder === '' ? 'quiz.yaml' : `${folder}/quiz.yaml`)
  if (!frameFile) {
    error(file, 1, 'no-quiz-yaml', 'The file is missing.')
    return { quiz: null, problems }
  }
  const decoded = decodeContentFile(frameFile.bytes, file)
  if ('problem' in decoded) return { quiz: null, problems: [decoded.problem] }
  const parsed = parseQuizYaml(decoded.text, file, topics)
  problems.push(...parsed.problems)
  const { quiz } = parsed
  if (quiz === null) return { quiz: null, problems }
  if (name !== undefined && quiz.id !== name)
    error(file, 1, 'id-is-not-folder', `The id \`${quiz.id}\` must equal the folder's name, \`${name}\`.`)

  const words = new Map<string, ContentWords>()
  let hasSource = false
  for (const { path, bytes } of files) {
    if (path === frameFile.path) continue
    if (!isQuizFile(nameOf(path))) {
      problems.push(unexpectedFile(path))
      continue
    }
    const locale = nameOf(path).slice(0, -'.md'.length)
    const canonical = canonicalLocale(locale)
    if (canonical === null) {
      error(path, 1, 'bad-locale', `\`${locale}\` is not a language tag such as \`en\` or \`zh-Hans\`.`)
      continue
    }
    if (canonical !== locale) {
      error(path, 1, 'bad-locale', `The language tag \`${locale}\` must be spelled \`${canonical}\`.`)
      continue
    }
    if (locale === quiz.sourceLocale) hasSource = true
    const text = decodeContentFile(bytes, path)
    if ('problem' in text) {
      problems.push(text.problem)
      continue
    }
    const read = parseWords(text.text, path, quiz)
    problems.push(...read.problems)
    if (figures)
      for (const [index, line] of text.text.split('\n').entries())
        for (const [, figure = ''] of line.matchAll(/!\[[^\]]*\]\((\/assets\/[^)\s]+)/g))
          if (!figures.has(figure))
            error(path, index + 1, 'missing-figure', `There is no figure \`${figure}\` in \`figures/\` of this quiz.`)
    if (read.words) words.set(locale, read.words)
  }
  if (!hasSource) error(file, 1, 'no-source-language', `\`${quiz.sourceLocale}.md\`, the source language, is missing.`)
  return { quiz: { ...quiz, words: Object.fromEntries(words) }, problems }
}

/** A file that nothing reads. */
export function unexpectedFile(file: string): Problem {
  const message = 'This file is not part of the format, so nothing reads it.'
  return { severity: 'warning', file, line: 1, code: 'unexpected-file', message }
}
