import { type ExportTable, tableOf } from '@/components/export/export-table'
import { getViewer } from '@/lib/access/viewer'
import { BYTE_ORDER_MARK, csvLine } from '@/lib/exchange/formats/csv/write-csv'
import { type Sheet, writeXlsx } from '@/lib/exchange/formats/xlsx/write-xlsx'
import { readTeamExport, type TeamExport } from '@/lib/export/queries'
import { type ExportFormat, exportAsked } from '@/lib/export/schema'
import { uiLocaleOf } from '../../../form-route'
import { encoded, streamOf } from '../../../stream'

const notFound = () => Response.json({ status: 'not-found' }, { status: 404 })

/** A table about a managed team as a file, in the reader's language and zone. It is written as it is read. */
export async function GET(request: Request, { params }: RouteContext<'/api/teams/[slug]/export'>): Promise<Response> {
  const viewer = await getViewer()
  if (!viewer) return Response.json({ status: 'signed-out' }, { status: 401 })
  const query = new URL(request.url).searchParams
  const asked = exportAsked.safeParse(Object.fromEntries(query))
  if (!asked.success) return notFound()
  const { kind, format } = asked.data
  const locale = uiLocaleOf(query)
  const found = await readTeamExport((await params).slug, kind, locale)
  if (!found) return notFound()
  const { write, type } = formats[format]
  return new Response(streamOf(write(tableOf(kind, locale, viewer.zone), found.batches)), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="polyquiz-${found.team.slug}-${kind}.${format}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

type Batches = TeamExport['batches']

const formats: Record<
  ExportFormat,
  { type: string; write: (table: ExportTable, batches: Batches) => AsyncGenerator<Uint8Array> }
> = {
  csv: { type: 'text/csv; charset=utf-8', write: (table, batches) => encoded(csvOf(table, batches)) },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (table, batches) => writeXlsx([rowsSheet(table, batches), definitionsSheet(table)]),
  },
}

async function* csvOf({ columns }: ExportTable, batches: Batches): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => title))
  for await (const batch of batches)
    yield batch.map((row) => csvLine(columns.map(({ name, text }) => text(row[name] ?? null)))).join('')
}

function rowsSheet({ title, columns }: ExportTable, batches: Batches): Sheet {
  async function* cells() {
    for await (const batch of batches)
      yield batch.map((row) => columns.map(({ name, cell }) => cell(row[name] ?? null)))
  }
  return {
    name: title,
    header: columns.map((column) => column.title),
    widths: columns.map(({ width }) => width),
    batches: cells(),
  }
}

/** What each column holds, in words, in the same file. */
function definitionsSheet({ definitions, columns }: ExportTable): Sheet {
  return {
    name: definitions.title,
    header: [definitions.column, definitions.meaning],
    widths: [28, 110],
    batches: [columns.map(({ title, definition }) => [title, definition])],
  }
}
