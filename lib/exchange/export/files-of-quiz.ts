import { writeQuizYaml } from '../formats/content/quiz-yaml'
import type { ContentQuiz } from '../formats/content/schema'
import { UnwritableWordsError, writeWords } from '../formats/content/words'

export type FilesOutcome =
  | { status: 'written'; files: { name: string; text: string }[] }
  /** Some words would come back as others, so nothing is written: which language, and what of it. */
  | { status: 'unwritable'; locale: string; message: string }

/** The content files of a quiz: `quiz.yaml` and the words of each language, always the same for the same quiz. */
export function filesOfQuiz(quiz: ContentQuiz): FilesOutcome {
  const files = [{ name: 'quiz.yaml', text: writeQuizYaml(quiz) }]
  for (const locale of Object.keys(quiz.words).sort()) {
    const words = quiz.words[locale]
    if (!words) continue
    try {
      files.push({ name: `${locale}.md`, text: writeWords(words, quiz) })
    } catch (error) {
      if (error instanceof UnwritableWordsError) return { status: 'unwritable', locale, message: error.message }
      throw error
    }
  }
  return { status: 'written', files }
}
