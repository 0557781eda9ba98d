import { createHash } from 'node:crypto'
import { parseMarkdown } from '../../markdown/parse'
import type { QuizDraft } from '../../quiz/schema'
import { suggestTopic, type TopicTerms } from '../../topic/rules'
import { type Alignment, alignPages, type QuestionPair } from '../align'
import { lintMarkdown } from '../formats/content/lint-words'
import type { PageFile, PageQuestion, Severity } from '../schema'
import { asksIfTrue } from './true-false'

/** One line of an import's report. `line` is 0 where no single line can be named. */
export type ImportFinding = {
  severity: Severity
  code: string
  file: string
  line: number
  question: number | null
  message: string
}

/** A question that an earlier import made, by where it stood then. */
export type KnownOrigin = {
  path: string
  ordinal: number
  externalId: string
  topics: string[]
}

export type DraftOfPages = {
  /** Null when something must be mended first. */
  draft: QuizDraft | null
  findings: ImportFinding[]
}

/** Where questions go that no topic's terms point to. */
export const GENERAL_TOPIC = 'general'

/** Share of right answers from which an imported quiz is passed, until someone sets another. */
const PASS = { num: 7, den: 10 }

/**
 * Turns one quiz, read from one page per language, into one draft in several languages. Nothing is written, and nothing
 * is left out without a finding.
 *
 * @param pages one per language, as read
 * @param source language that leads; null when it is to be found
 * @param known what earlier imports made of these files
 */
export function draftOfPages(
  pages: readonly PageFile[],
  options: {
    slug: string | null
    source: string | null
    topics: readonly TopicTerms[]
    known: readonly KnownOrigin[]
  },
): DraftOfPages {
  const findings: ImportFinding[] = pages.flatMap((page) =>
    page.findings.map(({ severity, code, line, question, message }) => ({
      // A question that has neither options nor an answer is left out, and keeps nobody from importing the others.
      severity: code === 'no-answer' && isOpen(page, question) ? 'warning' : severity,
      code,
      file: page.file,
      line,
      question: question ?? null,
      message,
    })),
  )
  const refuse = (file: string, code: string, message: string, line = 0): void => {
    findings.push({ severity: 'error', code, file, line, question: null, message })
  }

  const locales = pages.map(({ locale }) => locale)
  for (const [index, page] of pages.entries()) {
    if (locales.indexOf(page.locale) !== index)
      refuse(
        page.file,
        'same-language',
        `${pages[locales.indexOf(page.locale)]?.file} is in ${page.locale} as well.`,
        1,
      )
    if (page.questions.length === 0 && !page.findings.some(({ severity }) => severity === 'error'))
      refuse(page.file, 'no-questions', 'No question was found on this page.', 1)
  }
  const source = options.source ?? (locales.length === 1 ? locales[0] : locales.find((tag) => tag === 'en'))
  const lead = pages.find(({ locale }) => locale === source)
  if (!lead)
    refuse(
      pages[0]?.file ?? '',
      'no-source',
      options.source
        ? `None of the pages is in ${options.source}; they are in ${locales.join(', ')}.`
        : `Which language leads? Add --source with one of ${locales.join(', ')}.`,
    )
  if (!lead || findings.some(({ severity }) => severity === 'error')) return { draft: null, findings }

  const ordered = [lead, ...pages.filter((page) => page !== lead)]
  const alignment = alignPages(ordered)
  const slug = options.slug ?? (slugOf(lead.title) || slugOf(lead.file.replace(/^.*[\\/]|\.[^.]*$/g, '')) || 'quiz')
  const questions: QuizDraft['questions'] = []
  const taken = new Set(options.known.map(({ externalId }) => externalId))
  for (const [row, pair] of alignment.questions.entries()) {
    const question = draftQuestion(ordered, alignment, row, pair, slug, options, taken, findings)
    if (question) questions.push(question)
  }
  for (const { path, ordinal, externalId } of options.known)
    if (!questions.some((question) => question.externalId === externalId))
      findings.push({
        severity: 'warning',
        code: 'question-gone',
        file: path,
        line: 0,
        question: ordinal,
        message: `The question imported from here as ${externalId} is no longer on the page. It keeps its place in the quiz.`,
      })
  if (questions.length === 0 && !findings.some(({ severity }) => severity === 'error'))
    refuse(lead.file, 'no-questions', 'The pages hold no question that can be used.', 1)
  if (findings.some(({ severity }) => severity === 'error')) return { draft: null, findings }
  return {
    draft: {
      slug,
      sourceLocale: lead.locale,
      pass: PASS,
      names: Object.fromEntries(
        ordered.map(({ locale, title, intro, file }) => [
          locale,
          { title: title || lead.title || file.replace(/^.*[\\/]/, ''), intro },
        ]),
      ),
      questions,
    },
    findings,
  }
}

