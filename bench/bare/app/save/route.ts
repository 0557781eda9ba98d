import { SAVE_ANSWER, saveValues } from '../../../../lib/attempt/save-statement'
import { db } from '../../../../lib/db/client'

/** Runs the statement that saves an answer, through the product's own client, and checks nothing. */
export async function POST(request: Request): Promise<Response> {
  const { sessionHash, attemptId, position, ...choice } = await request.json()
  const values = saveValues(sessionHash, { attemptId, position }, choice)
  const [stored] = await db().$queryRawUnsafe<unknown[]>(SAVE_ANSWER, ...values)
  return Response.json({ status: stored ? 'saved' : 'refused', stored })
}
