import { z } from 'zod'
import { isForeign } from '@/lib/access/foreign'
import { RefusedError } from '@/lib/access/guard'
import { getViewer } from '@/lib/access/viewer'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { isBlank } from '@/lib/attempt/kinds'
import { type AnswerPlace, answerPlace, choice, NO_OPTION, type SaveOutcome } from '@/lib/attempt/schema'
import { forbidden, seeOther, uiLocaleOf } from '../form-route'

const statusCodes: Record<SaveOutcome['status'], number> = {
  saved: 200,
  superseded: 409,
  revealed: 409,
  ended: 409,
  invalid: 400,
  'not-found': 404,
  'signed-out': 401,
}

/**
 * Saves one choice, which says where it belongs: JSON in and out for the page's script, a form and a redirect without it.
 * The address is the same for all, since it is asked more than any other, and one without parameters is found sooner.
 */
export async function POST(request: Request): Promise<Response> {
  if (isForeign(request)) return forbidden()
  if (request.headers.get('content-type')?.startsWith('application/json')) {
    const sent = await request.json().catch(() => null)
    const [place, body] = [answerPlace.safeParse(sent), choice.safeParse(sent)]
    if (!place.success) return Response.json({ status: 'not-found' }, { status: 404 })
    if (!body.success) return Response.json({ status: 'invalid' }, { status: 400 })
    const outcome = await saveAnswer(place.data, body.data)
    return Response.json(outcome, { status: statusCodes[outcome.status] })
  }
  const form = await request.formData()
  const place = answerPlace.safeParse({ attemptId: form.get('attemptId'), position: form.get('position') })
  const locale = uiLocaleOf(form)
  if (!place.success) return seeOther(`/${locale}/attempts/unknown/1`)
  return seeOther(`/${locale}/attempts/${place.data.attemptId}/${await answerByForm(place.data, form)}`)
}

/** Does what the pressed button says; returns where to go, below the attempt. */
async function answerByForm(place: AnswerPlace, form: FormData): Promise<string> {
  const here = String(place.position)
  const go = z.coerce
    .number()
    .int()
    .min(1)
    .safeParse(form.get('go') ?? undefined)
  const after = { next: String(place.position + 1), finish: 'finish' }[String(form.get('intent'))]
  const next = go.success ? String(go.data) : (after ?? here)
  const order = placedIn(form)
  if (!order) return `${here}?notice=places`
  const parsed = choice.safeParse({
    picks: [...form.getAll('pick'), ...order],
    text: form.get('text'),
    confidence: form.get('confidence') || null,
    flagged: form.has('flagged'),
    number: form.get('number'),
    translationId: form.get('translationId'),
  })
  if (!parsed.success) return `${here}?notice=invalid`
  try {
    if (form.get('intent') === 'check' && !go.success) {
      const { status } = await revealAnswer(place, parsed.data)
      switch (status) {
        case 'revealed':
        case 'ended':
        case 'not-found':
          return here
        case 'unreadable':
          // What was written stays, to be mended.
          await saveAnswer(place, parsed.data)
          return `${here}?notice=${status}`
        case 'superseded':
        case 'blank':
        case 'invalid':
          return `${here}?notice=${status}`
      }
    }
    // Going on without a choice stores nothing, so that a question left alone stays untouched.
    const { number, confidence, flagged } = parsed.data
    if (number === 1 && isBlank(parsed.data) && !confidence && !flagged) return next
    const { status } = await saveAnswer(place, parsed.data)
    switch (status) {
      case 'saved':
      case 'revealed':
        return next
      case 'superseded':
      case 'invalid':
        return `${here}?notice=${status}`
      case 'ended':
      case 'not-found':
      case 'signed-out':
        return here
    }
  } catch (error) {
    if (error instanceof RefusedError && !(await getViewer())) return here
    throw error
  }
}

/** The order that the fields of places give, with `NO_OPTION` where a place is empty; null where two share one. */
function placedIn(form: FormData): string[] | null {
  const order: string[] = []
  for (const [name, value] of form) {
    const [, id] = /^place:(.+)$/.exec(name) ?? []
    const place = Number(value)
    if (id === undefined || !Number.isInteger(place) || place < 1 || place > 100) continue
    if (order[place - 1] !== undefined) return null
    order[place - 1] = id
  }
  return Array.from(order, (id) => id ?? NO_OPTION)
}
