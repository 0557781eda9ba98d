import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mayDo, type Right } from '@/lib/access/rights'
import { db } from '@/lib/db/client'
import { ask, signedIn } from './ask'
import { describe, expect, test } from './browser'
import { newPerson } from './people'

/** What each action of a page for those who run Polyquiz asks for, and what it is bound to in the page. */
const needed: Record<string, { right: Right; bound?: unknown }> = {
  addAction: { right: 'quiz:author', bound: { locale: 'en', slug: 'none' } },
  addTeamAction: { right: 'people:manage' },
  changeManyAction: { right: 'people:manage' },
  changeQuizAction: { right: 'quiz:author' },
  changeStatesAction: { right: 'quiz:author' },
  deleteImageAction: { right: 'quiz:author' },
  discardAction: { right: 'quiz:translate' },
  eraseAction: { right: 'people:manage' },
  findingAction: { right: 'quiz:author' },
  handleReportAction: { right: 'report:handle' },
  importAction: { right: 'quiz:author' },
  importPeopleAction: { right: 'people:manage' },
  inviteAction: { right: 'people:manage' },
  makeLinkAction: { right: 'people:manage' },
  moveAction: { right: 'quiz:author', bound: { locale: 'en', slug: 'none' } },
  orderAction: { right: 'quiz:author', bound: { locale: 'en', slug: 'none' } },
  previewAction: { right: 'quiz:translate' },
  questionAction: { right: 'quiz:author' },
  renameTeamAction: { right: 'people:manage' },
  reopenReportAction: { right: 'report:handle' },
  resolveReportsAction: { right: 'report:handle' },
  saveSettingsAction: { right: 'quiz:translate', bound: { locale: 'en', slug: 'none', withRules: true } },
  savePersonAction: { right: 'people:manage' },
  setActiveAction: { right: 'people:manage' },
  setAllowanceAction: { right: 'people:manage' },
  setAltTextsAction: { right: 'quiz:author' },
  setArchivedAction: { right: 'people:manage' },
  setPlaceAction: { right: 'people:manage' },
  setTeamRoleAction: { right: 'people:manage' },
}

type Entry = { exportedName: string; filename: string; workers: Record<string, unknown> }

/** An action: Next takes it at the address of a page that has it. */
type Action = { id: string; name: string; path: string }

/** Every action that the build has under `(admin)`. */
function builtActions(): Action[] {
  const file = resolve(import.meta.dirname, '../../.next/server/server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as { node: Record<string, Entry> }
  return Object.entries(node)
    .filter(([, { filename }]) => filename.includes('(admin)'))
    .map(([id, { exportedName: name, workers }]) => ({ id, name, path: addressOf(Object.keys(workers)[0] ?? '') }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** An address of a page, from its place in the build. */
const addressOf = (page: string) =>
  page
    .replace(/^app|\/page$|\/\([a-z]+\)/g, '')
    .replace('[locale]', 'en')
    .replace(/\[[a-zA-Z]+\]/g, 'none')

describe('every action of the pages for those who run Polyquiz', () => {
  const actions = builtActions()

  test('is in the table above', () => {
    expect(actions.map(({ name }) => name)).toEqual(Object.keys(needed).sort())
  })

  test('is not there for those without its right, and sends whoever is signed out to sign in', async () => {
    const roles = ['member', 'translator', 'admin'] as const
    const people = await Promise.all(
      roles.map(async (role) => ({ role, headers: await signedIn(await newPerson({ role })) })),
    )
    const [, , admin] = people
    const call = ({ id, name, path }: Action, headers: Record<string, string>) => {
      const { bound = 'en' } = needed[name] ?? {}
      // As React sends it: what it is bound to, the rest, and a form as the last.
      const form: [string, string][] = [
        ['1_name', 'Changed by a stranger'],
        ['0', JSON.stringify([bound, 'none', null, '$K1'])],
      ]
      return ask(path, { headers: { ...admin?.headers, ...headers, 'next-action': id }, form })
    }
    const changes = () => db().auditEvent.count()
    const before = await changes()
    for (const action of actions) {
      const { name } = action
      const right = needed[name]?.right ?? 'people:manage'
      for (const { role, headers } of people) {
        const { status } = await call(action, headers)
        if (!mayDo(role, right)) expect(status, `${name} for a ${role}`).toBe(404)
      }
      const nobody = await call(action, { cookie: '' })
      expect(nobody.headers['x-action-redirect'], `${name} for nobody`).toContain('/en/sign-in?next=')
    }
    expect(await changes()).toBe(before)
    // The same call does reach an action for those who hold its right.
    const reached = await Promise.all(actions.map(async (action) => (await call(action, {})).status))
    expect(reached.filter((status) => status !== 404).length).toBeGreaterThan(actions.length / 2)
  })
})
