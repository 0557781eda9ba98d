import { guarded } from '../../access/guard'
import { workOneByOne } from '../../db/one-by-one'
import { dateIn } from '../../i18n/calendar'
import { keepReviews } from '../keep'

/**
 * Takes the answers of attempts whose keys have been held back until now into the review queues: an earlier due date
 * would have told which of them were wrong.
 *
 * @param limit how many attempts at most
 * @returns how many were taken
 * @throws AggregateError after all others have been taken, naming those that could not be
 */
export const keepRevealedReviews = guarded(
  'attempt:sweep',
  (_viewer, limit: number = 100): Promise<number> =>
    workOneByOne(
      'Attempts to be reviewed',
      limit,
      async (tx, passedOver) => {
        const [revealed] = await tx.$queryRaw<{ id: string }[]>`
          UPDATE attempt SET reviewed_at = app_now() WHERE id = (
            SELECT id FROM attempt WHERE reviewed_at IS NULL AND reveals_at <= app_now() AND id <> ALL(${passedOver}::uuid[])
            ORDER BY reveals_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id`
        return revealed?.id ?? null
      },
      async (tx, id) => {
        const { revealsAt, person } = await tx.attempt.findUniqueOrThrow({ where: { id }, include: { person: true } })
        await keepReviews(tx, id, { shownOn: revealsAt && dateIn(person.zone, revealsAt) })
      },
    ),
)
