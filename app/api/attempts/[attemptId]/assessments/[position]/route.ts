import { isForeign } from '@/lib/access/foreign'
import { getViewer } from '@/lib/access/viewer'
import { assessAnswer } from '@/lib/attempt/commands/assess-answer'
import { answerPlace, selfAssessment } from '@/lib/attempt/schema'
import { forbidden, seeOther, uiLocaleOf } from '../../../../form-route'

type Context = RouteContext<'/api/attempts/[attemptId]/assessments/[position]'>

/** Takes how someone judges their own answer, and returns to where they were: the question, or the result. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const place = answerPlace.safeParse(await params)
  const form = await request.formData()
  const locale = uiLocaleOf(form)
  if (!place.success) return seeOther(`/${locale}/attempts/unknown/1`)
  const { attemptId, position } = place.data
  const judged = selfAssessment.safeParse(form.get('assessment'))
  if (judged.success && (await getViewer())) await assessAnswer(place.data, judged.data)
  return seeOther(
    form.get('from') === 'result'
      ? `/${locale}/attempts/${attemptId}/result#question-${position}`
      : `/${locale}/attempts/${attemptId}/${position}#verdict`,
  )
}
