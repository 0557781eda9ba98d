import { strToU8, Zip, ZipDeflate } from 'fflate'

/** What stands in a cell: a text is never taken for a formula. A time is what clocks show, without a zone. */
export type Cell =
  | string
  | number
  | null
  /** ISO 8601 without a zone, such as 2026-11-30T09:00:00. */
  | { time: string }
  /** ISO 8601, such as 2026-11-30. */
  | { date: string }
  /** From 0 to 1. */
  | { share: number }

export type Sheet = {
  name: string
  header: readonly string[]
  /** Widths of columns in characters. */
  widths: readonly number[]
  /** Rows in batches, each asked for when the one before is written. */
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}

/** Rows that a sheet can have, its header included; Excel opens nothing larger. */
const MOST_ROWS = 1_048_576

/** Of the name of a sheet. */
const MOST_LETTERS = 31

// Places in the list of formats in styles.xml.
const STYLE = { header: 1, time: 2, date: 3, share: 4 } as const

/**
 * Writes a workbook as it is read: whatever its length, one batch is in memory. A sheet that is full goes on in another of
 * the same name with a number. Office Open XML (ECMA-376, part 1); texts are inline, since a shared table of them would
 * have to be kept.
 *
 * @param mostRows rows of a sheet, its header included
 * @returns the bytes of the file, piece by piece
 */
export async function* writeXlsx(sheets: readonly Sheet[], mostRows = MOST_ROWS): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const add = (path: string): ((text: string, last?: boolean) => void) => {
    const entry = new ZipDeflate(path, { level: 3 })
    zip.add(entry)
    return (text, last = false) => entry.push(strToU8(text), last)
  }
  const whole = (path: string, text: string) => add(path)(text, true)

  const names: string[] = []
  const open = (sheet: Sheet, part: number) => {
    const number = part === 1 ? '' : ` ${part}`
    names.push(sheet.name.slice(0, MOST_LETTERS - number.length) + number)
    const write = add(`xl/worksheets/sheet${names.length}.xml`)
    write(headOf(sheet))
    return { write, close: () => write('</sheetData></worksheet>', true) }
  }
  for (const sheet of sheets) {
    let part = 1
    let rows = 1
    let current = open(sheet, part)
    for await (const batch of sheet.batches) {
      let text = ''
      for (const cells of batch) {
        if (rows === mostRows) {
          current.write(text)
          current.close()
          text = ''
          rows = 1
          current = open(sheet, ++part)
        }
        rows += 1
        text += rowOf(rows, cells)
      }
      current.write(text)
      yield* pieces.splice(0)
    }
    current.close()
    yield* pieces.splice(0)
  }
  whole('xl/styles.xml', STYLES)
  whole('xl/workbook.xml', workbookOf(names))
  whole('xl/_rels/workbook.xml.rels', relationsOf(names.length))
  whole('_rels/.rels', ROOT_RELATIONS)
  whole('[Content_Types].xml', contentTypesOf(names.length))
  zip.end()
  yield* pieces.splice(0)
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

function headOf({ header, widths }: Sheet): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${frozen}<cols>${columns.join('')}</cols><sheetData>${rowOf(1, header, STYLE.header)}`
}

function rowOf(row: number, cells: readonly Cell[], style?: number): string {
  return `<row r="${row}">${cells.map((cell, at) => cellOf(`${columnAt(at)}${row}`, cell, style)).join('')}</row>`
}

function cellOf(at: string, cell: Cell, style?: number): string {
  if (cell === null || cell === '') return ''
  const look = style === undefined ? '' : ` s="${style}"`
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"${look}><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${at}"${look}><v>${cell}</v></c>`
  if ('share' in cell) return `<c r="${at}" s="${STYLE.share}"><v>${cell.share}</v></c>`
  if ('date' in cell) return `<c r="${at}" s="${STYLE.date}"><v>${serialOf(cell.date)}</v></c>`
  return `<c r="${at}" s="${STYLE.time}"><v>${serialOf(cell.time)}</v></c>`
}

/** The name of a column: 0 is A, 26 is AA. */
function columnAt(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnAt(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** Days since 30 December 1899, as spreadsheets count, for dates from March 1900 on. */
function serialOf(local: string): number {
  const text = local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`
  return (Date.parse(text) - Date.UTC(1899, 11, 30)) / 86_400_000
}

/** XML 1.0 has no place for most control characters, nor for halves of a pair: they become a replacement character. */
function escapeXml(text: string): string {
  return (
    text
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('\r', '&#13;')
  )
}

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

const ROOT_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function workbookOf(names: readonly string[]): string {
  const sheets = names.map((name, at) => `<sheet name="${sheetName(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/** A sheet's name has none of : \ / ? * [ ]. */
function sheetName(name: string): string {
  return escapeXml(name.replace(/[:\\/?*[\]]/g, ' ')).replaceAll('"', '&quot;')
}

function relationsOf(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
}

function contentTypesOf(count: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const sheets = Array.from(
    { length: count },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${sheets.join('')}</Types>`
}
