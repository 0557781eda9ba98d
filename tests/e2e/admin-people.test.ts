import type { Page } from 'playwright'
import { db } from '@/lib/db/client'
import { readInvitation } from '@/lib/person/queries'
import { createPerson } from '../factories/people'
import { unique } from '../factories/unique'
import { ask, hiddenFields, signedIn } from './ask'
import { describe, expect, expectNoAxeViolations, test } from './browser'
import { pressKey, tabTo } from './keys'
import { newPerson } from './people'
import { wordsOf } from './words'

const en = wordsOf('en')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const newAdmin = () => newPerson({ role: 'admin', name: 'Admin Example' })

/** Types into the field of a label, with the keyboard alone. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

const teamsOf = async (email: string) =>
  (await db().membership.findMany({ where: { person: { email }, untilAt: null }, include: { team: true } })).map(
    ({ team, role }) => `${team.slug} ${role}`,
  )

describe('people, with the keyboard alone', () => {
  test('are invited, come in by their link, are put into a team, imported, and kept out', async ({ newPage }) => {
    const page = await newPage({ as: await newAdmin() })
    const [slug, name, email] = [unique('team'), `Keyboard ${unique('k')}`, `${unique('k')}@people.test`]

    // A new team.
    await page.goto('/en/admin/teams')
    await typeInto(page, en('teams.name'), 'Night shift')
    await typeInto(page, en('teams.slug'), slug)
    await pressKey(page, 'Enter', `**/admin/teams/${slug}`)

    // An invitation, and its link.
    await tabTo(page, link(page, en('admin.pages.people')))
    await pressKey(page, 'Enter', /\/admin\/people$/)
    await tabTo(page, link(page, en('people.invite')))
    await pressKey(page, 'Enter', /\/people\/invite$/)
    await typeInto(page, en('people.name'), name)
    await typeInto(page, en('people.email'), email)
    await page.keyboard.press('Enter')
    const invitation = page.getByLabel(en('people.link.label', { name }))
    await invitation.waitFor()
    await expect.poll(() => invitation.evaluate((element) => element === document.activeElement)).toBe(true)
    const address = await invitation.inputValue()
    await tabTo(page, button(page, en('people.link.copy')))

    // The link in another browser: it works once.
    const other = await newPage({ expectedStatuses: [404] })
    await other.goto(address)
    await typeInto(other, en('invitation.password'), 'a password by keyboard')
    await pressKey(other, 'Enter', /\/en$/)
    await other.getByRole('heading', { name: en('home.hello', { name }) }).waitFor()
    expect((await other.goto(address))?.status()).toBe(404)
    await other.getByText(en('invitation.usedUp')).waitFor()
    await other.goto('/en')

    // Found, ticked, and put into the team.
    await page.goto('/en/admin/people')
    await typeInto(page, en('people.search'), name)
    await pressKey(page, 'Enter', /\/people\?q=/)
    await page.getByRole('checkbox', { name: en('people.tickAll') }).waitFor()
    const [tick] = [page.getByRole('checkbox', { name: en('people.tick', { name }) })]
    await tabTo(page, tick)
    await page.keyboard.press('Space')
    const many = page.getByRole('group', { name: en('people.many.label') })
    await many.getByLabel(en('people.many.team'), { exact: true }).focus()
    await page.keyboard.type('Night shift')
    await tabTo(page, button(page, en('people.many.join')))
    await page.keyboard.press('Enter')
    await page.getByText(en('people.many.done', { count: 1 })).waitFor()
    expect(await teamsOf(email)).toEqual([`${slug} member`])
    await page.getByRole('row', { name: /Night shift/ }).waitFor()

    // A list: what it would do, then its doing.
    const imported = `${unique('csv')}@people.test`
    await page.goto('/en/admin/people')
    await tabTo(page, link(page, en('people.import')))
    await pressKey(page, 'Enter', /\/people\/import$/)
    await typeInto(page, en('people.importing.text'), `email,name,teams\n${imported},"佐藤, 花子",nowhere\n`)
    await tabTo(page, button(page, en('people.importing.check')))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: en('people.importing.refused', { count: 1 }) }).waitFor()
    expect(await page.getByRole('row').last().textContent()).toBe(
      `2teams${en('people.importing.problem.team-unknown', { found: 'nowhere' })}`,
    )
    await page.goto('/en/admin/people/import')
    await typeInto(
      page,
      en('people.importing.text'),
      `email,name,teams\n${imported},"佐藤, 花子",${slug}:manager\n${email},,`,
    )
    await tabTo(page, button(page, en('people.importing.check')))
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { name: en('people.importing.would', { added: '1', changed: '0', same: '1' }) })
      .waitFor()
    expect(await db().person.count({ where: { email: imported } })).toBe(0)
    await tabTo(page, button(page, en('people.importing.apply')))
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { name: en('people.importing.applied', { added: '1', changed: '0', same: '1' }) })
      .waitFor()
    expect(await teamsOf(imported)).toEqual([`${slug} manager`])
    await page.goto(`/en/admin/people?q=${encodeURIComponent('花子')}`)
    await page.getByText('佐藤, 花子').first().waitFor()

    // Deactivated, the person is out at once.
    await page.goto(`/en/admin/people?q=${encodeURIComponent(email)}`)
    await tabTo(page, link(page, name))
    await pressKey(page, 'Enter', /\/people\/[0-9a-f-]{36}$/)
    await tabTo(page, button(page, en('people.deactivateSubmit')))
    await pressKey(page, 'Enter', /notice=done$/)
    await page.getByText(en('people.states.deactivated'), { exact: true }).waitFor()
    await other.goto('/en/quizzes')
    await other.waitForURL(/\/en\/sign-in/)
    await tabTo(page, button(page, en('people.reactivateSubmit')))
    await page.keyboard.press('Enter')
    await button(page, en('people.deactivateSubmit')).waitFor()
  })
})

describe('a person’s page', () => {
  test('changes name, role and teams, and makes a link on demand', async ({ newPage }) => {
    const page = await newPage({ as: await newAdmin() })
    const [team, email] = [unique('team'), `${unique('page')}@people.test`]
    await createPerson({ teams: { [team]: 'member' } })
    const { personId } = await createPerson({ email, name: 'Page Example' })
    await page.goto(`/en/admin/people/${personId}`)
    await page.getByLabel(en('people.name'), { exact: true }).fill('Renamed Example')
    await page.getByLabel(en('people.role'), { exact: true }).selectOption('translator')
    await button(page, en('people.save')).click()
    await page.getByRole('heading', { level: 1, name: 'Renamed Example' }).waitFor()
    await page.getByText(en('people.notice.done')).waitFor()
    expect(await page.getByLabel(en('people.role'), { exact: true }).inputValue()).toBe('translator')

    await page.getByLabel(en('people.addToTeam')).selectOption(team)
    await page.getByLabel(en('people.inTeamAs'), { exact: true }).selectOption('manager')
    await button(page, en('people.add')).click()
    await button(page, `${en('people.makeRole.member')} (${team})`).click()
    await button(page, `${en('people.makeRole.manager')} (${team})`).waitFor()
    expect(await teamsOf(email)).toEqual([`${team} member`])
    await button(page, `${en('people.takeOut')} (${team})`).click()
    await page.getByText(en('people.noTeams')).waitFor()

    await button(page, en('people.link.make')).click()
    const field = page.getByLabel(en('people.link.label', { name: 'Renamed Example' }))
    expect(await field.inputValue()).toMatch(/\/invitation\/[\w-]{43}$/)
    // Shown once: the page itself does not know it.
    await page.reload()
    await page.getByText(en('people.noPassword')).waitFor()
    expect(await field.count()).toBe(0)
  })

  test('keeps the last admin', async ({ newPage }) => {
    const email = await newAdmin()
    const others = { role: 'admin', deactivatedAt: null, NOT: { email } } as const
    const ids = (await db().person.findMany({ where: others, select: { id: true } })).map(({ id }) => id)
    await db().person.updateMany({ where: { id: { in: ids } }, data: { role: 'translator' } })
    try {
      const { id, name } = await db().person.findUniqueOrThrow({ where: { email } })
      const page = await newPage({ as: email })
      await page.goto(`/en/admin/people/${id}`)
      await page.getByLabel(en('people.role'), { exact: true }).selectOption('member')
      await button(page, en('people.save')).click()
      await page.getByText(en('people.notice.last-admin')).waitFor()
      expect(await page.getByLabel(en('people.role'), { exact: true }).inputValue()).toBe('admin')
      await button(page, en('people.deactivateSubmit')).click()
      await page.getByText(en('people.notice.last-admin')).waitFor()
      await page.goto(`/en/admin/people?q=${encodeURIComponent(email)}`)
      await page.getByRole('checkbox', { name: en('people.tickAll') }).check()
      await button(page, en('people.many.deactivate')).click()
      await page.getByText(en('people.many.lastAdmin', { name: name ?? '' })).waitFor()
    } finally {
      await db().person.updateMany({ where: { id: { in: ids } }, data: { role: 'admin' } })
    }
  })
})

describe('the list of people', () => {
  test('keeps search, filters and order in its address, in another language too', async ({ newPage }) => {
    const team = unique('team')
    for (const name of ['Beta', 'Álfa', 'Gamma'])
      await createPerson({ name: `${name} ${team}`, teams: { [team]: name === 'Beta' ? 'manager' : 'member' } })
    const page = await newPage({ as: await newAdmin() })
    const names = async () => (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split(' ')[0])
    await page.goto('/en/admin/people')
    await page.getByRole('searchbox').fill(team)
    await page.getByLabel(en('people.state'), { exact: true }).selectOption('invited')
    await page.locator('#filter-team').selectOption(team)
    await button(page, en('list.show')).click()
    await page.waitForURL(/team=/)
    expect(await names()).toEqual(['Álfa', 'Beta', 'Gamma'])
    await link(page, en('people.name')).click()
    await page.waitForURL(/sort=name\.desc/)
    await expect.poll(names).toEqual(['Gamma', 'Beta', 'Álfa'])
    const { search } = new URL(page.url())
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      q: team,
      state: 'invited',
      team,
      sort: 'name.desc',
    })
    await page.goto(`/ja/admin/people${search}`)
    expect(await names()).toEqual(['Gamma', 'Beta', 'Álfa'])
    await link(page, wordsOf('ja')('list.all')).click()
    await page.waitForURL(/\/ja\/admin\/people$/)
  })

  test('gives links to several people who have no password, as a table', async ({ newPage }) => {
    const team = unique('team')
    const invited = await createPerson({ name: 'Iri "Ray" Example', teams: { [team]: 'member' } })
    const settled = await createPerson({ teams: { [team]: 'member' } })
    await db().credential.create({ data: { personId: settled.personId, argon2: 'a password of their own' } })
    const page = await newPage({ as: await newAdmin() })
    await page.goto(`/en/admin/people?team=${team}`)
    await page.getByRole('checkbox', { name: en('people.tickAll') }).check()
    await button(page, en('people.many.link')).click()
    const table = page.getByLabel(en('people.many.links'))
    await expect.poll(() => table.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByText(en('people.many.hasPassword', { count: 1 })).waitFor()
    const csv = await table.inputValue()
    const [, token = ''] = /^"Iri ""Ray"" Example",\S+,http\S+\/invitation\/([\w-]{43})\r?\n$/.exec(csv) ?? []
    expect(await readInvitation(token)).toMatchObject({ purpose: 'invite', email: invited.email })
    expect(csv).not.toContain(settled.email)
    await expectNoAxeViolations(page, 'links for several people')
  })

  test('works without scripts: several people are put into a team, and a list is tried and applied', async () => {
    const admin = await signedIn(await newAdmin())
    const team = unique('team')
    await createPerson({ teams: { [team]: 'member' } })
    const { personId, email } = await createPerson()
    const path = `/en/admin/people?q=${encodeURIComponent(email)}`
    const list = await ask(path, { headers: admin })
    const joined = await ask(path, {
      headers: admin,
      form: [...hiddenFields(list.body, 'name="person"'), ['person', personId], ['team', team], ['change', 'join']],
    })
    expect(joined.body).toContain(en('people.many.done', { count: 1 }))
    expect(await teamsOf(email)).toEqual([`${team} member`])

    const text = `email,name\r\n${email},Renamed by a list\r\n`
    const page = await ask('/en/admin/people/import', { headers: admin })
    const tried = await ask('/en/admin/people/import', {
      headers: admin,
      form: [...hiddenFields(page.body, 'name="text"'), ['text', text]],
    })
    expect(tried.body).toContain(en('people.importing.would', { added: '0', changed: '1', same: '0' }))
    const applied = await ask('/en/admin/people/import', {
      headers: admin,
      form: hiddenFields(tried.body, 'name="mark"'),
    })
    expect(applied.body).toContain(en('people.importing.applied', { added: '0', changed: '1', same: '0' }))
    expect(await db().person.findUnique({ where: { email } })).toMatchObject({ name: 'Renamed by a list' })
  })
})
