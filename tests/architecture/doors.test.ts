import { expect, test } from 'vitest'
import { rights } from '@/lib/access/rights'
import { doorFiles, foundDoors } from './doors'

/** Pure functions that stand beside a door. */
const noDoors = ['exchange/content.ts draftOfContent']

test('every query and command is guarded', () => {
  expect(foundDoors.length).toBeGreaterThan(20)
  expect(doorFiles.length).toBeGreaterThan(15)
  const unguarded = foundDoors.filter(({ right }) => right === undefined).map(({ name }) => name)
  expect(unguarded).toEqual(noDoors)
  for (const { name, right } of foundDoors) if (right) expect(['public', ...Object.keys(rights)], name).toContain(right)
})

test('what lets everyone in is written out here as well', () => {
  expect(foundDoors.filter(({ right }) => right === 'public').map(({ name }) => name)).toEqual([
    'mail/commands/unsubscribe.ts unsubscribe',
    'mail/queries.ts readUnsubscribeLink',
    'person/commands/invitations.ts choosePassword',
    'person/commands/sign-in.ts signIn',
    'person/queries.ts readInvitation',
  ])
})
