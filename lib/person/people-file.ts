import { CsvError, parse } from 'csv-parse/sync'
import { uiLocales } from '../i18n/locales'
import {
  email,
  MAX_PEOPLE,
  MAX_PEOPLE_BYTES,
  PEOPLE_COLUMNS,
  type PeopleColumn,
  type PeopleProblem,
  type PeopleProblemCode,
  type PeopleRow,
  personRole,
  timeZone,
} from './schema'

type Cells = { line: number; cells: string[] }

/**
 * Reads a list of people as CSV with a heading line. Commas, semicolons or tabs part its cells, as the heading has them.
 *
 * @param text may begin with a byte order mark
 * @returns every line that says something, and every problem that can be seen without knowing who is here
 */
export function readPeopleFile(text: string): { rows: PeopleRow[]; problems: PeopleProblem[] } {
  const whole = (code: PeopleProblemCode, line = 1, found = '') => ({
    rows: [],
    problems: [{ line, column: null, code, found }],
  })
  if (new TextEncoder().encode(text).length > MAX_PEOPLE_BYTES) return whole('too-large')
  const read = readCells(text.replace(/\r\n?/g, '\n'))
  if ('brokenLine' in read) return whole('not-csv', read.brokenLine)
  const [heading, ...lines] = read
  if (!heading || lines.length === 0) return whole('empty')
  if (lines.length > MAX_PEOPLE) return whole('too-large')

  const problems: PeopleProblem[] = []
  const columns = heading.cells.map((cell) => cell.toLowerCase())
  for (const [index, column] of columns.entries()) {
    const code = !isColumn(column) ? 'column-unknown' : columns.indexOf(column) < index ? 'column-twice' : null
    if (code) problems.push({ line: heading.line, column: heading.cells[index] ?? '', code, found: column })
  }
  if (!columns.includes('email'))
    problems.push({ line: heading.line, column: 'email', code: 'column-missing', found: '' })
  if (problems.length > 0) return { rows: [], problems }

  const rows = lines.map(({ line, cells }) => {
    const surplus = cells.slice(columns.length).find((cell) => cell !== '')
    if (surplus !== undefined) problems.push({ line, column: null, code: 'cells-too-many', found: surplus })
    return readRow(
      line,
      (column) => cells[columns.indexOf(column)] ?? '',
      (column, code, found) => problems.push({ line, column, code, found }),
    )
  })
  const firstLines = new Map<string, number>()
  for (const row of rows) {
    const first = firstLines.get(row.email)
    if (first !== undefined && row.email !== '')
      problems.push({ line: row.line, column: 'email', code: 'email-twice', found: String(first) })
    else firstLines.set(row.email, row.line)
  }
  return { rows, problems: problems.sort((one, other) => one.line - other.line) }
}

/** Problems as they are met in one line, cell by cell. */
type Complain = (column: PeopleColumn, code: PeopleProblemCode, found: string) => void

function readRow(line: number, cell: (column: PeopleColumn) => string, complain: Complain): PeopleRow {
  const address = email.safeParse(cell('email'))
  if (!address.success) complain('email', cell('email') === '' ? 'email-missing' : 'email-wrong', cell('email'))
  const name = cell('name')
    .normalize('NFC')
    .replace(/[\n\t]+/g, ' ')
  if (name.length > 100) complain('name', 'name-long', name)
  const role = personRole.safeParse(cell('role').toLowerCase())
  if (!role.success && cell('role') !== '') complain('role', 'role-unknown', cell('role'))
  const language = uiLocales.find((tag) => tag.toLowerCase() === cell('language').toLowerCase())
  if (!language && cell('language') !== '') complain('language', 'language-unknown', cell('language'))
  const zone = cell('zone')
  if (zone !== '' && !timeZone.safeParse(zone).success) complain('zone', 'zone-unknown', zone)
  return {
    line,
    email: address.success ? address.data : '',
    name: name || null,
    role: role.success ? role.data : null,
    teams: readTeams(cell('teams'), complain),
    language: language ?? null,
    zone: zone || null,
  }
}

function readTeams(text: string, complain: Complain): PeopleRow['teams'] {
  const teams: PeopleRow['teams'] = []
  for (const part of text.split(';').map((each) => each.trim())) {
    if (part === '') continue
    const [slug = '', role = 'member', ...rest] = part
      .toLowerCase()
      .split(':')
      .map((each) => each.trim())
    if (slug === '' || rest.length > 0 || (role !== 'member' && role !== 'manager'))
      complain('teams', 'team-wrong', part)
    else if (teams.some((team) => team.slug === slug)) complain('teams', 'team-twice', slug)
    else teams.push({ slug, role })
  }
  return teams
}

function isColumn(name: string): name is PeopleColumn {
  return (PEOPLE_COLUMNS as readonly string[]).includes(name)
}

/** The cells of each line that is not empty, with the line on which it begins; or the line where quotes go wrong. */
function readCells(text: string): Cells[] | { brokenLine: number } {
  try {
    // Its types do not know what `info` and `raw` add.
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      raw: true,
      relax_column_count: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number }; raw: string }[]
    return records.flatMap(({ record, info, raw }) => {
      // The parser counts to the end of a record; quoted cells may hold line breaks.
      const line = info.lines - (raw.trimEnd().match(/\n/g)?.length ?? 0)
      return record.some((cell) => cell !== '') ? [{ line, cells: record }] : []
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { brokenLine: typeof error.lines === 'number' ? error.lines : 1 }
  }
}

function delimiterOf(text: string): string {
  const [heading = ''] = text.replace(/^\ufeff?\s*/, '').split('\n', 1)
  return ['\t', ';'].find((mark) => heading.includes(mark) && !heading.includes(',')) ?? ','
}
