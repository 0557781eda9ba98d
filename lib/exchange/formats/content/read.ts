import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeContentFile } from './decode'
import { parseQuizYaml, parseTopicsYaml } from './quiz-yaml'
import { type ContentQuiz, type ContentTopic, type ContentWords, canonicalLocale, type Problem } from './schema'
import { parseWords } from './words'

/**
 * Reads a whole content folder. `quizzes` holds every quiz whose `quiz.yaml` could be understood, with the words that
 * could be read; a caller that loads them must first see that `problems` holds no error.
 *
 * @param isWanted which quizzes, by the names of their folders; the others are not even opened
 */
export async function readContent(
  folder: string,
  isWanted: (quiz: string) => boolean = () => true,
): Promise<{ topics: ContentTopic[]; quizzes: ContentQuiz[]; problems: Problem[] }> {
  const problems: Problem[] = []
  const entries = await list(folder)
  if (entries === null) {
    const message = 'There is no such folder.'
    return {
      topics: [],
      quizzes: [],
      problems: [{ severity: 'error', file: folder, line: 1, code: 'no-folder', message }],
    }
  }

  const topicsFile = join(folder, 'topics.yaml')
  const topicsText = await readText(topicsFile, problems, 'no-topics')
  const parsed = topicsText === null ? { topics: null, problems: [] } : parseTopicsYaml(topicsText, topicsFile)
  problems.push(...parsed.problems)
  const known = parsed.topics === null ? undefined : new Set(parsed.topics.map((topic) => topic.id))

  const quizzes: ContentQuiz[] = []
  for (const entry of (await list(join(folder, 'quizzes'))) ?? []) {
    const path = join(folder, 'quizzes', entry.name)
    if (!entry.isDirectory) {
      problems.push(unexpected(path))
      continue
    }
    if (!isWanted(entry.name)) continue
    const quiz = await readQuiz(path, entry.name, known, problems)
    if (quiz) quizzes.push(quiz)
  }
  return { topics: parsed.topics ?? [], quizzes, problems }
}

async function readQuiz(
  folder: string,
  name: string,
  topics: ReadonlySet<string> | undefined,
  problems: Problem[],
): Promise<ContentQuiz | null> {
  const file = join(folder, 'quiz.yaml')
  const text = await readText(file, problems, 'no-quiz-yaml')
  if (text === null) return null
  const parsed = parseQuizYaml(text, file, topics)
  problems.push(...parsed.problems)
  const { quiz } = parsed
  if (quiz === null) return null
  const error = (at: string, line: number, code: string, message: string) =>
    problems.push({ severity: 'error', file: at, line, code, message })
  if (quiz.id !== name)
    error(file, 1, 'id-is-not-folder', `The id \`${quiz.id}\` must equal the folder's name, \`${name}\`.`)

  const words = new Map<string, ContentWords>()
  const figures = new Set((await list(join(folder, FIGURES)))?.map((entry) => `/assets/${name}/${entry.name}`))
  let hasSource = false
  for (const entry of (await list(folder)) ?? []) {
    const path = join(folder, entry.name)
    if (entry.name === 'quiz.yaml' || (entry.name === FIGURES && entry.isDirectory)) continue
    if (entry.isDirectory || !entry.name.endsWith('.md')) {
      problems.push(unexpected(path))
      continue
    }
    const locale = entry.name.slice(0, -'.md'.length)
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
    const source = await readText(path, problems, 'no-words')
    if (source === null) continue
    const read = parseWords(source, path, quiz)
    problems.push(...read.problems)
    for (const [index, line] of source.split('\n').entries())
      for (const [, figure = ''] of line.matchAll(/!\[[^\]]*\]\((\/assets\/[^)\s]+)/g))
        if (!figures.has(figure))
          error(path, index + 1, 'missing-figure', `There is no figure \`${figure}\` in \`${FIGURES}/\` of this quiz.`)
    if (read.words) words.set(locale, read.words)
  }
  if (!hasSource) error(file, 1, 'no-source-language', `\`${quiz.sourceLocale}.md\`, the source language, is missing.`)
  return { ...quiz, words: Object.fromEntries(words) }
}

/** The folder beside the words that holds a quiz's figures. */
const FIGURES = 'figures'

function unexpected(file: string): Problem {
  const message = 'This file is not part of the format, so nothing reads it.'
  return { severity: 'warning', file, line: 1, code: 'unexpected-file', message }
}

async function list(folder: string): Promise<{ name: string; isDirectory: boolean }[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => !entry.name.startsWith('.'))
      .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function readText(file: string, problems: Problem[], missingCode: string): Promise<string | null> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch (error) {
    if (!isMissing(error)) throw error
    problems.push({ severity: 'error', file, line: 1, code: missingCode, message: 'The file is missing.' })
    return null
  }
  const decoded = decodeContentFile(bytes, file)
  if ('text' in decoded) return decoded.text
  problems.push(decoded.problem)
  return null
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
