import { guarded } from '../access/guard'
import type { Tally } from '../db/backup/format'
import { type Restored, restoreBackup as restore } from '../db/backup/restore'
import { writeBackup } from '../db/backup/write'
import { readEnv } from '../env'

const databaseUrl = () => {
  const { DATABASE_URL: url } = readEnv()
  if (!url) throw new Error('DATABASE_URL is not set.')
  return url
}

/**
 * Writes everything into a new file, while people go on working.
 *
 * @param product version of Polyquiz
 * @throws BackupError with a sentence when the file cannot be written
 */
export const createBackup = guarded(
  'backup:run',
  (_viewer, file: string, product: string): Promise<Tally[]> => writeBackup(databaseUrl(), file, product),
)

/**
 * Puts a backup into the database, all or nothing. What comes out is exactly what was backed up, so that nothing is added
 * to the audit trail.
 *
 * @param options whether to delete first what the database holds
 * @throws BackupError with a sentence when the file or the database does not serve; nothing has changed then
 */
export const restoreBackup = guarded(
  'backup:run',
  (_viewer, file: string, options: { replace: boolean }): Promise<{ tables: Restored[]; migrated: string[] }> =>
    restore(databaseUrl(), file, options),
)
