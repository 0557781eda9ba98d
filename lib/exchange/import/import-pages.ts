import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { saveQuizDraft, tryQuizDraft } from '../../quiz/commands/save-quiz-draft'
import type { DraftChange, DraftReport } from '../../quiz/schema'
import { addTopics } from '../../topic/commands'
import type { ContentTopic } from '../formats/content/schema'
import type { PageFile } from '../schema'
import { draftOfPages, GENERAL_TOPIC, type ImportFinding } from './draft-of-pages'

export type ImportOutcome = { findings: ImportFinding[] } & (
  | { status: 'refused' }
  | {
      /** Tried, and nothing was written; or imported. */
      status: 'tried' | 'imported'
      report: DraftReport
      /** Question by question, what the files say and is not stored. */
      changes: DraftChange[]
    }
)

/** Where a page of a quiz is remembered when another quiz has a page of that name. */
const pathIn = (slug: string | null, file: string) => (slug === null ? file : `${slug}/${file}`)

const general: ContentTopic = {
  id: GENERAL_TOPIC,
  names: { en: 'General', es: 'General', ja: '全般', 'zh-Hans': '综合' },
  terms: [],
}

/**
 * Imports one quiz from one page per language, all or nothing: as a draft, or as new versions and words of the quiz that
 * an earlier import of the same pages made.
 *
 * @param options.dryRun say what would happen, and write nothing
 * @param options.keepEdits leave texts alone that people have written in the editor
 */
export const importPages = guarded(
  'quiz:author',
  async (
    _viewer,
    given: PageFile[],
    options: {
      slug: string | null
      source: string | null
      topics: ContentTopic[]
      dryRun: boolean
      keepEdits?: boolean
    },
  ): Promise<ImportOutcome> => {
    const origins = await db().importedQuestion.findMany({
      where: { path: { in: given.flatMap(({ file }) => [file, pathIn(options.slug, file)]) } },
      include: {
        question: { include: { topics: { include: { topic: true } }, items: { include: { quiz: true } } } },
      },
    })
    const slugs = [...new Set(origins.flatMap(({ question }) => question.items.map(({ quiz }) => quiz.slug)))]
    const slug = options.slug ?? (slugs.length === 1 ? (slugs[0] ?? null) : null)
    // Many a quiz has a page called es.md: under a slug of its own it is a page of its own.
    const isOf = (path: string, quizSlug: string | null) =>
      origins.some(
        (origin) =>
          origin.path === path &&
          (quizSlug === null || origin.question.items.some(({ quiz }) => quiz.slug === quizSlug)),
      )
    const pathOf = (file: string) => {
      const own = pathIn(options.slug, file)
      return options.slug !== null && !isOf(file, options.slug) && (isOf(own, options.slug) || isOf(file, null))
        ? own
        : file
    }
    const names = new Map(given.map(({ file }) => [pathOf(file), file]))
    const pages = given.map((page) => ({ ...page, file: pathOf(page.file) }))
    const known = origins
      .filter(({ path }) => names.has(path))
      .filter(({ question }) => slug === null || question.items.some(({ quiz }) => quiz.slug === slug))
      .map(({ path, ordinal, question }) => ({
        path,
        ordinal,
        externalId: question.externalId,
        topics: question.topics.map(({ topic }) => topic.slug),
      }))
    const { draft, ...read } = draftOfPages(pages, { slug, source: options.source, topics: options.topics, known })
    const findings = read.findings.map((finding) => ({ ...finding, file: names.get(finding.file) ?? finding.file }))
    if (!draft) return { status: 'refused', findings }

    const existing = await db().quiz.findUnique({ where: { slug: draft.slug } })
    const refuse = (code: string, message: string): ImportOutcome => ({
      status: 'refused',
      findings: [
        ...findings,
        { severity: 'error', code, file: given[0]?.file ?? '', line: 0, question: null, message },
      ],
    })
    if (existing && known.length === 0)
      return refuse(
        'slug-taken',
        `There is a quiz "${draft.slug}" already, from elsewhere. Choose another with --slug.`,
      )
    if (existing && existing.sourceLocale !== draft.sourceLocale)
      return refuse(
        'source-differs',
        `The quiz "${draft.slug}" is led by ${existing.sourceLocale}: add --source ${existing.sourceLocale}.`,
      )

    const tried = await tryQuizDraft(draft)
    if (options.dryRun) return { status: 'tried', findings, ...tried }
    await addTopics([...options.topics, general].map(({ id, names }) => ({ slug: id, names })))
    const report = await saveQuizDraft(draft, { importReport: { findings }, keepEdits: options.keepEdits ?? false })
    return { status: 'imported', findings, ...tried, report }
  },
)
