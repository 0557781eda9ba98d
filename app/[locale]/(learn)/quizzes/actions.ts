'use server'

import { notFound, redirect } from 'next/navigation'
import { getViewer } from '@/lib/access/viewer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { attemptMode } from '@/lib/attempt/schema'
import { isUiLocale } from '@/lib/i18n/locales'

/** Starts an attempt, or resumes the open one, and goes to its question. */
export async function startAction(locale: string, slug: string, form: FormData): Promise<void> {
  const mode = attemptMode.parse(form.get('mode'))
  const uiLocale = isUiLocale(locale) ? locale : 'en'
  if (!(await getViewer())) redirect(`/${uiLocale}/sign-in?next=/${uiLocale}/quizzes/${slug}`)
  const outcome = await startAttempt({ slug, mode, uiLocale })
  switch (outcome.status) {
    case 'started':
    case 'resumed':
      redirect(`/${uiLocale}/attempts/${outcome.attemptId}/${outcome.position}`)
      break
    case 'not-found':
      notFound()
      break
    case 'no-questions':
      redirect(`/${uiLocale}/quizzes/${slug}`)
  }
}
