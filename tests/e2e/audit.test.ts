import { actAs, operator } from '@/lib/access/viewer'
import { changeRole } from '@/lib/person/commands/manage-people'
import { ask, signedIn } from './ask'
import { press } from './attempt-page'
import { expect, expectNoAxeViolations, expectNoOverflow, test } from './browser'
import { newPerson } from './people'
import { wordsOf } from './words'

const ja = wordsOf('ja')

test('the audit trail is searched, filtered and exported as it is shown', async ({ newPage }) => {
  const name = `=監査 ${crypto.randomUUID().slice(0, 8)}`
  const email = await newPerson({ name, role: 'member', teams: { platform: 'member' } })
  await actAs(operator, () => changeRole(email, 'translator'))
  const admin = await newPerson({ role: 'admin' })
  const page = await newPage({ as: admin, locale: 'ja' })
  await page.goto('/ja/admin/audit')
  await expectNoAxeViolations(page, 'the audit trail')
  await page.getByLabel(ja('audit.search')).fill(name.slice(1))
  await page.getByLabel(ja('audit.group')).selectOption('person')
  await press(page, ja('list.show'), /kind=person/)

  const entries = page.getByRole('list', { name: ja('audit.list') }).getByRole('listitem')
  expect(await entries.count()).toBe(2)
  await page.getByLabel(ja('audit.group')).selectOption('team')
  await press(page, ja('list.show'), /kind=team/)
  expect(await entries.count()).toBe(1)
  await entries.getByText(ja('audit.action.team.membership')).waitFor()
  await page.getByLabel(ja('audit.group')).selectOption('person')
  await press(page, ja('list.show'), /kind=person/)
  const [role, add] = [entries.nth(0), entries.nth(1)]
  await role.getByText(ja('audit.action.person.role')).waitFor()
  expect(await role.locator('del').textContent()).toBe('member')
  expect(await role.locator('ins').textContent()).toBe('translator')
  await add.getByText(email).waitFor()
  await add
    .getByText(`(${ja('audit.personal')})`)
    .first()
    .waitFor()
  await role.getByText(ja('audit.system')).waitFor()

  // What an action is called is found as well as its code.
  await page.getByLabel(ja('audit.search')).fill(`${ja('audit.action.person.role')} ${name.slice(1)}`)
  await press(page, ja('list.show'), (url) =>
    (url.searchParams.get('q') ?? '').startsWith(ja('audit.action.person.role')),
  )
  expect(await entries.count()).toBe(1)

  const download = async (words: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: words }).click()])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
  }
  const csv = await download(ja('audit.csv'))
  expect(csv.name).toBe('polyquiz-audit.csv')
  const lines = csv.text.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFtime,actor,/)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`,${ja('audit.action.person.role')},person.role,'${name},person,`)
  expect(lines[1]).toContain('"{""role"":""member""}","{""role"":""translator""}"')
  const jsonl = await download(ja('audit.jsonl'))
  expect(
    jsonl.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { action: 'person.role', subjectName: name, before: { role: 'member' }, after: { role: 'translator' } },
  ])

  // A day on which nothing happened.
  await page.getByLabel(ja('audit.until')).fill('2020-01-01')
  await press(page, ja('list.show'), /until=2020-01-01/)
  await page.getByText(ja('list.count', { total: 0 })).waitFor()
  expect(await entries.count()).toBe(0)

  const narrow = await newPage({ as: admin, locale: 'ja', viewport: { width: 390, height: 800 } })
  await narrow.goto('/ja/admin/audit')
  await expectNoOverflow(narrow, 'the audit trail on a phone')

  for (const format of ['csv', 'jsonl']) {
    const reply = await ask(`/api/audit?format=${format}`, { headers: await signedIn(email) })
    expect(`${reply.status} ${reply.body}`).toBe('404 {"status":"not-found"}')
  }
})
