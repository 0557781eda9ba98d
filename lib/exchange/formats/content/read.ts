import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeContentFile } from './decode'
import { type ContentFile, isQuizFile, quizOfFiles, unexpectedFile } from './quiz-files'
import { parseTopicsYaml } from './quiz-yaml'
import type { ContentQuiz, ContentTopic, Problem } from './schema'

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

  const parsed = await readTopics(folder)
  problems.push(...parsed.problems)
  const known = parsed.topics === null ? undefined : new Set(parsed.topics.map((topic) => topic.id))

  const quizzes: ContentQuiz[] = []
  for (const entry of (await list(join(folder, 'quizzes'))) ?? []) {
    const path = join(folder, 'quizzes', entry.name)
    if (!entry.isDirectory) {
      problems.push(unexpectedFile(path))
      continue
    }
    if (!isWanted(entry.name)) continue
    const quiz = await readQuiz(path, entry.name, known, problems)
    if (quiz) quizzes.push(quiz)
  }
  return { topics: parsed.topics ?? [], quizzes, problems }
}

/** Reads the topics of a content folder; null when they could not be understood. */
export async function readTopics(folder: string): Promise<{ topics: ContentTopic[] | null; problems: Problem[] }> {
  const file = join(folder, 'topics.yaml')
  const problems: Problem[] = []
  const text = await readText(file, problems, 'no-topics')
  return text === null ? { topics: null, problems } : parseTopicsYaml(text, file)
}

async function readQuiz(
  folder: string,
  name: string,
  topics: ReadonlySet<string> | undefined,
  problems: Problem[],
): Promise<ContentQuiz | null> {
  const entries = (await list(folder)) ?? []
  const files: ContentFile[] = []
  for (const { name: entry, isDirectory } of entries) {
    const path = join(folder, entry)
    if (isDirectory && entry === FIGURES) continue
    if (isDirectory) problems.push(unexpectedFile(path))
    else files.push({ path, bytes: isQuizFile(entry) ? await readFile(path) : new Uint8Array() })
  }
  const figures = new Set((await list(join(folder, FIGURES)))?.map((entry) => `/assets/${name}/${entry.name}`))
  const read = quizOfFiles(files, { folder, name, topics, figures })
  problems.push(...read.problems)
  return read.quiz
}

/** The folder beside the words that holds a quiz's figures. */
const FIGURES = 'figures'

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
