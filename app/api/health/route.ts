import { db } from '@/lib/db/client'

/** 200 when the database answers, 503 otherwise. */
export async function GET(): Promise<Response> {
  try {
    await db().$queryRaw`SELECT 1`
    return Response.json({ status: 'ok' })
  } catch {
    return Response.json({ status: 'database-unreachable' }, { status: 503 })
  }
}
