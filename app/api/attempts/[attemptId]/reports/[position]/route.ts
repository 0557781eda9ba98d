import { z } from 'zod'
import { isForeign } from '@/lib/access/foreign'
import { getViewer } from '@/lib/access/viewer'
import { reportProblem } from '@/lib/attempt/commands/report-problem'
import { answerPlace, reportText } from '@/lib/attempt/schema'
import { forbidden, seeOther, uiLocaleOf } from '../../../../form-route'

type Context = RouteContext<'/api/attempts/[attemptId]/reports/[position]'>

/** Takes what someone reports about a question, and returns to it. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const place = answerPlace.safeParse(await params)
  const form = await request.formData()
  const locale = uiLocaleOf(form)
  if (!place.success) return seeOther(`/${locale}/attempts/unknown/1`)
  const here = `/${locale}/attempts/${place.data.attemptId}/${place.data.position}`
  const text = reportText.safeParse(form.get('text'))
  const translationId = z.uuid().safeParse(form.get('translationId'))
  if (!(await getViewer())) return seeOther(here)
  if (!text.success || !translationId.success) return seeOther(`${here}?notice=unreported`)
  const { status } = await reportProblem(place.data, translationId.data, text.data)
  return seeOther(status === 'reported' ? `${here}?notice=reported` : here)
}