function draftQuestion(
  pages: readonly PageFile[],
  alignment: Alignment,
  row: number,
  pair: QuestionPair,
  slug: string,
  { topics, known }: { topics: readonly TopicTerms[]; known: readonly KnownOrigin[] },
  taken: Set<string>,
  findings: ImportFinding[],
): QuizDraft['questions'][number] | null {
  const versions = pages.flatMap((page, k) => {
    const member = pair.members[k]
    const question = member === undefined ? undefined : page.questions[member]
    return question ? [{ page, question, order: pair.optionMaps[k] ?? [] }] : []
  })
  const [first] = versions
  if (!first) return null
  const report = (severity: Severity, code: string, message: string, at = first) =>
    findings.push({
      severity,
      code,
      file: at.page.file,
      line: at.question.line,
      question: at.question.number,
      message,
    })

  if (first.page !== pages[0]) {
    report('error', 'missing-in-source', `This question is not on ${pages[0]?.file}, which leads.`)
    return null
  }
  const { question: source } = first
  if (source.kind === 'open' && source.explanation.trim() === '') {
    report('warning', 'open-question', 'This open question has no model answer, so it was left out.')
    return null
  }

  const attached: QuizDraft['questions'][number]['findings'] = []
  for (const finding of pair.findings) {
    const k = alignment.locales.indexOf(finding.locale)
    const version = versions.find(({ page }) => page === pages[k])
    // A question that one language lacks is shown in another, so it keeps nobody from importing.
    const severity = finding.code === 'missing-question' ? 'warning' : finding.severity
    findings.push({
      severity,
      code: finding.code,
      file: pages[k]?.file ?? first.page.file,
      line: version?.question.line ?? 0,
      question: version?.question.number ?? row + 1,
      message: finding.message,
    })
    attached.push({ locale: finding.locale, code: finding.code, severity, message: finding.message })
  }

  let namesLetters = false
  for (const { page, question } of versions)
    for (const text of [question.stem, ...question.options.map((option) => option.text), question.explanation])
      lintMarkdown(parseMarkdown(text), text, (_severity, _line, code, message) => {
        if (code === 'bare-option' || code === 'catch-all-option') namesLetters = true
        if (!attached.some((other) => other.locale === page.locale && other.code === code))
          attached.push({ locale: page.locale, code, severity: 'warning', message })
        report('warning', code, message, { page, question, order: [] })
      })
  if (namesLetters)
    report('info', 'order-kept', 'Its words name options by letter or place, so its options are not shuffled.')

  const origins = versions.map(({ page, question }) => ({
    locale: page.locale,
    path: page.file,
    ordinal: question.number,
    hash: fingerprint(question),
  }))
  const earlier = known.filter(({ path, ordinal }) =>
    origins.some((origin) => origin.path === path && origin.ordinal === ordinal),
  )
  const ids = [...new Set(earlier.map(({ externalId }) => externalId))]
  if (ids.length > 1) {
    report(
      'error',
      'unsure-which',
      `Earlier imports made ${ids.join(' and ')} of what now looks like one question. Put the questions back into their order, or import under another slug.`,
    )
    return null
  }
  let externalId = ids[0]
  for (let n = source.number; externalId === undefined; n++)
    if (!taken.has(`${slug}/q${n}`)) externalId = `${slug}/q${n}`
  taken.add(externalId)

  const kept = earlier.find((origin) => origin.topics.length > 0)?.topics
  const suggestion = kept
    ? null
    : suggestTopic(
        versions.map(({ question }) => ({
          stem: question.stem,
          options: question.options.map(({ text }) => text),
          explanation: question.explanation,
        })),
        [...topics],
      )
  if (!kept)
    report(
      'info',
      'topic-suggested',
      suggestion
        ? `Topic ${suggestion.id}, because of ${suggestion.found.slice(0, 4).join(', ')}.`
        : `No topic's terms occur here; it goes under ${GENERAL_TOPIC}.`,
    )

  // A question is shown whole in one language, so without its model answer it is not there in that language.
  const worded = versions.filter(({ question }) => question.kind !== 'open' || question.explanation.trim() !== '')
  const optionIds = source.options.map((_, index) => `o${index + 1}`)
  return {
    externalId,
    kind: asksIfTrue(source) ? 'trueFalse' : source.kind,
    topics: kept ?? [suggestion?.id ?? GENERAL_TOPIC],
    options: optionIds.map((id) => ({ externalId: id, pinLast: namesLetters })),
    key: source.options.flatMap(({ correct }, index) => (correct ? [optionIds[index] ?? ''] : [])),
    sources: [],
    words: Object.fromEntries(
      worded.map(({ page, question, order }) => [
        page.locale,
        {
          stem: question.stem,
          explanation: question.explanation,
          feedback: {},
          options: Object.fromEntries(
            question.options.map(({ text }, index) => [optionIds[order[index] ?? index] ?? '', text]),
          ),
        },
      ]),
    ),
    findings: attached,
    origins,
  }
}

function isOpen(page: PageFile, number: number | undefined): boolean {
  return page.questions.some((question) => question.number === number && question.kind === 'open')
}

function fingerprint(question: PageQuestion): string {
  const { kind, stem, options, explanation } = question
  return createHash('sha256')
    .update(JSON.stringify([kind, stem, options.map(({ text, correct }) => [text, correct]), explanation]))
    .digest('hex')
}

function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '')
}
