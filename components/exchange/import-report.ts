import type { ImportFinding } from '@/lib/exchange/import/draft-of-pages'
import type { ImportOutcome } from '@/lib/exchange/import/import-pages'
import type { PageFile } from '@/lib/exchange/schema'
import { dateFormat } from '@/lib/i18n/format'
import { directionOf, nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { type DiffPart, wordDiff } from '@/lib/question/rules-diff'
import { findingName } from './finding-name'

const severities = ['error', 'warning', 'info'] as const
type Severity = (typeof severities)[number]

/** One thing found: its name in the words of the interface, if it has one, and what the reader says itself, in English. */
export type ReportFinding = {
  severity: Severity
  kind: string
  place: string
  name: string | null
  text: string
  lang: string | null
}

/**
 * The report of an import, in the words that are shown. It is plain data and no markup: a form that carries it on works
 * without scripts too.
 */
export type ImportReport = {
  title: string
  isReady: boolean
  summary: string
  counts: { severity: Severity; text: string }[]
  /** What concerns no file that was handed in. */
  findings: ReportFinding[]
  /** Null as long as nothing can be imported. */
  changes: {
    title: string
    counts: string[]
    questions: {
      name: string
      kind: string
      key: string | null
      words: {
        lang: string
        dir: 'ltr' | 'rtl'
        language: string
        field: string
        parts: DiffPart[]
        edited: string | null
      }[]
    }[]
    /** That there are texts which people have written here; null for none. */
    edits: string | null
  } | null
  files: {
    name: string
    about: { lang: string; language: string; text: string } | null
    counts: { severity: Severity; text: string }[]
    /** What stands at no line. */
    findings: ReportFinding[]
    /** Null where the file is no text. */
    lines: {
      label: string
      title: string
      lang: string | null
      dir: 'ltr' | 'rtl'
      isOpen: boolean
      shown: { number: number; text: string; findings: ReportFinding[] }[]
    } | null
  }[]
}

/** A page up to this length is shown whole; of a longer one, what stands around findings. */
const WHOLE = 100
const AROUND = 3

/** What an import found and would change, for a page in one language. */
export function importReport(
  outcome: ImportOutcome,
  /** Of content files there are none. */
  pages: readonly PageFile[],
  /** Null where a file is no text. */
  files: readonly { name: string; text: string | null }[],
  locale: UiLocale,
  /** In which days are told. */
  zone: string,
): ImportReport {
  const t = wordsOf(locale, 'exchange')
  const countsOf = (findings: readonly ImportFinding[]) =>
    severities.flatMap((severity) => {
      const count = findings.filter((finding) => finding.severity === severity).length
      return count > 0 ? [{ severity, text: t(`count.${severity}`, { count }) }] : []
    })
  const told = (findings: readonly ImportFinding[]) =>
    findings.map(
      ({ severity, code, question, message }): ReportFinding => ({
        severity,
        kind: t(`severity.${severity}`),
        place: question === null ? '' : t('question', { number: question }),
        // The reader's own sentence names an option of the command line.
        ...(code === 'no-source'
          ? { name: null, text: t('noSource'), lang: null }
          : { name: findingName(code, locale), text: message, lang: 'en' }),
      }),
    )
  return {
    title: t('report'),
    isReady: outcome.status === 'tried',
    summary:
      outcome.status === 'refused'
        ? t('refused', { count: outcome.findings.filter(({ severity }) => severity === 'error').length })
        : t(outcome.report.created ? 'wouldCreate' : 'wouldUpdate', {
            slug: outcome.report.slug,
            languages: outcome.report.locales.map(nameOfLocale).join(' · '),
          }),
    counts: countsOf(outcome.findings),
    findings: told(outcome.findings.filter(({ file }) => !files.some(({ name }) => name === file))),
    changes: outcome.status === 'tried' ? changesOf(outcome, locale, zone) : null,
    files: files.map(({ name, text }) => {
      const page = pages.find(({ file }) => file === name)
      const findings = outcome.findings.filter(({ file }) => file === name)
      const lines = text === null ? [] : text.split('\n')
      return {
        name,
        about:
          page && page.questions.length > 0
            ? {
                lang: page.locale,
                language: nameOfLocale(page.locale),
                text: t('questions', { count: page.questions.length }),
              }
            : null,
        counts: countsOf(findings),
        findings: told(findings.filter(({ line }) => line < 1 || line > lines.length)),
        lines:
          text === null
            ? null
            : {
                label: t('lines'),
                title: t('linesOf', { file: name }),
                lang: page?.locale ?? null,
                dir: page ? directionOf(page.locale) : 'ltr',
                isOpen: findings.some(({ severity, line }) => severity !== 'info' && line > 0),
                shown: shownLines(lines.length, new Set(findings.map(({ line }) => line))).map((number) => ({
                  number,
                  text: lines[number - 1] ?? '',
                  findings: told(findings.filter(({ line }) => line === number)),
                })),
              },
      }
    }),
  }
}

/** What would change, by question. Of a new quiz everything is new, so that a count says it. */
function changesOf(
  { report, changes }: Exclude<ImportOutcome, { status: 'refused' }>,
  locale: UiLocale,
  zone: string,
): ImportReport['changes'] {
  const t = wordsOf(locale, 'exchange')
  const edits = changes.flatMap(({ words }) => words.filter(({ edited }) => edited)).length
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: zone })
  return {
    title: t('changes'),
    edits: edits > 0 ? t('edits', { count: edits }) : null,
    counts: (['added', 'newVersion', 'newWords', 'unchanged'] as const).flatMap((kind) => {
      const { length: count } = changes.filter((change) => change.kind === kind)
      return count > 0 ? [t(`changed.${kind}`, { count })] : []
    }),
    questions: report.created
      ? []
      : changes.flatMap(({ externalId, kind, key, words }) =>
          kind === 'unchanged'
            ? []
            : [
                {
                  name: externalId,
                  kind: t(`kind.${kind}`),
                  key: key && t('keyChanges', { before: key.before.join(', '), after: key.after.join(', ') }),
                  words: words.map(({ locale: lang, field, before, after, edited }) => ({
                    lang,
                    dir: directionOf(lang),
                    language: nameOfLocale(lang),
                    field: fieldName(field, locale),
                    parts: wordDiff(before, after, lang),
                    edited:
                      edited &&
                      t(edited.by ? 'editedBy' : 'edited', { name: edited.by ?? '', day: day.format(edited.at) }),
                  })),
                },
              ],
        ),
  }
}

/** What a text of a question is called: options go by the names that files give them. */
function fieldName(field: string, locale: UiLocale): string {
  const t = wordsOf(locale, 'editor')
  const [group, id = ''] = field.split(/:(.*)/s)
  const option = t('option', { letter: id })
  if (group === 'option') return option
  return group === 'feedback' ? t('feedback', { option }) : t(group === 'stem' ? 'stem' : 'explanation')
}

/** The numbers of the lines that are shown. */
function shownLines(total: number, marked: ReadonlySet<number>): number[] {
  const all = Array.from({ length: total }, (_, index) => index + 1)
  if (total <= WHOLE) return all
  const near = new Set([...marked].flatMap((line) => all.slice(Math.max(0, line - 1 - AROUND), line + AROUND)))
  return all.filter((line) => near.has(line) || line <= AROUND)
}
