import { getViewer } from '@/lib/access/viewer'
import { getOwnData } from '@/lib/privacy/queries'

/** All that is kept of whoever asks, as a file. */
export async function GET(): Promise<Response> {
  if (!(await getViewer())) return Response.json({ status: 'signed-out' }, { status: 401 })
  return new Response(`${JSON.stringify(await getOwnData(), null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="polyquiz-my-data.json"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
