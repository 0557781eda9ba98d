import { isForeign } from '@/lib/access/foreign'
import { RefusedError } from '@/lib/access/guard'
import { saveQuestion } from '@/lib/question/commands/save-question'
import { questionChange, saveInput } from '@/lib/question/schema'
import { forbidden } from '../../form-route'

const NONE = '00000000-0000-0000-0000-000000000000'

/** Saves what was changed on the page of a question: JSON in and out, for the page's script. */
export async function POST(request: Request): Promise<Response> {
  if (isForeign(request)) return forbidden()
  const input = saveInput.safeParse(await request.json().catch(() => null))
  const { questionId, changes } = input.data ?? { questionId: NONE, changes: [] }
  const checked = changes.map((change) => questionChange.safeParse(change).data)
  try {
    // Asked in any case: whoever may not save learns nothing of what is wrong with the input.
    const outcome = await saveQuestion(
      questionId,
      checked.filter((change) => change !== undefined),
    )
    if (!input.success) return Response.json({ status: 'invalid' }, { status: 400 })
    if (outcome.status === 'not-found') return Response.json(outcome, { status: 404 })
    const taken = outcome.outcomes.values()
    const outcomes = checked.map((change) => (change ? taken.next().value : { status: 'refused', reason: 'invalid' }))
    return Response.json({ ...outcome, outcomes })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return error.reason === 'sign-in'
      ? Response.json({ status: 'signed-out' }, { status: 401 })
      : Response.json({ status: 'not-found' }, { status: 404 })
  }
}
