import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { saveQuizDraft, tryQuizDraft } from '../../quiz/commands/save-quiz-draft'
import { draftOfContent } from '../content'
import { type ContentFile, quizOfFiles } from '../formats/content/quiz-files'
import type { ImportFinding } from './draft-of-pages'
import type { ImportOutcome } from './import-pages'

/**
 * Imports one quiz from its content files, `quiz.yaml` and the words of each language, all or nothing: as a draft, or as
 * new versions and words of the quiz of that name. It is published by nobody but a person.
 *
 * @param options.dryRun say what would happen, and write nothing
 * @param options.keepEdits leave texts alone that people have written in the editor
 */
export const importContent = guarded(
  'quiz:author',
  async (
    _viewer,
    files: ContentFile[],
    { dryRun, keepEdits = false }: { dryRun: boolean; keepEdits?: boolean },
  ): Promise<ImportOutcome> => {
    const topics = await db().topic.findMany({ select: { slug: true } })
    const { quiz, problems } = quizOfFiles(files, { folder: '', topics: new Set(topics.map(({ slug }) => slug)) })
    const findings = problems.map((problem): ImportFinding => ({ ...problem, question: null }))
    const refuse = (code: string, message: string): ImportOutcome => ({
      status: 'refused',
      findings: [...findings, { severity: 'error', code, file: 'quiz.yaml', line: 0, question: null, message }],
    })
    if (!quiz || problems.some(({ severity }) => severity === 'error')) return { status: 'refused', findings }
    const existing = await db().quiz.findUnique({ where: { slug: quiz.id } })
    if (existing && existing.sourceLocale !== quiz.sourceLocale)
      return refuse('source-differs', `The quiz "${quiz.id}" is led by ${existing.sourceLocale}.`)
    const draft = draftOfContent(quiz)
    const tried = await tryQuizDraft(draft)
    if (dryRun) return { status: 'tried', findings, ...tried }
    const report = await saveQuizDraft(draft, { importReport: { findings }, keepEdits })
    return { status: 'imported', findings, ...tried, report }
  },
)
