import { actionWords, nameOfAction } from '@/components/audit/action-words'
import { mayDo } from '@/lib/access/rights'
import { getViewer } from '@/lib/access/viewer'
import { type AuditEntry, readAuditEntries } from '@/lib/audit/queries'
import { auditShape, type ExportFormat, exportFormat } from '@/lib/audit/schema'
import { BYTE_ORDER_MARK, csvLine } from '@/lib/exchange/formats/csv/write-csv'
import { isUiLocale, type UiLocale } from '@/lib/i18n/locales'
import { parseListAddress } from '@/lib/list/schema'
import { encoded, streamOf } from '../stream'

/** The audit trail as a file, with the search and the filters of the page. It is written as it is read. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await getViewer()
  if (!viewer) return Response.json({ status: 'signed-out' }, { status: 401 })
  if (!mayDo(viewer.role, 'audit:read')) return Response.json({ status: 'not-found' }, { status: 404 })
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const format = exportFormat.catch('csv').parse(query.format)
  const locale = isUiLocale(query.uiLocale ?? '') ? (query.uiLocale as UiLocale) : 'en'
  const entries = await readAuditEntries(parseListAddress(auditShape, query), actionWords(locale))
  return new Response(streamOf(encoded(writers[format](entries, locale))), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="polyquiz-audit.${format}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

type Batches = AsyncGenerator<AuditEntry[]>

const columns = [
  'time',
  'actor',
  'actor id',
  'action',
  'action code',
  'subject',
  'subject type',
  'subject id',
  'before',
  'after',
  'personal before',
  'personal after',
]

const writers: Record<ExportFormat, (batches: Batches, locale: UiLocale) => AsyncGenerator<string>> = {
  async *csv(batches, locale) {
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
    yield BYTE_ORDER_MARK + csvLine(columns)
    for await (const batch of batches)
      yield batch
        .map((entry) =>
          csvLine([
            entry.at.toISOString(),
            entry.actorName,
            entry.actorId,
            nameOfAction(entry.action, locale),
            entry.action,
            entry.subjectName,
            entry.subjectType,
            entry.subjectId,
            json(entry.before),
            json(entry.after),
            json(entry.personalBefore),
            json(entry.personalAfter),
          ]),
        )
        .join('')
  },
  async *jsonl(batches) {
    for await (const batch of batches) yield batch.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  },
}
