import { actAs } from '@/lib/access/viewer'
import { createAssignment } from '@/lib/assignment/commands'
import type { NewAssignment } from '@/lib/assignment/schema'
import { createViewer } from './people'

/**
 * Assigns a quiz or topics to the members of a team, as a manager of it: without a due date, in UTC, the first attempt
 * counting, unless `terms` says otherwise.
 *
 * @returns the id of the assignment
 */
export async function assign(
  team: string,
  what: NewAssignment['what'],
  terms: Partial<Omit<NewAssignment, 'what'>> = {},
): Promise<string> {
  const manager = await createViewer({ teams: { [team]: 'manager' } })
  const created = await actAs(manager, () =>
    createAssignment(team, {
      ...{ what, personId: null, dueOn: null, zone: 'UTC', counts: 'first', renewMonths: null },
      ...terms,
    }),
  )
  if (created.status !== 'created') throw new Error(`Nothing was assigned: ${created.status}`)
  return created.id
}
