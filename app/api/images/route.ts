import { isForeign } from '@/lib/access/foreign'
import { mayDo } from '@/lib/access/rights'
import { getViewer } from '@/lib/access/viewer'
import { uploadImage } from '@/lib/asset/commands/upload-image'
import { MOST_BYTES } from '@/lib/asset/schema'
import { forbidden, seeOther, uiLocaleOf } from '../form-route'

/** What a form holds beside the file. */
const REST_BYTES = 256 * 1024

// Words are sent back in the address, and servers take addresses of some length only.
const LONGEST_QUERY = 4000

/**
 * Takes an image with its alternative texts (`alt:LANGUAGE`) and goes back to the images: to the one that was taken, or
 * to the form with what is wrong and the words in it. A route, since actions of pages take small forms only.
 */
export async function POST(request: Request): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const locale = uiLocaleOf(new URL(request.url).searchParams)
  const path = `/${locale}/admin/images`
  const viewer = await getViewer()
  if (!viewer) return seeOther(`/${locale}/sign-in?next=${path}`)
  if (!mayDo(viewer.role, 'quiz:author')) return new Response(null, { status: 404 })

  const form = await readForm(request)
  if (form === 'too-large') return seeOther(`${path}?problem=too-large`)
  const file = form.get('file')
  const alts = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith('alt:') && typeof value === 'string' ? [[name.slice('alt:'.length), value]] : [],
    ),
  )
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
  const outcome = await uploadImage(bytes, alts)
  if (outcome.status === 'uploaded' || outcome.status === 'known') {
    const { image, frames, status } = outcome
    return seeOther(`${path}?image=${image.id}&done=${status}${frames > 1 ? `&frames=${frames}` : ''}`)
  }
  const words = new URLSearchParams(Object.entries(alts).map(([tag, text]) => [`alt:${tag}`, text])).toString()
  return seeOther(`${path}?problem=${outcome.status}${words.length > LONGEST_QUERY ? '' : `&${words}`}`)
}

/**
 * Reads a form of bounded size. What is beyond is let pass without being kept: a browser shows an answer only once it has
 * sent everything.
 */
async function readForm(request: Request): Promise<FormData | 'too-large'> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    if (size <= MOST_BYTES + REST_BYTES) chunks.push(read.value)
    else chunks.length = 0
  }
  if (size > MOST_BYTES + REST_BYTES) return 'too-large'
  const type = request.headers.get('content-type') ?? ''
  try {
    return await new Response(new Blob(chunks), { headers: { 'content-type': type } }).formData()
  } catch {
    // It is no form: one without a file.
    return new FormData()
  }
}
