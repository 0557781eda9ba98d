import { getViewer } from '@/lib/access/viewer'
import { getImage } from '@/lib/asset/queries'
import { parseImageAddress } from '@/lib/asset/rules'

const YEAR = 365 * 24 * 60 * 60

/**
 * An uploaded image, for anyone signed in. What an address shows never changes. Its policy stands in next.config.js, which has
 * the last word.
 */
export async function GET(_request: Request, { params }: RouteContext<'/assets/images/[image]'>): Promise<Response> {
  const ref = parseImageAddress(`/assets/images/${(await params).image}`)
  const image = ref && (await getViewer()) ? await getImage(ref) : null
  if (!image) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(image.bytes, {
    headers: {
      'content-type': image.type,
      'cache-control': `private, max-age=${YEAR}, immutable`,
    },
  })
}
