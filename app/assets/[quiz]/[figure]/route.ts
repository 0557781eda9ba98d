import { getViewer } from '@/lib/access/viewer'
import { getFigure } from '@/lib/attempt/queries/get-figure'

const HOUR = 60 * 60

/** A figure of a quiz, once its reader may see it. As an image it may style itself, and do nothing else. */
export async function GET(_request: Request, { params }: RouteContext<'/assets/[quiz]/[figure]'>): Promise<Response> {
  const { quiz, figure } = await params
  const svg = (await getViewer()) ? await getFigure(quiz, figure) : null
  if (svg === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': `private, max-age=${HOUR}`,
    },
  })
}
