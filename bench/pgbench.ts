import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SAVE_ANSWER } from '../lib/attempt/save-statement'
import type { Round } from './measure'
import type { Member } from './members'

const DEBIANS = '/usr/lib/postgresql'

/** The newest pgbench of this machine, or null. */
export function findPgbench(): string | null {
  if (!existsSync(DEBIANS)) return null
  const versions = readdirSync(DEBIANS).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(DEBIANS, version, 'bin', 'pgbench')).find(existsSync) ?? null
}

/** The statement with pgbench's variables; what no client of this bench ever says stays NULL. */
const statement = ['attempt_id', 'position', 'session_hash', 'picks', null, null, 'flagged', 'number', 'translation_id']
  .reduce<string>((text, name, index) => text.replaceAll(`$${index + 1}:`, name ? `:${name}:` : 'NULL:'), SAVE_ANSWER)
  .trim()

/** Every client looks up its own answer once, and the number that it goes on from. A save without a row ends it. */
function scriptOf(members: readonly Member[]): string {
  const rows = members.flatMap(({ saves: [save] }, client) => {
    if (!save) return []
    const { attemptId, position, sessionHash, picks, translationId } = save
    return [`(${client}, '${attemptId}', ${position}, '${sessionHash}', '{${picks}}', '${translationId}')`]
  })
  return `\\if :known = 0
SELECT mine.*, answer.seq AS number
  FROM (VALUES ${rows.join(', ')}) AS mine (client, attempt_id, position, session_hash, picks, translation_id)
  JOIN answer ON answer.attempt_id = mine.attempt_id::uuid AND answer.position = mine.position
  WHERE client = :client_id \\gset
\\set known 1
\\endif
\\set number :number + 1
${statement} \\gset saved_
`
}

/** A round of pgbench, each client with a member of its own. */
export async function runPgbench(
  program: string,
  folder: string,
  databaseUrl: string,
  seconds: number,
  members: readonly Member[],
): Promise<Round> {
  const script = join(folder, 'save.sql')
  writeFileSync(script, scriptOf(members))
  const variables = ['-D', 'known=0', '-D', 'flagged=false']
  const run = ['-n', '-M', 'prepared', '-f', script, '-c', String(members.length), '-T', String(seconds)]
  const { stdout, stderr } = await promisify(execFile)(program, [...run, ...variables, databaseUrl])
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(perSecond > 0) || /aborted|error/i.test(stderr)) throw new Error(`pgbench: ${stdout}\n${stderr}`)
  // It tells no percentiles.
  return { perSecond, p50: Number.NaN, p95: Number.NaN }
}
