import type { ImportFinding } from '@/lib/exchange/import/draft-of-pages'
import type { ImportOutcome } from '@/lib/exchange/import/import-pages'
import type { PageFile } from '@/lib/exchange/schema'
import { directionOf, nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { wordDiff } from '@/lib/question/rules-diff'
import type { DraftChange } from '@/lib/quiz/schema'
import { WordDiff } from '../question/word-diff'
import { Disclosure } from '../ui/disclosure'
import { Icon, type IconName } from '../ui/icon'
import { Notice } from '../ui/notice'

const severities = ['error', 'warning', 'info'] as const
type Severity = (typeof severities)[number]

const signs: Record<Severity, { icon: IconName; className: string }> = {
  error: { icon: 'cross', className: 'text-bad' },
  warning: { icon: 'warning', className: 'text-warn' },
  info: { icon: 'info', className: 'text-soft' },
}

/** A page up to this length is shown whole; of a longer one, what stands around findings. */
const WHOLE = 400
const AROUND = 3

/** What an import found and would change: a summary, each question that changes, and each file beside its findings. */
export function ImportReport({
  outcome,
  pages,
  files,
  locale,
}: {
  outcome: ImportOutcome
  /** Of content files there are none. */
  pages: readonly PageFile[]
  /** Null where a file is no text. */
  files: readonly { name: string; text: string | null }[]
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'exchange')
  const errors = outcome.findings.filter(({ severity }) => severity === 'error').length
  const elsewhere = outcome.findings.filter(({ file }) => !files.some(({ name }) => name === file))
  return (
    <section aria-labelledby="report" className="mt-10 border-t border-line pt-6">
      <h2 id="report" className="text-xl">
        {t('report')}
      </h2>
      <div className="mt-4 max-w-reading">
        {outcome.status === 'tried' ? (
          <Notice tone="done">
            {t(outcome.report.created ? 'wouldCreate' : 'wouldUpdate', {
              slug: outcome.report.slug,
              languages: outcome.report.locales.map(nameOfLocale).join(' · '),
            })}
          </Notice>
        ) : (
          <Notice tone="error">{t('refused', { count: errors })}</Notice>
        )}
      </div>
      <Counts findings={outcome.findings} locale={locale} />
      {elsewhere.length > 0 && <Findings findings={elsewhere} locale={locale} />}
      {outcome.status === 'tried' && (
        <Changes changes={outcome.changes} isNew={outcome.report.created} locale={locale} />
      )}
      {files.map(({ name, text }, index) => (
        <File
          key={name}
          id={`file-${index + 1}`}
          name={name}
          text={text}
          page={pages.find(({ file }) => file === name)}
          findings={outcome.findings.filter(({ file }) => file === name)}
          locale={locale}
        />
      ))}
    </section>
  )
}

function Counts({ findings, locale }: { findings: readonly ImportFinding[]; locale: UiLocale }) {
  const t = wordsOf(locale, 'exchange')
  if (findings.length === 0) return <p className="mt-2 text-sm text-soft">{t('nothingFound')}</p>
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 text-sm">
      {severities.map((severity) => {
        const count = findings.filter((finding) => finding.severity === severity).length
        return (
          count > 0 && (
            <li key={severity} className={`flex items-center gap-1.5 ${signs[severity].className}`}>
              <Icon name={signs[severity].icon} />
              {t(`count.${severity}`, { count })}
            </li>
          )
        )
      })}
    </ul>
  )
}

