import { type Assigned, titleOf } from '../assignment/title'
import type { Transaction } from '../db/client'
import { dateIn, localIn } from '../i18n/calendar'
import { dateFormat } from '../i18n/format'
import type { UiLocale } from '../i18n/locales'
import { wordsOf } from '../i18n/words'
import { absoluteUrl } from './carrier'
import type { Body, Recipient } from './mail'
import type { Block } from './render'
import { lastDay } from './rules'

type Row = {
  dueAt: Date
  dueZone: string
  isLate: boolean
  /** Done, and to be done again by then. */
  isAgain: boolean
  partsDone: number
  parts: number
} & Assigned

/**
 * What a reminder says now: of all that it was to tell, what is still to be done, overdue first.
 *
 * @param outboxId the mail
 * @returns null when nothing is left
 */
export async function writeReminder(tx: Transaction, outboxId: string, person: Recipient): Promise<Body | null> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT DISTINCT standing.due_at AS "dueAt", assignment.id, assignment.due_zone AS "dueZone",
      standing.due_at <= app_now() AS "isLate", standing.done_at IS NOT NULL AS "isAgain",
      standing.parts_done AS "partsDone", standing.parts,
      CASE WHEN quiz.id IS NOT NULL THEN jsonb_build_object('slug', quiz.slug, 'sourceLocale', quiz.source_locale,
        'names', (SELECT coalesce(jsonb_agg(jsonb_build_object('locale', locale, 'title', title)), '[]')
          FROM quiz_name WHERE quiz_id = quiz.id)) END AS quiz,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', topic.slug, 'names', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('locale', locale, 'name', name)), '[]')
          FROM topic_name WHERE topic_id = topic.id)) ORDER BY topic.slug), '[]')
        FROM assignment_topic JOIN topic ON topic.id = assignment_topic.topic_id
        WHERE assignment_topic.assignment_id = assignment.id) AS topics
    FROM reminder
    JOIN assignment_standing AS standing ON standing.assignment_id = reminder.assignment_id
      AND standing.person_id = reminder.person_id AND standing.due_at = reminder.due_at
    JOIN assignment ON assignment.id = reminder.assignment_id
    LEFT JOIN quiz ON quiz.id = assignment.quiz_id
    WHERE reminder.outbox_id = ${outboxId}::uuid AND reminder.person_id = ${person.personId}::uuid
      AND (standing.done_at IS NULL OR assignment.renew_months IS NOT NULL)
      AND (quiz.status = 'published' OR quiz.id IS NULL AND standing.parts > 0)
    ORDER BY "dueAt", assignment.id`
  if (rows.length === 0) return null
  const { locale, contentLocales, zone, name } = person
  const t = wordsOf(locale, 'mail')
  const items = rows.map((row) => ({
    ...row,
    ...titleOf(row, [...contentLocales, locale], locale),
    due: dueOf(row, zone, locale),
  }))
  const [late, soon] = [items.filter(({ isLate }) => isLate), items.filter(({ isLate }) => !isLate)]
  const list = (heading: string, listed: typeof items): Block[] =>
    listed.length === 0
      ? []
      : [
          { kind: 'heading', words: { text: heading } },
          {
            kind: 'list',
            items: listed.map(({ title, titleLocale, due, quiz, parts, partsDone }) => ({
              title: { text: title, lang: titleLocale === locale ? undefined : titleLocale },
              href: absoluteUrl(quiz ? `/${locale}/quizzes/${quiz.slug}` : `/${locale}`),
              lines: [
                { text: due },
                ...(quiz ? [] : [{ text: t('reminder.parts', { done: partsDone, total: parts }) }]),
              ],
            })),
          },
        ]
  const [only] = items
  return {
    subject:
      only && items.length === 1
        ? only.isLate
          ? t('reminder.subjectLate', { title: only.title })
          : t('reminder.subjectSoon', { title: only.title, day: shortDay(locale, zone, only.dueAt) })
        : soon.length === 0
          ? t('reminder.subjectManyLate', { late: late.length })
          : late.length === 0
            ? t('reminder.subjectManySoon', { soon: soon.length })
            : t('reminder.subjectMany', { late: late.length, soon: soon.length }),
    blocks: [
      { kind: 'paragraph', words: { text: t('hello', { name }) } },
      ...list(t('reminder.lateHeading'), late),
      ...list(t('reminder.soonHeading'), soon),
    ],
    notes: [t('reminder.why'), t('zone', { zone })],
  }
}

/** By when, as the person's own clocks say it; where those of the assignment say otherwise, as they do, too. */
function dueOf({ dueAt, dueZone, isLate, isAgain }: Row, zone: string, locale: UiLocale): string {
  const t = wordsOf(locale, 'mail')
  const state = isLate ? 'was' : isAgain ? 'again' : 'due'
  if (localIn(zone, dueAt) === localIn(dueZone, dueAt))
    return t(`reminder.${state}`, { day: longDay(locale, lastDay(zone, dueAt)) })
  return t(`reminder.${state}Abroad`, {
    day: longDay(locale, dateIn(zone, dueAt)),
    time: dateFormat(locale, { timeStyle: 'short', timeZone: zone }).format(dueAt),
    there: dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(lastDay(dueZone, dueAt)),
    ),
    zone: dueZone,
  })
}

const longDay = (locale: UiLocale, day: string) =>
  dateFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))

const shortDay = (locale: UiLocale, zone: string, dueAt: Date) =>
  dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(lastDay(zone, dueAt)),
  )
