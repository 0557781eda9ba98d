import { unsubscribe } from '@/lib/mail/commands/unsubscribe'
import { readUnsubscribeLink } from '@/lib/mail/queries'
import { seeOther, uiLocaleOf } from '../../form-route'

type Context = { params: Promise<{ token: string }> }

/** The address in the head of a mail, opened by hand: the page that asks. Programs follow links, so that this changes nothing. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  return (await readUnsubscribeLink(token)) ? seeOther(`/unsubscribe/${token}`) : answer(404)
}

/**
 * Takes someone off mails of one kind: from the page, or by the one request of a mail program (RFC 8058), which gets no
 * redirect. What is sent from another site does it too: the token in the address is what may, and no cookie is asked.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  const form = await request.formData().catch(() => new FormData())
  const { status } = await unsubscribe(token)
  if (status === 'not-found') return answer(404)
  return form.has('uiLocale') ? seeOther(`/${uiLocaleOf(form)}/unsubscribe/${token}`) : answer(200)
}

const answer = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } })
