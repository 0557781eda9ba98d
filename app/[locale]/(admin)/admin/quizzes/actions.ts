'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { changeQuizState } from '@/lib/quiz/commands/change-state'
import { getAdmin } from '../../../reader'

const bulk = z.object({ slugs: z.array(z.string()).max(500), action: z.enum(['retire', 'archive', 'restore']) })

/** Changes the state of the quizzes chosen in the list, then shows the list as it was asked for. */
export async function changeStatesAction(locale: string, search: string, form: FormData): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'quiz:author')
  const input = bulk.parse({ slugs: form.getAll('slug'), action: form.get('action') })
  const outcomes = await changeQuizState(input.slugs, input.action)
  const query = new URLSearchParams(search)
  query.set('done', String(outcomes.filter(({ status }) => status === 'changed').length))
  query.set('kept', String(outcomes.filter(({ status }) => status !== 'changed').length))
  redirect(`/${locale as 'en'}/admin/quizzes?${query}`)
}
