import { isForeign } from '@/lib/access/foreign'
import { getViewer } from '@/lib/access/viewer'
import { startReview } from '@/lib/review/commands/start-review'
import { forbidden, seeOther, uiLocaleOf } from '../form-route'

/** Starts today's review, or resumes the open one, and goes to its question; home where nothing is due. */
export async function POST(request: Request): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const locale = uiLocaleOf(await request.formData())
  if (!(await getViewer())) return seeOther(`/${locale}/sign-in?next=/${locale}`)
  const outcome = await startReview(locale)
  switch (outcome.status) {
    case 'started':
    case 'resumed':
      return seeOther(`/${locale}/attempts/${outcome.attemptId}/${outcome.position}`)
    case 'nothing-due':
      return seeOther(`/${locale}`)
  }
}
