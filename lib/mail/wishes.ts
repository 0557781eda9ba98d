import type { Transaction } from '../db/client'
import type { MailWishes } from './schema'

/**
 * Sets which mails a person wants.
 *
 * @param wishes kinds that it does not name stay as they are
 * @returns whether anything is different now
 */
export async function setMailWishes(tx: Transaction, personId: string, wishes: MailWishes): Promise<boolean> {
  const { reminder = null, digest = null } = wishes
  const changed = await tx.$executeRaw`
    UPDATE person SET
      reminders_off_at = CASE WHEN wanted.reminder IS NULL OR wanted.reminder = (reminders_off_at IS NULL)
        THEN reminders_off_at WHEN NOT wanted.reminder THEN app_now() END,
      digest_off_at = CASE WHEN wanted.digest IS NULL OR wanted.digest = (digest_off_at IS NULL)
        THEN digest_off_at WHEN NOT wanted.digest THEN app_now() END
    FROM (SELECT ${reminder}::boolean AS reminder, ${digest}::boolean AS digest) AS wanted
    WHERE id = ${personId}::uuid
      AND (wanted.reminder <> (reminders_off_at IS NULL) OR wanted.digest <> (digest_off_at IS NULL))`
  return changed > 0
}
