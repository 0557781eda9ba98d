import { guarded } from '../../access/guard'
import { db } from '../../db/client'
import { recordEndedWritings } from '../drafts'

/**
 * Puts on record what people wrote in hours that are over.
 *
 * @returns how many events that made
 */
export const recordEndedHours = guarded(
  'quiz:author',
  (): Promise<number> => db().$transaction((tx) => recordEndedWritings(tx)),
)
