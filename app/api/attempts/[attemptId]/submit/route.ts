import { z } from 'zod'
import { isForeign } from '@/lib/access/foreign'
import { getViewer } from '@/lib/access/viewer'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { forbidden, seeOther, uiLocaleOf } from '../../../form-route'

/** Ends an attempt and shows its result. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/attempts/[attemptId]/submit'>,
): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const { attemptId } = await params
  const form = await request.formData()
  if ((await getViewer()) && z.uuid().safeParse(attemptId).success) await submitAttempt(attemptId)
  return seeOther(`/${uiLocaleOf(form)}/attempts/${encodeURIComponent(attemptId)}/result`)
}
