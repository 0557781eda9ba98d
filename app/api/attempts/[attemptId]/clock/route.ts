import { z } from 'zod'
import { getViewer } from '@/lib/access/viewer'
import { getAttemptFrame } from '@/lib/attempt/queries/get-question'

/** The clock of an open attempt, for a page that was asleep: the database's time and the deadline. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/api/attempts/[attemptId]/clock'>,
): Promise<Response> {
  const { attemptId } = await params
  const headers = { 'cache-control': 'no-store' }
  if (!(await getViewer())) return Response.json({ status: 'signed-out' }, { status: 401, headers })
  const frame = z.uuid().safeParse(attemptId).success ? await getAttemptFrame(attemptId) : null
  if (!frame) return Response.json({ status: 'not-found' }, { status: 404, headers })
  if ('ended' in frame) return Response.json({ status: 'ended' }, { headers })
  return Response.json({ status: 'open', clock: frame.clock }, { headers })
}
