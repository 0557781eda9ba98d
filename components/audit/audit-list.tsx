import type { Route } from 'next'
import type { AuditEntry } from '@/lib/audit/queries'
import { type FieldChange, fieldChanges } from '@/lib/audit/rules'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Disclosure } from '../ui/disclosure'
import { Link } from '../ui/link'
import { nameOfAction } from './action-words'

/** Changes, one below the other: when and who, what to which subject, and each field that it touched. */
export function AuditList({
  entries,
  zone,
  locale,
}: {
  entries: readonly AuditEntry[]
  zone: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'audit')
  const time = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
  return (
    <ol aria-label={t('list')} className="border-b border-line">
      {entries.map((entry) => {
        const changes = fieldChanges(entry.before, entry.after).map((change) =>
          change.field === 'personId' && entry.aboutName ? { ...change, after: entry.aboutName } : change,
        )
        const personal = fieldChanges(entry.personalBefore, entry.personalAfter)
        return (
          <li
            key={entry.eventId}
            className="grid grid-cols-1 gap-x-6 gap-y-1 border-t border-line py-3 md:grid-cols-[13rem_minmax(0,1fr)]"
          >
            <div className="text-sm text-soft">
              <p className="tabular-nums">{time.format(entry.at)}</p>
              <p className="wrap-anywhere">{entry.actorId === null ? t('system') : (entry.actorName ?? t('erased'))}</p>
            </div>
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <span className="font-semibold">{nameOfAction(entry.action, locale)}</span>{' '}
                <Subject entry={entry} locale={locale} />
              </p>
              {(changes.length > 0 || personal.length > 0) && (
                <dl className="mt-1 grid gap-y-0.5 text-sm">
                  {changes.map((change) => (
                    <Field key={change.field} change={change} locale={locale} />
                  ))}
                  {personal.map((change) => (
                    <Field key={`personal ${change.field}`} change={change} note={t('personal')} locale={locale} />
                  ))}
                </dl>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** The pages of subjects, by their type. */
const pages: Readonly<Record<string, string>> = { person: 'people', team: 'teams', quiz: 'quizzes', report: 'reports' }

function Subject({
  entry: { subjectType, subjectId, subjectName, subjectAddress },
  locale,
}: {
  entry: AuditEntry
  locale: UiLocale
}) {
  const name = subjectName || subjectId
  const page = pages[subjectType]
  if (subjectAddress === null || !page) return <span className="text-soft">{name}</span>
  return <Link href={`/${locale}/admin/${page}/${encodeURIComponent(subjectAddress)}` as Route}>{name}</Link>
}

function Field({ change, note, locale }: { change: FieldChange; note?: string; locale: UiLocale }) {
  const t = wordsOf(locale, 'audit')
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="wrap-anywhere text-soft">
        <code>{change.field}</code>
        {note && ` (${note})`}
      </dt>
      <dd className="min-w-0 wrap-anywhere">
        {change.before !== null && (
          <>
            <span className="sr-only">{t('before')} </span>
            <del className="text-soft">
              <Value text={change.before} locale={locale} />
            </del>{' '}
          </>
        )}
        {change.before !== null && <span aria-hidden="true">→ </span>}
        {change.before !== null && <span className="sr-only">{t('after')} </span>}
        {change.after === null ? (
          <span className="text-soft">{t('nothing')}</span>
        ) : (
          <ins className="no-underline">
            <Value text={change.after} locale={locale} />
          </ins>
        )}
      </dd>
    </div>
  )
}

const SHORT = 300

/** A value; of a long one the beginning, and all of it on demand. */
function Value({ text, locale }: { text: string; locale: UiLocale }) {
  const t = wordsOf(locale, 'audit')
  if (text.length <= SHORT) return <span className="whitespace-pre-wrap">{text}</span>
  return (
    <>
      <span className="whitespace-pre-wrap">{text.slice(0, SHORT)}…</span>
      <Disclosure label={t('whole')}>
        <span className="whitespace-pre-wrap">{text}</span>
      </Disclosure>
    </>
  )
}
