import { readFileSync } from 'node:fs'

/** A node of a plan, as PostgreSQL describes it in JSON. */
type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

type Explained = { 'Query Text': string; Plan: Node; 'Execution Time'?: number }

/** A statement that ran: its text, how long it took, and its plan in one line. */
export type Plan = { statement: string; milliseconds: number; plan: string }

/** What makes a connection write the plan of every statement, as executed, to the server's log. */
export function explaining(url: string): string {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
  }
  const explained = new URL(url)
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  explained.searchParams.set('options', options.join(' '))
  return explained.href
}

/**
 * The plans in a server's log.
 *
 * @param from the length of the log before the statements ran
 */
export function readPlans(logFile: string, from: number): Plan[] {
  const log = readFileSync(logFile, 'utf8').slice(from)
  return [...log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, milliseconds, json = '']) => {
    const explained = JSON.parse(json.replaceAll(/^\t/gm, '')) as Explained
    return {
      statement: explained['Query Text'].replaceAll(/\s+/g, ' ').trim(),
      milliseconds: Number(milliseconds),
      plan: `${describe(explained.Plan)}, ${explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks']} pages`,
    }
  })
}

/** One line for a plan: what each node reads from, with the rows of all its loops. */
function describe(node: Node): string {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': relation, Plans: below = [] } = node
  const source = index ?? relation
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops'])
  const inner = below.map(describe)
  return `${type}${source ? ` ${source}` : ''} ${rows}${inner.length > 0 ? ` (${inner.join('; ')})` : ''}`
}
