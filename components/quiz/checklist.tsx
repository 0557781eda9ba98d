import type { Route } from 'next'
import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { CheckItem } from '@/lib/quiz/checklist'
import type { AdminQuiz } from '@/lib/quiz/queries/get-admin-quiz'
import { findingName } from '../exchange/finding-name'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { questionPath } from './question-path'

type Accept = ((form: FormData) => Promise<void>) | null

/** How many lines are shown before the rest folds. */
const SHORT = 4

/** What is missing before a quiz can be published, and what to look at: a line for each kind of thing and language. */
export function Checklist({ quiz, locale, accept }: { quiz: AdminQuiz; locale: UiLocale; accept: Accept }) {
  const t = wordsOf(locale, 'publishing')
  const groups = groupsOf(quiz.items)
  const blocks = groups.filter(([first]) => first?.severity === 'block')
  const warnings = groups.filter(([first]) => first?.severity === 'warn')
  const lines = (shown: CheckItem[][]) => (
    <ul className="mt-1 divide-y divide-line">
      {shown.map((group) => (
        <CheckLine key={keyOf(group[0])} group={group} slug={quiz.slug} locale={locale} accept={accept} />
      ))}
    </ul>
  )
  if (groups.length === 0)
    return (
      <p className="mt-2 flex items-start gap-2 text-good">
        <Icon name="check" className="h-[1lh]" />
        {t('nothingMissing')}
      </p>
    )
  return (
    <>
      {blocks.length === 0 ? (
        <p className="mt-2 flex items-start gap-2 text-good">
          <Icon name="check" className="h-[1lh]" />
          {t('nothingBlocks')}
        </p>
      ) : (
        <>
          <p className="mt-2 text-sm font-semibold text-bad">{t('blocks', { count: blocks.length })}</p>
          {lines(blocks)}
        </>
      )}
      {warnings.length > 0 &&
        (warnings.length <= SHORT ? (
          <>
            <p className="mt-4 text-sm font-semibold text-warn">{t('warnings', { count: warnings.length })}</p>
            {lines(warnings)}
          </>
        ) : (
          <Disclosure label={t('warnings', { count: warnings.length })} className="mt-3 text-sm">
            {lines(warnings)}
          </Disclosure>
        ))}
    </>
  )
}

function CheckLine({
  group,
  slug,
  locale,
  accept,
}: {
  group: CheckItem[]
  slug: string
  locale: UiLocale
  accept: Accept
}) {
  const t = wordsOf(locale, 'publishing')
  const [first] = group
  if (!first) return null
  const { finding } = first
  return (
    <li className="py-2 text-sm">
      <p className="flex items-start gap-2">
        <Icon
          name={first.severity === 'block' ? 'cross' : 'warning'}
          className={`h-[1lh] ${first.severity === 'block' ? 'text-bad' : 'text-warn'}`}
        />
        <span>
          <span className="sr-only">{t(first.severity === 'block' ? 'isBlock' : 'isWarning')} </span>
          {finding ? (
            <>
              {first.locale && <span lang={first.locale}>{nameOfLocale(first.locale)}: </span>}
              {findingName(finding.code, locale)} <span lang="en">{first.detail}</span>
            </>
          ) : (
            t(`check.${first.code}`, { language: first.locale ? nameOfLocale(first.locale) : '' })
          )}
        </span>
      </p>
      <ul className={`ms-6 ${group.some(({ detail }) => detail) && !finding ? '' : 'flex flex-wrap gap-x-4'}`}>
        {group.map(
          (item) =>
            item.question && (
              <li key={item.question.id}>
                <Link
                  href={questionPath(locale, slug, item.question, item.locale) as Route}
                  className="inline-flex min-h-8 items-center"
                >
                  {t('questionNumber', { position: item.question.position })}
                </Link>
                {item.detail && !finding && (
                  <span lang={item.locale ?? undefined} className="ms-2 wrap-anywhere text-soft">
                    {item.detail}
                  </span>
                )}
              </li>
            ),
        )}
      </ul>
      {finding && accept && (
        <Disclosure label={t('accept')} className="ms-6">
          <form action={accept} className="flex flex-wrap items-end gap-3">
            <input type="hidden" name="finding" value={finding.id} />
            <div className="grow">
              <label htmlFor={`reason-${finding.id}`}>{t('reason')}</label>
              <input
                id={`reason-${finding.id}`}
                name="reason"
                required
                maxLength={1000}
                className="mt-1 block min-h-11 w-full rounded-control border border-control bg-raised px-3 text-base"
              />
            </div>
            <Button>{t('accept')}</Button>
          </form>
        </Disclosure>
      )}
    </li>
  )
}

/** What an import found and someone has called fine, with why. */
export function AcceptedFindings({ quiz, locale, accept }: { quiz: AdminQuiz; locale: UiLocale; accept: Accept }) {
  const t = wordsOf(locale, 'publishing')
  if (quiz.accepted.length === 0) return null
  return (
    <Disclosure label={t('accepted', { count: quiz.accepted.length })} className="mt-2 text-sm">
      <ul className="divide-y divide-line">
        {quiz.accepted.map(({ id, position, message, reason, by }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div>
              <p>
                {t('questionNumber', { position })}: <span lang="en">{message}</span>
              </p>
              <p className="text-soft">{by ? t('acceptedBy', { name: by, reason }) : reason}</p>
            </div>
            {accept && (
              <form action={accept}>
                <input type="hidden" name="finding" value={id} />
                <Button weight="quiet">{t('reopen')}</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

const keyOf = (item: CheckItem | undefined) => `${item?.code} ${item?.locale} ${item?.finding?.id}`

/** Things of one kind in one language together; what an import found stands alone, since each is accepted for itself. */
function groupsOf(items: readonly CheckItem[]): CheckItem[][] {
  const groups = new Map<string, CheckItem[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}
