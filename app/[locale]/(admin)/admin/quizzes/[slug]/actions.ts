'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { instantIn } from '@/lib/i18n/calendar'
import { acceptFinding, archiveQuestion, deleteQuestion } from '@/lib/quiz/commands/change-questions'
import { changeQuizState, deleteQuiz, scheduleQuiz } from '@/lib/quiz/commands/change-state'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { stateActions } from '@/lib/quiz/rules'
import { getAdmin } from '../../../../reader'

const stateForm = z.object({ action: z.enum([...stateActions, 'delete']), at: z.string().nullable() })

/** Changes the state of a quiz, or deletes it, then shows it again with what came of it. */
export async function changeQuizAction(locale: string, slug: string, form: FormData): Promise<void> {
  const { viewer } = await getAdmin(Promise.resolve({ locale }), 'quiz:author')
  const { action, at } = stateForm.parse({ action: form.get('action'), at: form.get('at') })
  switch (action) {
    case 'publish':
    case 'beta':
      return show(locale, slug, (await publishQuiz(slug, action === 'beta' ? 'beta' : 'published')).status)
    case 'schedule': {
      const moment = instantIn(viewer.zone, at ?? '')
      return show(locale, slug, moment ? (await scheduleQuiz(slug, moment)).status : 'too-early')
    }
    case 'delete': {
      const { status } = await deleteQuiz(slug)
      if (status === 'deleted') redirect(`/${locale as 'en'}/admin/quizzes?done=1`)
      return show(locale, slug, status)
    }
    default: {
      const [outcome] = await changeQuizState([slug], action)
      return show(locale, slug, outcome?.status ?? 'not-found')
    }
  }
}

const questionForm = z.object({ question: z.string(), action: z.enum(['archive', 'restore', 'delete']) })

/** Archives a question of a quiz, brings it back, or deletes it. */
export async function questionAction(locale: string, slug: string, form: FormData): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'quiz:author')
  const { question, action } = questionForm.parse({ question: form.get('question'), action: form.get('action') })
  const { status } =
    action === 'delete' ? await deleteQuestion(question) : await archiveQuestion(question, action === 'archive')
  show(locale, slug, status === 'deleted' ? 'changed' : status)
}

const findingForm = z.object({ finding: z.uuid(), reason: z.string().trim().max(1000) })

/** Accepts what an import found, with a reason; the button without a reason field takes that back. */
export async function findingAction(locale: string, slug: string, form: FormData): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'quiz:author')
  const { finding, reason } = findingForm.parse({ finding: form.get('finding'), reason: form.get('reason') ?? '' })
  if (reason === '' && form.has('reason')) return show(locale, slug, 'no-reason')
  show(locale, slug, (await acceptFinding(finding, reason === '' ? null : reason)).status)
}

/** The quiz again, with what came of it. */
function show(locale: string, slug: string, notice: string): never {
  redirect(`/${locale as 'en'}/admin/quizzes/${slug}?notice=${notice}`)
}
