import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { db, newId } from '@/lib/db/client'
import { assignDirectly } from '../factories/assignments'
import { createPerson } from '../factories/people'
import { unique } from '../factories/unique'
import { ask } from './ask'
import { describe, expect, expectNoAxeViolations, expectNoOverflow, inject, test } from './browser'
import { newPerson } from './people'
import { publish } from './quizzes'
import { wordsOf } from './words'

const [en, es] = [wordsOf('en'), wordsOf('es')]

/** A reminder that waits to be sent, to someone new who reads Spanish. */
async function waitingReminder(): Promise<{ email: string; name: string; personId: string; mailId: string }> {
  const name = `Marta ${unique('mail')}`
  const { personId, email } = await createPerson({ name, uiLocale: 'es', zone: 'Europe/Madrid' })
  const assignmentId = await assignDirectly({
    personId,
    quiz: await publish(),
    dueOn: '2026-01-31',
    zone: 'Europe/Madrid',
  })
  const { dueAt } = await db().assignment.findUniqueOrThrow({ where: { id: assignmentId } })
  const mailId = newId()
  await db().outbox.create({
    data: { id: mailId, kind: 'reminder', dedupeKey: `reminder:${personId}:test`, personId, payload: {} },
  })
  await db().reminder.create({
    data: { assignmentId, personId, dueAt: dueAt ?? new Date(), stage: 'weekAfter', outboxId: mailId },
  })
  return { email, name, personId, mailId }
}

describe('a mail', () => {
  test('is sent by itself, read by admins, and its link takes the person off without scripts', async ({ newPage }) => {
    const { email, name, personId, mailId } = await waitingReminder()
    await expect
      .poll(async () => (await db().outbox.findUniqueOrThrow({ where: { id: mailId } })).sentAt, { timeout: 60_000 })
      .not.toBeNull()
    const file = readFileSync(join(inject('dataFolder'), 'mail', `reminder-${personId}-test.eml`), 'utf8')
    const oneClick = /^List-Unsubscribe: <([^>]+)>/m.exec(file.replace(/\r\n\s+/g, ' '))?.[1] ?? ''

    const admin = await newPage({ as: await newPerson({ role: 'admin' }) })
    await admin.goto('/en/admin/mails')
    await admin.getByLabel(en('mail.search')).fill(name)
    await admin.getByLabel(en('mail.stateLabel'), { exact: true }).selectOption('sent')
    await admin.getByLabel(en('mail.kindLabel'), { exact: true }).selectOption('reminder')
    await admin.getByRole('button', { name: en('list.show') }).click()
    await admin.waitForURL(/state=sent&kind=reminder/)
    const row = admin.getByRole('row', { name: new RegExp(name) })
    expect(await row.textContent()).toContain(en('mail.state.sent'))
    await expectNoAxeViolations(admin, 'the list of mails')
    await row.getByRole('link').click()
    await admin.waitForURL(/\/admin\/mails\/[0-9a-f-]{36}$/)
    const text = admin.getByText(es('mail.hello', { name }))
    await text.waitFor()
    expect(await text.getAttribute('lang')).toBe('es')
    await expectNoAxeViolations(admin, 'a mail')
    const link = /http\S+\/es\/unsubscribe\/\S+/.exec((await text.textContent()) ?? '')?.[0] ?? ''

    // Programs follow links: nothing changes before the button is pressed.
    const member = await newPage({ javaScript: false, viewport: { width: 390, height: 800 } })
    await member.goto(link)
    await expectNoOverflow(member, 'the page that asks')
    await member.goto(oneClick)
    await member.waitForURL(/\/en\/unsubscribe\//)
    await member.goto(link)
    expect((await db().person.findUniqueOrThrow({ where: { email } })).remindersOffAt).toBeNull()
    await member.getByRole('button', { name: es('mail.unsubscribe.submit') }).click()
    await member.getByText(es('mail.isOff.reminder')).waitFor()
    expect((await db().person.findUniqueOrThrow({ where: { email } })).remindersOffAt).not.toBeNull()

    // The profile brings them back.
    const profile = await newPage({ as: email, javaScript: false })
    await profile.goto('/es/profile')
    expect(await profile.getByLabel(es('mail.wish.digest')).count()).toBe(0)
    await profile.getByLabel(es('mail.wish.reminder')).check()
    await profile.getByRole('button', { name: es('profile.save') }).click()
    await profile.getByText(es('profile.saved')).waitFor()
    expect((await db().person.findUniqueOrThrow({ where: { email } })).remindersOffAt).toBeNull()

    // One request of a mail program does it too, from wherever it comes, and gets no redirect.
    const { pathname } = new URL(oneClick)
    const reply = await ask(pathname, {
      headers: { origin: 'https://mail.example' },
      form: [['List-Unsubscribe', 'One-Click']],
    })
    expect(`${reply.status} ${reply.body}`).toBe('200 ')
    expect((await db().person.findUniqueOrThrow({ where: { email } })).remindersOffAt).not.toBeNull()
    expect((await ask(`${pathname}x`, { form: [['List-Unsubscribe', 'One-Click']] })).status).toBe(404)
  })
})
