import { isForeign } from '@/lib/access/foreign'
import { getViewer } from '@/lib/access/viewer'
import { startAttempt } from '@/lib/attempt/commands/start-attempt'
import { startInput } from '@/lib/attempt/schema'
import { forbidden, seeOther, uiLocaleOf } from '../../../form-route'

/** Starts an attempt, or resumes the open one, and goes to its question. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/quizzes/[slug]/attempts'>,
): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const { slug } = await params
  const form = await request.formData()
  const locale = uiLocaleOf(form)
  const quiz = `/${locale}/quizzes/${encodeURIComponent(slug)}`
  if (!(await getViewer())) return seeOther(`/${locale}/sign-in?next=${quiz}`)
  const input = startInput.safeParse({
    slug,
    mode: form.get('mode'),
    uiLocale: locale,
    missedOf: form.get('missedOf') ?? undefined,
  })
  if (!input.success) return seeOther(quiz)
  const outcome = await startAttempt(input.data)
  switch (outcome.status) {
    case 'started':
    case 'resumed':
      return seeOther(`/${locale}/attempts/${outcome.attemptId}/${outcome.position}`)
    // The quiz's own page says why.
    case 'not-found':
    case 'no-questions':
    case 'limit':
    case 'wait':
      return seeOther(quiz)
  }
}