function Findings({ findings, locale }: { findings: readonly ImportFinding[]; locale: UiLocale }) {
  const t = wordsOf(locale, 'exchange')
  return (
    <ul className="grid gap-1 py-1 text-sm">
      {findings.map(({ severity, code, question, line, message }) => (
        <li
          key={`${code} ${line} ${question} ${message}`}
          className={`flex items-start gap-1.5 ${signs[severity].className}`}
        >
          <Icon name={signs[severity].icon} className="h-[1lh]" />
          <span className="wrap-anywhere">
            <span className="sr-only">{t(`severity.${severity}`)}: </span>
            {question !== null && <>{t('question', { number: question })}: </>}
            {/* The reader's own sentences name options of the command line here. */}
            {code === 'no-source' ? t('noSource') : <span lang="en">{message}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What would change, by question. Of a new quiz everything is new, so that a count says it. */
function Changes({ changes, isNew, locale }: { changes: readonly DraftChange[]; isNew: boolean; locale: UiLocale }) {
  const t = wordsOf(locale, 'exchange')
  const counts = (['added', 'newVersion', 'newWords', 'unchanged'] as const).map((kind) => ({
    kind,
    count: changes.filter((change) => change.kind === kind).length,
  }))
  const shown = isNew
    ? []
    : changes.flatMap(({ kind, ...change }) => (kind === 'unchanged' ? [] : [{ kind, ...change }]))
  return (
    <section aria-labelledby="changes" className="mt-8">
      <h3 id="changes" className="text-lg">
        {t('changes')}
      </h3>
      <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
        {counts.map(
          ({ kind, count }) =>
            count > 0 && (
              <span key={kind} className="tabular-nums">
                {t(`changed.${kind}`, { count })}
              </span>
            ),
        )}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {shown.map(({ externalId, kind, key, words }) => (
          <li key={externalId} className="py-2 text-sm">
            <Disclosure
              open={shown.length <= 5}
              label={
                <span className="text-ink">
                  <span translate="no">{externalId}</span>
                  <span className="ms-3 font-normal text-soft">{t(`kind.${kind}`)}</span>
                </span>
              }
            >
              {key && (
                <p className="flex items-start gap-1.5 font-semibold text-warn">
                  <Icon name="warning" className="h-[1lh]" />
                  {t('keyChanges', { before: key.before.join(', '), after: key.after.join(', ') })}
                </p>
              )}
              <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
                {words.map(({ locale: tag, field, before, after }) => (
                  <div key={`${tag} ${field}`} className="contents">
                    <dt className="text-soft">
                      <span lang={tag}>{nameOfLocale(tag)}</span> · <span translate="no">{field}</span>
                    </dt>
                    <dd>
                      <WordDiff parts={wordDiff(before, after, tag)} lang={tag} dir={directionOf(tag)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </Disclosure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function File({
  id,
  name,
  text,
  page,
  findings,
  locale,
}: {
  id: string
  name: string
  text: string | null
  page: PageFile | undefined
  findings: readonly ImportFinding[]
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'exchange')
  const lines = text === null ? [] : text.split('\n')
  const at = (line: number) => findings.filter((finding) => finding.line === line)
  const shown = shownLines(lines.length, new Set(findings.map(({ line }) => line)))
  const loose = findings.filter(({ line }) => line < 1 || line > lines.length)
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="text-lg wrap-anywhere" translate="no">
        {name}
      </h3>
      {page && page.questions.length > 0 && (
        <p className="text-sm text-soft">
          <span lang={page.locale}>{nameOfLocale(page.locale)}</span> ·{' '}
          {t('questions', { count: page.questions.length })}
        </p>
      )}
      <Counts findings={findings} locale={locale} />
      <Findings findings={loose} locale={locale} />
      {text !== null && (
        <Disclosure label={t('lines')} open={findings.some(({ severity }) => severity !== 'info')} className="mt-1">
          <section
            aria-label={t('linesOf', { file: name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot reach what lies outside the frame
            tabIndex={0}
            className="max-h-[36rem] overflow-y-auto border-y border-line"
          >
            <ol className="text-sm" lang={page?.locale} dir={page ? directionOf(page.locale) : undefined}>
              {shown.map((line, index) => {
                const found = at(line)
                const isGap = index > 0 && line !== (shown[index - 1] ?? 0) + 1
                return (
                  <li
                    key={line}
                    className={`grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 lg:grid-cols-[3rem_minmax(0,1fr)_20rem] ${isGap ? 'border-t border-dashed border-control' : ''} ${found.length > 0 ? 'bg-sunken' : ''}`}
                  >
                    <span className="text-end text-xs text-soft tabular-nums" translate="no">
                      {line}
                    </span>
                    <span className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                      {lines[line - 1] || ' '}
                    </span>
                    {found.length > 0 && (
                      <div lang={locale} dir="ltr" className="max-lg:col-start-2">
                        <Findings findings={found} locale={locale} />
                      </div>
                    )}
                  </li>
                )
              })}
            </ol>
          </section>
        </Disclosure>
      )}
    </section>
  )
}

/** The numbers of the lines that are shown. */
function shownLines(total: number, marked: ReadonlySet<number>): number[] {
  const all = Array.from({ length: total }, (_, index) => index + 1)
  if (total <= WHOLE) return all
  const near = new Set([...marked].flatMap((line) => all.slice(Math.max(0, line - 1 - AROUND), line + AROUND)))
  return all.filter((line) => near.has(line) || line <= AROUND)
}
