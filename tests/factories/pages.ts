import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import type { PageFile } from '@/lib/exchange/schema'

/** A question as a page prints it: the key is a letter. */
export type PageQuestion = { stem: string; options: string[]; key: string; explanation: string }

const labels = {
  en: { answer: 'Answer', why: 'Explanation' },
  es: { answer: 'Respuesta', why: 'Explicación' },
  ja: { answer: '答え', why: '解説' },
} as const

/** A quiz page as a documentation site writes it. */
export function quizPage(
  file: string,
  locale: keyof typeof labels,
  title: string,
  questions: PageQuestion[],
): PageFile {
  const { answer, why } = labels[locale]
  const body = questions.map(
    ({ stem, options, key, explanation }, index) =>
      `${index + 1}. ${stem}\n\n${options.map((text, i) => `- ${'ABCD'[i]}) ${text}`).join('\n')}\n\n${answer}: ${key}\n\n${why}: ${explanation}\n`,
  )
  return readDocsPage(Buffer.from(`# ${title}\n\n${body.join('\n')}`), { file, locale })
}
