'use server'

import type { Route } from 'next'
import { notFound, redirect } from 'next/navigation'
import { allowExtra, archiveAssignment, changeAssignment, createAssignment, extendDue } from '@/lib/assignment/commands'
import { type AssignmentTerms, assignmentTerms } from '@/lib/assignment/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { getReader } from '../../../../reader'

/** What can be wrong with a form of an assignment. */
export type AssignmentProblem =
  | 'what'
  | 'due'
  | 'zone'
  | 'renew'
  | 'no-questions'
  | 'no-such-person'
  | 'range'
  | 'changed'

type Place = { locale: UiLocale; slug: string }

const pathOf = ({ locale, slug }: Place) => `/${locale}/teams/${slug}/assignments`

async function enter({ locale }: Place): Promise<void> {
  await getReader(Promise.resolve({ locale }))
}

/** The terms of a form, or what is wrong with them. */
function termsOf(form: FormData): AssignmentTerms | AssignmentProblem {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const parsed = assignmentTerms.safeParse({
    dueOn: text('dueOn') || null,
    zone: text('zone'),
    counts: text('counts'),
    renewMonths: text('renewMonths') === '' ? null : Number(text('renewMonths')),
  })
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues[0]?.path[0]
  return wrong === 'renewMonths' ? 'renew' : wrong === 'zone' ? 'zone' : 'due'
}

/** The form again, as it was filled in, with what is wrong. */
function again(path: string, form: FormData, problem: AssignmentProblem): never {
  const query = new URLSearchParams({ problem })
  for (const [name, value] of form) if (typeof value === 'string' && !name.startsWith('$')) query.append(name, value)
  redirect(`${path}?${query}` as Route)
}

/** Assigns something and shows it. */
export async function createAction(place: Place, form: FormData): Promise<void> {
  await enter(place)
  const path = `${pathOf(place)}/new`
  const terms = termsOf(form)
  if (typeof terms === 'string') again(path, form, terms)
  const quiz = String(form.get('quiz') ?? '')
  const topics = form.getAll('topic').map(String)
  if ((quiz === '') === (topics.length === 0)) again(path, form, 'what')
  const outcome = await createAssignment(place.slug, {
    ...terms,
    what: quiz === '' ? { topics } : { quiz },
    personId: String(form.get('person') ?? '') || null,
  })
  switch (outcome.status) {
    case 'created':
      redirect(`${pathOf(place)}/${outcome.id}?notice=created` as Route)
      break
    case 'not-found':
      notFound()
      break
    case 'no-such-quiz':
      again(path, form, 'what')
      break
    default:
      again(path, form, outcome.status)
  }
}

/** Changes the terms of an assignment. */
export async function changeAction(place: Place, id: string, form: FormData): Promise<void> {
  await enter(place)
  const path = `${pathOf(place)}/${id}`
  const terms = termsOf(form)
  if (typeof terms === 'string') again(path, form, terms)
  const { status } = await changeAssignment(place.slug, id, Number(form.get('rowVersion')), terms)
  if (status === 'not-found') notFound()
  if (status === 'changed') redirect(`${path}?problem=changed` as Route)
  redirect(`${path}?notice=saved` as Route)
}

/** Takes an assignment back. */
export async function archiveAction(place: Place, id: string, _form: FormData): Promise<void> {
  await enter(place)
  const { status } = await archiveAssignment(place.slug, id)
  if (status === 'not-found') notFound()
  redirect(`${pathOf(place)}?notice=archived` as Route)
}

/** Gives one member another day, extra time or extra attempts. */
export async function allowAction(place: Place, id: string, personId: string, form: FormData): Promise<void> {
  await enter(place)
  const path = `${pathOf(place)}/${id}`
  const day = assignmentTerms.shape.dueOn.safeParse(String(form.get('dueOn') ?? '') || null)
  if (!day.success) redirect(`${path}?problem=due` as Route)
  const figures = ['time', 'attempts'].map((name) => Number(form.get(name) ?? 0))
  const [time = 0, attempts = 0] = figures
  if (!figures.every((value) => Number.isInteger(value) && value >= 0 && value <= 1000))
    redirect(`${path}?problem=range` as Route)
  const extended = await extendDue(place.slug, id, personId, day.data)
  if (extended.status === 'not-found') notFound()
  if (form.has('time')) await allowExtra(place.slug, id, personId, { time, attempts })
  redirect(`${path}?notice=saved` as Route)
}
