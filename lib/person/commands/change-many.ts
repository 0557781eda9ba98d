import { guarded } from '../../access/guard'
import { refreshStandings } from '../../board/standings'
import { db } from '../../db/client'
import { type Changed, deactivate, findPerson, lockPeople, setPlaceInTeam } from '../changes'

/** What is done with several people at once; a team goes by its slug. */
export type ManyChange = { kind: 'join' | 'leave'; team: string } | { kind: 'deactivate' }

export type ManyOutcome =
  | {
      status: 'changed'
      /** How many were changed, were so already, and are not here any more. */
      done: number
      same: number
      gone: number
      /** Names of those who stay since they are the last admin. */
      lastAdmins: string[]
    }
  | { status: 'no-such-team' }

/**
 * Does one thing with several people, in one transaction: with those with whom it can be done. People who join a team are
 * members of it; those who manage it go on doing so.
 */
export const changeMany = guarded(
  'people:manage',
  async (viewer, personIds: readonly string[], change: ManyChange): Promise<ManyOutcome> =>
    db().$transaction(async (tx): Promise<ManyOutcome> => {
      await lockPeople(tx)
      const team = change.kind === 'deactivate' ? null : await tx.team.findUnique({ where: { slug: change.team } })
      if (change.kind !== 'deactivate' && (!team || (team.archivedAt && change.kind === 'join')))
        return { status: 'no-such-team' }
      const outcome = { status: 'changed' as const, done: 0, same: 0, gone: 0, lastAdmins: [] as string[] }
      const changedIds: string[] = []
      for (const personId of new Set(personIds)) {
        const person = await findPerson(tx, { personId })
        if (!person) {
          outcome.gone++
          continue
        }
        let changed: Changed = 'same'
        if (!team) changed = await deactivate(tx, viewer, person)
        else if (change.kind === 'leave') changed = await setPlaceInTeam(tx, viewer, person, team.id, null)
        else if (!(await tx.membership.count({ where: { teamId: team.id, personId, untilAt: null } })))
          changed = await setPlaceInTeam(tx, viewer, person, team.id, 'member')
        if (changed === 'done') changedIds.push(personId)
        if (changed === 'last-admin') outcome.lastAdmins.push(person.name ?? '')
        else outcome[changed]++
      }
      if (changedIds.length > 0) await refreshStandings(tx, changedIds)
      return outcome
    }),
)
