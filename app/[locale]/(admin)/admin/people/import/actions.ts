'use server'

import { decodeText } from '@/lib/exchange/formats/docs-page/decode-text'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { importPeople } from '@/lib/person/commands/import-people'
import type { PlannedLine, Turn } from '@/lib/person/rules-import'
import type { PeopleProblem } from '@/lib/person/schema'
import { getAdmin } from '../../../../reader'

/** A line of the report: where, who or which column, and what. */
type Said = { line: number; of: string; says: string }

/** Null until something was sent. */
export type ImportState =
  | null
  | { status: 'empty' }
  | { status: 'refused'; text: string; title: string; lines: Said[] }
  | { status: 'checked' | 'moved'; text: string; title: string; lines: Said[]; mark: string }
  | { status: 'applied'; title: string; lines: Said[] }

/** Says what a list of people would do, or does exactly what was said before. */
export async function importPeopleAction(locale: UiLocale, _before: ImportState, form: FormData): Promise<ImportState> {
  await getAdmin(Promise.resolve({ locale }), 'people:manage')
  const t = wordsOf(locale, 'people')
  const mark = form.get('mark')
  const file = form.get('file')
  const decoded = decodeText(
    file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : String(form.get('text') ?? ''),
  )
  if (decoded.status === 'refused')
    return {
      status: 'refused',
      text: '',
      title: t('importing.refused', { count: 1 }),
      lines: [{ line: decoded.line, of: '', says: t('importing.problem.not-text') }],
    }
  const { text } = decoded
  if (text.trim() === '') return { status: 'empty' }
  const outcome = await importPeople(text, typeof mark === 'string' ? mark : null)
  if (outcome.status === 'refused')
    return {
      status: 'refused',
      text,
      title: t('importing.refused', { count: outcome.problems.length }),
      lines: outcome.problems.map((problem) => sayProblem(problem, locale)),
    }
  const count = (kind: PlannedLine['kind']) => outcome.lines.filter((line) => line.kind === kind).length
  const counts = { added: count('new'), changed: count('changed'), same: count('same') }
  const lines = outcome.lines.map((line) => sayLine(line, locale))
  return outcome.status === 'applied'
    ? { status: 'applied', title: t('importing.applied', counts), lines }
    : { status: outcome.status, text, title: t('importing.would', counts), lines, mark: outcome.mark }
}

function sayProblem({ line, column, code, found }: PeopleProblem, locale: UiLocale): Said {
  return { line, of: column ?? '', says: wordsOf(locale, 'people')(`importing.problem.${code}`, { found }) }
}

function sayLine(
  { line, email, name, kind, rename, role, language, zone, teams }: PlannedLine,
  locale: UiLocale,
): Said {
  const t = wordsOf(locale, 'people')
  const join = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const turned = <Value extends string>(
    { before, after }: Turn<Value>,
    say: (value: Value) => string = (value) => value,
  ) => (before === null ? say(after) : t('importing.turn', { before: say(before), after: say(after) }))
  const parts = [
    ...(rename ? [turned(rename)] : []),
    ...(role ? [turned(role, (value) => t(`roles.${value}`))] : []),
    ...teams.map((team) =>
      t('importing.inTeam', { team: team.name, role: turned(team, (value) => t(`teamRoles.${value}`)) }),
    ),
    ...(language ? [turned(language)] : []),
    ...(zone ? [turned(zone)] : []),
  ]
  const what = join.format(parts)
  const says =
    kind === 'same'
      ? t('importing.same')
      : kind === 'new'
        ? t('importing.new', { name, what })
        : rename
          ? what
          : t('importing.changed', { name, what })
  return { line, of: email, says }
}
