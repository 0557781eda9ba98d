import { guarded } from '../../access/guard'
import { databaseNow, db, newId, type Transaction } from '../../db/client'
import { dedupeKeys, digestWeek, isNewStage, LOOK_AHEAD_DAYS, lastDay, localDay, oldestRun, stageOn } from '../rules'
import { type MailKind, type ReminderStage, reminderStages } from '../schema'

/** All people of a zone, or of a company, are written in one transaction. */
const LONGEST_MS = 300_000
const BATCH = 1000

/**
 * Puts the mails that are due into the outbox: each morning the reminders of everyone in a zone, each Monday the digests of
 * its managers. A zone's day is looked through once, by whichever process comes first; all that it brings is written with
 * that record, or nothing is.
 *
 * @returns how many mails were put there
 */
export const queueMails = guarded('mail:send', async (): Promise<number> => {
  const now = await databaseNow()
  const zones = await db().$queryRaw<{ zone: string }[]>`
    SELECT DISTINCT zone FROM person WHERE deactivated_at IS NULL AND erased_at IS NULL AND email IS NOT NULL`
  const due = zones.flatMap(({ zone }) => {
    const { day, isTime } = localDay(zone, now)
    const monday = digestWeek(day)
    if (!isTime) return []
    return [
      { kind: 'reminder' as const, zone, day },
      ...(monday ? [{ kind: 'digest' as const, zone, day: monday }] : []),
    ]
  })
  const runs = await db().$queryRaw<{ kind: MailKind; zone: string; day: string }[]>`
    SELECT kind, zone, day::text FROM mail_run WHERE day >= (app_now() - interval '9 days')::date`
  const isDone = new Set(runs.map(({ kind, zone, day }) => `${kind} ${zone} ${day}`))
  let queued = 0
  for (const { kind, zone, day } of due)
    if (!isDone.has(`${kind} ${zone} ${day}`))
      queued += await (kind === 'reminder' ? queueReminders(zone, day) : queueDigests(zone, day))
  return queued
})

type Candidate = { assignmentId: string; personId: string; dueAt: Date; told: number | null }
type Told = Candidate & { stage: ReminderStage }

async function queueReminders(zone: string, day: string): Promise<number> {
  // Read before the transaction: what changes meanwhile is noticed when the mail is written.
  const candidates = await db().$queryRaw<Candidate[]>`
    SELECT standing.assignment_id AS "assignmentId", standing.person_id AS "personId", standing.due_at AS "dueAt",
      (SELECT max(array_position(enum_range(NULL::reminder_stage), reminder.stage)) - 1
        FROM reminder WHERE reminder.assignment_id = standing.assignment_id
          AND reminder.person_id = standing.person_id AND reminder.due_at = standing.due_at) AS told
    FROM assignment_standing AS standing
    JOIN person ON person.id = standing.person_id
    JOIN assignment ON assignment.id = standing.assignment_id
    LEFT JOIN quiz ON quiz.id = assignment.quiz_id
    WHERE person.zone = ${zone} AND person.reminders_off_at IS NULL AND person.email IS NOT NULL
      AND standing.due_at < app_now() + ${LOOK_AHEAD_DAYS} * interval '1 day'
      AND (standing.done_at IS NULL OR assignment.renew_months IS NOT NULL)
      AND (quiz.status = 'published' OR quiz.id IS NULL AND standing.parts > 0)`
  const reached = candidates.flatMap((candidate): Told[] => {
    const stage = stageOn(day, lastDay(zone, candidate.dueAt))
    const told = candidate.told === null ? null : (reminderStages[candidate.told] ?? null)
    return stage && isNewStage(stage, told) ? [{ ...candidate, stage }] : []
  })
  return inOneRun('reminder', zone, day, async (tx) => {
    const people = [...new Set(reached.map(({ personId }) => personId))]
    const mails = await addMails(tx, 'reminder', people, (personId) => dedupeKeys.reminder(personId, day))
    const reminders = reached.flatMap(({ assignmentId, personId, dueAt, stage }) => {
      const outboxId = mails.get(personId)
      return outboxId ? [{ assignmentId, personId, dueAt, stage, outboxId }] : []
    })
    for (const batch of inBatches(reminders)) await tx.reminder.createMany({ data: batch, skipDuplicates: true })
    return mails
  })
}

async function queueDigests(zone: string, monday: string): Promise<number> {
  const managers = await db().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT person.id
    FROM person
    JOIN membership ON membership.person_id = person.id AND membership.until_at IS NULL AND membership.role = 'manager'
    JOIN team ON team.id = membership.team_id AND team.archived_at IS NULL
    WHERE person.zone = ${zone} AND person.digest_off_at IS NULL AND person.email IS NOT NULL
      AND person.deactivated_at IS NULL AND person.erased_at IS NULL`
  return inOneRun('digest', zone, monday, (tx) =>
    addMails(
      tx,
      'digest',
      managers.map(({ id }) => id),
      (personId) => dedupeKeys.digest(personId, monday),
    ),
  )
}

/** Does what a zone's day asks for, unless another process has. */
function inOneRun(
  kind: MailKind,
  zone: string,
  day: string,
  work: (tx: Transaction) => Promise<ReadonlyMap<string, string>>,
): Promise<number> {
  return db().$transaction(
    async (tx) => {
      const first = await tx.$executeRaw`
        INSERT INTO mail_run (kind, zone, day) VALUES (${kind}::mail_kind, ${zone}, ${day}::date) ON CONFLICT DO NOTHING`
      if (first === 0) return 0
      await tx.$executeRaw`DELETE FROM mail_run WHERE zone = ${zone} AND day < ${oldestRun(day)}::date`
      const mails = await work(tx)
      await replaceOlder(tx, kind, mails)
      return mails.size
    },
    { timeout: LONGEST_MS },
  )
}

/** Adds a mail for each person who has none of that key, and returns its id by the person's. */
async function addMails(
  tx: Transaction,
  kind: MailKind,
  people: readonly string[],
  keyOf: (personId: string) => string,
): Promise<Map<string, string>> {
  const added = new Map<string, string>()
  for (const batch of inBatches(people)) {
    const rows = await tx.outbox.createManyAndReturn({
      data: batch.map((personId) => ({ id: newId(), kind, dedupeKey: keyOf(personId), personId, payload: {} })),
      skipDuplicates: true,
      select: { id: true, personId: true },
    })
    for (const { id, personId } of rows) added.set(personId, id)
  }
  return added
}

/** What could not be sent for days is told by the new mail: two at once, of which one is old, help nobody. */
async function replaceOlder(tx: Transaction, kind: MailKind, mails: ReadonlyMap<string, string>): Promise<void> {
  const [people, ids] = [[...mails.keys()], [...mails.values()]]
  if (ids.length === 0) return
  await tx.$executeRaw`
    WITH fresh AS (
      SELECT * FROM unnest(${people}::uuid[], ${ids}::uuid[]) AS fresh (person_id, id)
    ), older AS (
      SELECT outbox.id, fresh.id AS fresh_id
      FROM outbox JOIN fresh ON fresh.person_id = outbox.person_id AND fresh.id <> outbox.id
      WHERE outbox.kind = ${kind}::mail_kind AND outbox.sent_at IS NULL AND outbox.ended_at IS NULL
      FOR UPDATE OF outbox SKIP LOCKED
    ), moved AS (
      UPDATE reminder SET outbox_id = older.fresh_id FROM older WHERE reminder.outbox_id = older.id
    )
    UPDATE outbox SET ended_at = app_now(), last_error = NULL FROM older WHERE outbox.id = older.id`
}

function inBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  )
}
