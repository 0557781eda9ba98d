'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { UiLocale } from '@/lib/i18n/locales'
import { addQuestion } from '@/lib/question/commands/add-question'
import { type OrderOutcome, orderQuestions } from '@/lib/question/commands/order-questions'
import { newQuestion } from '@/lib/question/schema'
import { getAdmin } from '../../../../../reader'

type Place = { locale: UiLocale; slug: string }

const ids = z.array(z.uuid()).max(10_000)
const pathOf = ({ locale, slug }: Place) => `/${locale}/admin/quizzes/${slug}/questions` as const

async function write({ locale }: Place): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'quiz:author')
}

/** Saves the order of the questions as the page has it now; null where the page sends no order. */
export async function orderAction(place: Place, base: string[], order: string[]): Promise<OrderOutcome | null> {
  await write(place)
  const input = z.object({ base: ids, order: ids }).safeParse({ base, order })
  return input.success ? orderQuestions(place.slug, input.data.base, input.data.order) : null
}

/** The same for a page without scripts: moves one question up or down. */
export async function moveAction(place: Place, form: FormData): Promise<void> {
  await write(place)
  const base = ids.safeParse(String(form.get('base')).split(' '))
  const [id = '', way] = String(form.get('move')).split(' ')
  const from = base.data?.indexOf(id) ?? -1
  const to = from + (way === 'up' ? -1 : 1)
  if (!base.success || from < 0 || to < 0 || to >= base.data.length) redirect(pathOf(place))
  const order = base.data.filter((each) => each !== id)
  order.splice(to, 0, id)
  const { status } = await orderQuestions(place.slug, base.data, order)
  redirect(status === 'conflict' ? `${pathOf(place)}?notice=conflict` : pathOf(place))
}

/** Adds a question at the end of the quiz and opens it. */
export async function addAction(place: Place, form: FormData): Promise<void> {
  await write(place)
  const input = newQuestion.safeParse({ slug: place.slug, kind: form.get('kind') })
  if (!input.success) redirect(pathOf(place))
  const outcome = await addQuestion(input.data.slug, input.data.kind)
  redirect(outcome.status === 'added' ? `${pathOf(place)}/${outcome.name}` : pathOf(place))
}
