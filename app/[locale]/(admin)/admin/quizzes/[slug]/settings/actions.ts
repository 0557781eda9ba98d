'use server'

import type { Route } from 'next'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { instantIn } from '@/lib/i18n/calendar'
import type { UiLocale } from '@/lib/i18n/locales'
import { contentLocale } from '@/lib/question/schema'
import { saveQuizSettings } from '@/lib/quiz/commands/save-quiz-settings'
import { quizNames, quizSettings } from '@/lib/quiz/settings'
import { getAdmin } from '../../../../../reader'

/** What is wrong with the settings as they were sent, by the name of the field; and what was sent, to be mended. */
export type SettingsState = { problems: Record<string, string>; sent: Record<string, string> }

/** Saves the settings of a quiz and shows them again, or says what is wrong. */
export async function saveSettingsAction(
  place: { locale: UiLocale; slug: string; withRules: boolean },
  _before: SettingsState | null,
  form: FormData,
): Promise<SettingsState> {
  const path = `/${place.locale}/admin/quizzes/${place.slug}/settings`
  const { viewer } = await getAdmin(Promise.resolve(place), 'quiz:translate')
  const sent: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') sent[name] = value
  const text = (name: string) => (sent[name] ?? '').trim()
  const problems: Record<string, string> = {}
  /** A number, null for an empty field, NaN for anything else. */
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const times = (value: number | null, factor: number) => value && Math.round(value * factor)

  const names: Record<string, { title: string; intro: string }> = {}
  for (const name of Object.keys(sent))
    if (name.startsWith('title.')) names[name.slice(6)] = { title: text(name), intro: text(`intro.${name.slice(6)}`) }
  if (text('newLanguage') !== '') {
    const tag = contentLocale.safeParse(text('newLanguage'))
    if (!tag.success || names[tag.data] || text('newTitle') === '') problems.newLanguage = 'wrongLanguage'
    else names[tag.data] = { title: text('newTitle'), intro: text('newIntro') }
  }
  const checkedNames = quizNames.safeParse(names)
  if (!checkedNames.success) problems.words = 'wrongOther'

  const reveal = text('reveal')
  const rules = place.withRules
    ? quizSettings.safeParse({
        pass: { num: number('passNum'), den: number('passDen') },
        seconds: times(number('minutes'), 60),
        graceSeconds: number('grace'),
        reveal,
        revealAt: reveal === 'date' ? instantIn(viewer.zone, text('revealAt')) : null,
        attemptLimit: number('attempts'),
        waitSeconds: times(number('hours'), 3600),
        shuffle: sent.shuffle === 'yes',
        pools: Object.keys(sent).flatMap((name) =>
          name.startsWith('pool.') && text(name) !== '' ? [{ topic: name.slice(5), draw: number(name) }] : [],
        ),
      })
    : null
  for (const { path: at } of rules?.error?.issues ?? []) {
    const [field = ''] = at
    const known = { pass: 'wrongPass', seconds: 'wrongTime', graceSeconds: 'wrongGrace', revealAt: 'wrongRevealAt' }
    const more = { attemptLimit: 'wrongAttempts', waitSeconds: 'wrongWait', pools: 'wrongPool' }
    problems[String(field)] = { ...known, ...more }[String(field)] ?? 'wrongOther'
  }
  const rowVersion = Number(sent.rowVersion)
  if (Object.keys(problems).length > 0 || !checkedNames.success || !Number.isInteger(rowVersion))
    return { problems, sent }
  const outcome = await saveQuizSettings(place.slug, rowVersion, checkedNames.data, rules?.data ?? null)
  switch (outcome.status) {
    case 'saved':
      redirect(`${path}?saved=1` as Route)
      break
    case 'changed':
      // The page shows what is stored now beside what was sent.
      refresh()
      return { problems: { all: 'changed' }, sent }
    case 'no-title':
      return { problems: { title: 'wrongTitle' }, sent }
    case 'not-found':
      redirect(path as Route)
  }
}
