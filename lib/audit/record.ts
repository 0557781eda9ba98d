import { actorOf, type Viewer } from '../access/viewer'
import { newId, type Transaction } from '../db/client'
import type { Prisma } from '../db/generated/client'

/** One change: ids and plain facts only. What is personal goes into `personal`, where erasing can empty it. */
export type Change = {
  /** Noun and verb, for example `quiz.publish`. */
  action: string
  subjectType: string
  subjectId: string
  before?: Prisma.InputJsonValue
  after?: Prisma.InputJsonValue
  personal?: { personId: string; before?: Prisma.InputJsonValue; after?: Prisma.InputJsonValue }
}

/** Writes who changed what, in the transaction of the change itself. */
export async function recordChange(
  tx: Transaction,
  viewer: Viewer | null,
  { personal, ...change }: Change,
): Promise<void> {
  const id = newId()
  await tx.auditEvent.create({ data: { id, actorId: actorOf(viewer), ...change } })
  if (personal) await tx.auditPersonal.create({ data: { eventId: id, ...personal } })
}

/** Writes many at once, in their order. */
export async function recordChanges(tx: Transaction, viewer: Viewer | null, changes: readonly Change[]): Promise<void> {
  const events = changes.map((change) => ({ id: newId(), change }))
  await tx.auditEvent.createMany({
    data: events.map(({ id, change: { personal: _, ...event } }) => ({ id, actorId: actorOf(viewer), ...event })),
  })
  await tx.auditPersonal.createMany({
    data: events.flatMap(({ id, change: { personal } }) => (personal ? [{ eventId: id, ...personal }] : [])),
  })
}
