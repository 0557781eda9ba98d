import { strToU8, zipSync } from 'fflate'
import { mayDo } from '@/lib/access/rights'
import { getViewer } from '@/lib/access/viewer'
import { filesOfQuiz } from '@/lib/exchange/export/files-of-quiz'
import { defaultUiLocale, isUiLocale } from '@/lib/i18n/locales'
import { getQuizAsContent } from '@/lib/quiz/queries/get-quiz-files'
import { seeOther } from '../../../form-route'

/** The same quiz gives the same archive: its files carry no time but the first that the format knows. */
const BEGINNING = new Date(1980, 0, 1)

/** A quiz as content files, in one archive. What the files cannot hold stands in `left-out.txt`. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/api/quizzes/[slug]/export'>,
): Promise<Response> {
  const { slug } = await params
  const viewer = await getViewer()
  const locale = viewer?.uiLocale && isUiLocale(viewer.uiLocale) ? viewer.uiLocale : defaultUiLocale
  const page = `/${locale}/admin/quizzes/${encodeURIComponent(slug)}`
  if (!viewer) return seeOther(`/${locale}/sign-in?next=${page}`)
  const found = mayDo(viewer.role, 'quiz:author') ? await getQuizAsContent(slug) : null
  if (!found) return Response.json({ status: 'not-found' }, { status: 404 })
  const outcome = filesOfQuiz(found.quiz)
  if (outcome.status === 'unwritable') return seeOther(`${page}?notice=unwritable`)
  const notes = found.leftOut.length > 0 ? [{ name: 'left-out.txt', text: `${found.leftOut.join('\n')}\n` }] : []
  const archive = zipSync(
    Object.fromEntries([...outcome.files, ...notes].map(({ name, text }) => [`${slug}/${name}`, strToU8(text)])),
    { mtime: BEGINNING },
  )
  return new Response(Buffer.from(archive), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${slug}.zip"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
