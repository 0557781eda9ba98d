import { resolve } from 'node:path'
import { actAs, operator } from '../lib/access/viewer'
import { disconnect } from '../lib/db/client'
import { startEmbedded } from '../lib/db/embedded/embedded'
import { findRunningUrl } from '../lib/db/embedded/running'
import { checkServer, migrate } from '../lib/db/migrate'
import { checkDatabaseUrl } from './database-url'

/**
 * Runs a command of the command line against the database: that of DATABASE_URL, else the built-in one, which is used
 * while the application runs on it and started for as long as the command takes otherwise.
 *
 * @param migrates whether it is brought up to the newest migration first
 * @throws Refusal or UnfitServerError, with a sentence for the person, when there is none to be had
 */
export async function withDatabase<Result>(
  work: () => Promise<Result>,
  { migrates = true }: { migrates?: boolean } = {},
): Promise<Result> {
  const given = process.env.DATABASE_URL || null
  const folder = resolve(process.env.POLYQUIZ_DATA || '.data')
  const running = given ? null : await findRunningUrl(folder)
  const own =
    given || running ? null : await startEmbedded({ folder, log: (line) => process.stderr.write(`${line}\n`) })
  try {
    const url = given ?? running ?? own?.url ?? ''
    if (given) {
      await checkDatabaseUrl(given)
      await checkServer(given)
    }
    if (migrates) await migrate(url)
    process.env.DATABASE_URL = url
    return await actAs(operator, work)
  } finally {
    await disconnect()
    await own?.stop()
  }
}
