'use client'

import { useEffect, useRef } from 'react'
import { WordDiff } from '../question/word-diff'
import { Disclosure } from '../ui/disclosure'
import { Icon, type IconName } from '../ui/icon'
import { Notice } from '../ui/notice'
import type { ImportReport, ReportFinding } from './import-report'

const signs: Record<ReportFinding['severity'], { icon: IconName; className: string }> = {
  error: { icon: 'cross', className: 'text-bad' },
  warning: { icon: 'warning', className: 'text-warn' },
  info: { icon: 'info', className: 'text-soft' },
}

/** How many questions that change are shown open. */
const FEW = 5

/** What an import found and would change: a summary, each question that changes, each file beside its findings. */
export function ImportReportView({ report, locale }: { report: ImportReport; locale: string }) {
  const { title, isReady, summary, counts, findings, changes, files } = report
  const heading = useRef<HTMLHeadingElement>(null)
  // The report stands below a long form: whoever has handed files in is taken there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each report
  useEffect(() => heading.current?.focus(), [report])
  return (
    <section aria-labelledby="report" className="mt-10 border-t border-line pt-6">
      <h2 ref={heading} id="report" tabIndex={-1} className="text-xl">
        {title}
      </h2>
      <div className="mt-4 max-w-reading">
        <Notice tone={isReady ? 'done' : 'error'}>{summary}</Notice>
      </div>
      <Counts counts={counts} />
      <Findings findings={findings} />
      {changes && (
        <section aria-labelledby="changes" className="mt-8">
          <h3 id="changes" className="text-lg">
            {changes.title}
          </h3>
          <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft tabular-nums">
            {changes.counts.map((count) => (
              <span key={count}>{count}</span>
            ))}
          </p>
          <ul className="mt-2 divide-y divide-line">
            {changes.questions.map((question) => (
              <li key={question.name} className="py-2 text-sm">
                <Disclosure
                  open={changes.questions.length <= FEW}
                  label={
                    <>
                      <span translate="no">{question.name}</span>
                      <span className="ms-3 font-normal text-soft">{question.kind}</span>
                    </>
                  }
                >
                  {question.key && (
                    <p className="flex items-start gap-1.5 font-semibold text-warn">
                      <Icon name="warning" className="h-[1lh]" />
                      {question.key}
                    </p>
                  )}
                  <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
                    {question.words.map(({ lang, dir, language, field, parts, edited }) => (
                      <div key={`${lang} ${field}`} className="contents">
                        <dt className="text-soft">
                          <span lang={lang}>{language}</span> · {field}
                        </dt>
                        <dd>
                          <WordDiff parts={parts} lang={lang} dir={dir} />
                          {edited && (
                            <p className="mt-0.5 flex items-start gap-1.5 text-warn">
                              <Icon name="warning" className="h-[1lh]" />
                              {edited}
                            </p>
                          )}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </Disclosure>
              </li>
            ))}
          </ul>
        </section>
      )}
      {files.map((file, index) => (
        <File key={file.name} id={`file-${index + 1}`} file={file} locale={locale} />
      ))}
    </section>
  )
}

function Counts({ counts }: { counts: ImportReport['counts'] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 text-sm empty:hidden">
      {counts.map(({ severity, text }) => (
        <li key={severity} className={`flex items-center gap-1.5 ${signs[severity].className}`}>
          <Icon name={signs[severity].icon} />
          {text}
        </li>
      ))}
    </ul>
  )
}

function Findings({ findings }: { findings: readonly ReportFinding[] }) {
  return (
    <ul className="grid gap-1 py-1 text-sm empty:hidden">
      {findings.map(({ severity, kind, place, name, text, lang }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a report is drawn once, and may say the same twice
          key={index}
          className={`flex items-start gap-1.5 ${signs[severity].className}`}
        >
          <Icon name={signs[severity].icon} className="h-[1lh]" />
          <span className="wrap-anywhere">
            <span className="sr-only">{kind}: </span>
            {place && `${place}: `}
            {name && <span className="font-semibold">{name} </span>}
            <span lang={lang ?? undefined}>{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function File({ id, file, locale }: { id: string; file: ImportReport['files'][number]; locale: string }) {
  const { name, about, counts, findings, lines } = file
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="text-lg wrap-anywhere" translate="no">
        {name}
      </h3>
      {about && (
        <p className="text-sm text-soft">
          <span lang={about.lang}>{about.language}</span> · {about.text}
        </p>
      )}
      <Counts counts={counts} />
      <Findings findings={findings} />
      {lines && (
        <Disclosure label={lines.label} open={lines.isOpen} className="mt-1">
          <section aria-label={lines.title} className="border-y border-line">
            <ol className="text-sm" lang={lines.lang ?? undefined} dir={lines.dir}>
              {lines.shown.map((line, index) => (
                <li
                  key={line.number}
                  className={`grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 lg:grid-cols-[3rem_minmax(0,1fr)_20rem] ${index > 0 && line.number !== (lines.shown[index - 1]?.number ?? 0) + 1 ? 'border-t border-dashed border-control' : ''} ${line.findings.length > 0 ? 'bg-sunken' : ''}`}
                >
                  <span className="text-end text-xs text-soft tabular-nums" translate="no">
                    {line.number}
                  </span>
                  <span className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{line.text || ' '}</span>
                  {line.findings.length > 0 && (
                    <div lang={locale} dir="ltr" className="max-lg:col-start-2">
                      <Findings findings={line.findings} />
                    </div>
                  )}
                </li>
              ))}
            </ol>
          </section>
        </Disclosure>
      )}
    </section>
  )
}
