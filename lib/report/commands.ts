import { guarded } from '../access/guard'
import { actorOf, type Viewer } from '../access/viewer'
import { recordChange } from '../audit/record'
import { databaseNow, db, type Transaction } from '../db/client'
import { type HandleOutcome, type Handling, type ReportEdit, standOf } from './schema'

type Report = {
  id: string
  personId: string
  status: 'open' | 'resolved'
  reply: string | null
  repliedAt: Date | null
}

/**
 * Replies to a report, resolves it, or both. Nothing happens where someone else has handled it since the page was read.
 *
 * @returns `changed` in that case; `empty` for neither a reply nor a resolution; `no-such-edit` for an edit that is not a
 *   later one of that question
 */
export const handleReport = guarded(
  'report:handle',
  (viewer, reportId: string, { reply, resolve, edit, seen }: Handling): Promise<HandleOutcome> =>
    db().$transaction(async (tx): Promise<HandleOutcome> => {
      const [report] = await lockReports(tx, [reportId])
      if (!report) return { status: 'not-found' }
      if (standOf(report) !== seen || (resolve && report.status === 'resolved')) return { status: 'changed' }
      const isReply = reply !== '' && reply !== report.reply
      if (!isReply && !resolve) return { status: 'empty' }
      if (resolve && edit && !(await isLaterEdit(tx, reportId, edit))) return { status: 'no-such-edit' }
      if (isReply) {
        const { personId } = report
        await tx.problemReport.update({
          where: { id: reportId },
          data: { reply, repliedAt: await databaseNow(tx), handledById: actorOf(viewer) },
        })
        await recordChange(tx, viewer, {
          action: 'report.reply',
          subjectType: 'report',
          subjectId: reportId,
          // What is written to a person may tell of that person.
          personal: { personId, ...(report.reply && { before: { reply: report.reply } }), after: { reply } },
        })
      }
      if (!resolve) return { status: 'replied' }
      await resolveReport(tx, viewer, reportId, edit)
      return { status: 'resolved' }
    }),
)

/**
 * Resolves several reports at once; those that are resolved stay as they are.
 *
 * @returns how many were open
 */
export const resolveReports = guarded(
  'report:handle',
  (viewer, ids: readonly string[]): Promise<{ resolved: number }> =>
    db().$transaction(async (tx) => {
      const open = (await lockReports(tx, ids)).filter(({ status }) => status === 'open')
      for (const { id } of open) await resolveReport(tx, viewer, id, null)
      return { resolved: open.length }
    }),
)

/** Opens a resolved report again; the edit it was resolved by is no longer tied to it. */
export const reopenReport = guarded(
  'report:handle',
  (viewer, reportId: string): Promise<{ status: 'reopened' | 'not-found' }> =>
    db().$transaction(async (tx) => {
      const [report] = await lockReports(tx, [reportId])
      if (report?.status !== 'resolved') return { status: 'not-found' }
      const before = await tx.problemReport.findUniqueOrThrow({
        where: { id: reportId },
        select: { status: true, resolvedVersionId: true, resolvedTranslationId: true },
      })
      await tx.problemReport.update({
        where: { id: reportId },
        data: {
          status: 'open',
          resolvedAt: null,
          resolvedVersionId: null,
          resolvedTranslationId: null,
          handledById: actorOf(viewer),
        },
      })
      await recordChange(tx, viewer, {
        action: 'report.reopen',
        subjectType: 'report',
        subjectId: reportId,
        before,
        after: { status: 'open' },
      })
      return { status: 'reopened' }
    }),
)

/** In the order of their ids, so that two who handle several at once do not wait for each other forever. */
function lockReports(tx: Transaction, ids: readonly string[]): Promise<Report[]> {
  return tx.$queryRaw<Report[]>`
    SELECT id, person_id AS "personId", status, reply, replied_at AS "repliedAt" FROM problem_report
    WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`
}

async function resolveReport(tx: Transaction, viewer: Viewer, id: string, edit: ReportEdit | null): Promise<void> {
  const resolvedVersionId = edit?.kind === 'version' ? edit.id : null
  const resolvedTranslationId = edit?.kind === 'translation' ? edit.id : null
  await tx.problemReport.update({
    where: { id },
    data: {
      status: 'resolved',
      resolvedAt: await databaseNow(tx),
      resolvedVersionId,
      resolvedTranslationId,
      handledById: actorOf(viewer),
    },
  })
  await recordChange(tx, viewer, {
    action: 'report.resolve',
    subjectType: 'report',
    subjectId: id,
    before: { status: 'open' },
    after: { status: 'resolved', resolvedVersionId, resolvedTranslationId },
  })
}

/** Whether an edit is one that was published after what was reported, of the same question. */
async function isLaterEdit(tx: Transaction, reportId: string, { kind, id }: ReportEdit): Promise<boolean> {
  const [found] =
    kind === 'version'
      ? await tx.$queryRaw<unknown[]>`
          SELECT 1 FROM problem_report AS report
          JOIN question_version AS seen ON seen.id = report.version_id
          JOIN question_version AS later ON later.question_id = report.question_id AND later.number > seen.number
          WHERE report.id = ${reportId}::uuid AND later.id = ${id}::uuid AND later.status = 'published'`
      : await tx.$queryRaw<unknown[]>`
          SELECT 1 FROM problem_report AS report
          JOIN translation AS seen ON seen.id = report.translation_id
          JOIN question_version AS version ON version.question_id = report.question_id
          JOIN translation AS later ON later.version_id = version.id AND later.published_at > seen.published_at
          WHERE report.id = ${reportId}::uuid AND later.id = ${id}::uuid AND later.status = 'published'`
  return found !== undefined
}
