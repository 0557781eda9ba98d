import { z } from 'zod'
import { isForeign } from '@/lib/access/foreign'
import { getViewer } from '@/lib/access/viewer'
import { chooseLanguage } from '@/lib/attempt/commands/choose-language'
import { forbidden, seeOther, uiLocaleOf } from '../../../form-route'

/** Switches the language in which an attempt is read, and returns to the question. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/attempts/[attemptId]/language'>,
): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const { attemptId } = await params
  const form = await request.formData()
  const position = z.coerce
    .number()
    .int()
    .min(1)
    .safeParse(form.get('position') || undefined)
  if ((await getViewer()) && z.uuid().safeParse(attemptId).success)
    await chooseLanguage(attemptId, String(form.get('locale')), String(form.get('beside') ?? '') || null)
  return seeOther(
    `/${uiLocaleOf(form)}/attempts/${encodeURIComponent(attemptId)}/${position.success ? position.data : 'finish'}`,
  )
}
