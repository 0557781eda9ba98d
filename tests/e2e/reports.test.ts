import type { Page } from 'playwright'
import { db } from '@/lib/db/client'
import type { QuizDraft } from '@/lib/quiz/schema'
import { draftWords, publishDraft } from '../factories/quizzes'
import { ask, hiddenFields, signedIn } from './ask'
import { attemptIdOf, optionIds, pick, press } from './attempt-page'
import { describe, expect, expectNoAxeViolations, expectNoOverflow, test } from './browser'
import { pressKey, tabTo } from './keys'
import { newPerson } from './people'
import { publish, smallQuiz } from './quizzes'
import { wordsOf } from './words'

const [en, es] = [wordsOf('en'), wordsOf('es')]
const question = /\/attempts\/[0-9a-f-]+\/\d+$/
const oneReport = /\/admin\/reports\/[0-9a-f-]{36}/

type NewPage = (options: {
  as: string
  locale?: 'en' | 'es'
  viewport?: { width: number; height: number }
}) => Promise<Page>

/** Someone reports a problem in the first question of a quiz, in Spanish. */
async function reportedBy(newPage: NewPage, quiz: QuizDraft, text: string, name: string) {
  const slug = await publish(quiz)
  const email = await newPerson({ name, contentLocales: ['es'], uiLocale: 'es' })
  const page = await newPage({ as: email, locale: 'es' })
  await page.goto(`/es/quizzes/${slug}`)
  await press(page, es('quiz.practise'), question)
  await pick(page, (await optionIds(page))[0] ?? '')
  await page.getByText(es('attempt.report')).click()
  await page.getByLabel(es('attempt.reportText')).fill(text)
  await page.getByRole('button', { name: es('attempt.reportSend') }).click()
  await page.getByText(es('attempt.notice.reported')).waitFor()
  const { id } = await db().problemReport.findFirstOrThrow({ where: { attemptId: attemptIdOf(page) } })
  return { page, slug, id, email }
}

/** Publishes other words for the first question in Spanish. */
async function mend(quiz: QuizDraft): Promise<void> {
  const [first, ...others] = quiz.questions
  if (!first) throw new Error('The quiz has questions.')
  const es = { ...draftWords(first.externalId, 'es'), stem: 'El enunciado completo' }
  await publishDraft({ ...quiz, questions: [{ ...first, words: { ...first.words, es } }, ...others] })
}

describe('a problem in a question', () => {
  test('is reported, answered, mended and resolved, and the person reads what became of it', async ({ newPage }) => {
    const quiz = smallQuiz()
    const text = `El enunciado está cortado (${quiz.slug})`
    const { page: member, slug, id } = await reportedBy(newPage, quiz, text, 'Marta Ejemplo')
    await mend(quiz)

    const admin = await newPage({ as: await newPerson({ role: 'admin', name: 'Noor Admin' }) })
    await admin.goto('/en/admin/reports')
    await expectNoAxeViolations(admin, 'the inbox')
    await admin.getByLabel(en('reports.search')).fill('marta cortado')
    await admin.getByLabel(en('reports.language'), { exact: true }).selectOption('es')
    await admin.getByLabel(en('reports.quiz'), { exact: true }).selectOption(slug)
    await press(admin, en('list.show'), /q=marta\+cortado/)
    expect(new URL(admin.url()).searchParams.get('quiz')).toBe(slug)
    expect(await admin.locator('tbody tr').count()).toBe(1)
    await press(admin, text, oneReport)

    // As the person saw it: in Spanish, with their choice; the key is for admins.
    const seen = admin.getByRole('region', { name: en('reports.asSeen') })
    await seen.getByText(`stem of ${slug}/first in es`).waitFor()
    expect(await seen.getByText(en('attempt.picked')).count()).toBe(1)
    expect(await seen.getByText(en('attempt.right')).count()).toBe(1)
    await admin.getByText('Marta Ejemplo').waitFor()
    await expectNoAxeViolations(admin, 'a report')

    await admin.getByRole('button', { name: en('reports.replyOnly') }).click()
    await admin.getByText(en('reports.notice.empty')).waitFor()
    await admin.getByLabel(en('reports.reply'), { exact: true }).fill('Gracias. Ya está entero.')
    const edit = admin.getByLabel(en('reports.edit'), { exact: true })
    const [, newest] = await edit
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))
    await edit.selectOption(newest ?? '')
    await admin.getByRole('button', { name: en('reports.resolve'), exact: true }).click()
    await admin.getByText(en('reports.notice.resolved')).waitFor()
    const stored = await db().problemReport.findUniqueOrThrow({ where: { id }, include: { resolvedTranslation: true } })
    expect(stored).toMatchObject({ status: 'resolved', resolvedTranslation: { locale: 'es', revision: 2 } })

    // The reply may tell the key: it waits for the end of the attempt.
    await member.goto('/es/progress')
    const own = member.getByRole('region', { name: es('reports.own') })
    await own.getByText(text).waitFor()
    await own.getByText(es('reports.resolved')).waitFor()
    await own.getByText(es('reports.wasEdited')).waitFor()
    await own.getByText(es('reports.replyHeld')).waitFor()
    expect(await own.textContent()).not.toContain('Gracias')
    await db().answer.updateMany({ where: { attemptId: stored.attemptId }, data: { revealedAt: new Date() } })
    await member.reload()
    await own.getByText('Gracias. Ya está entero.').waitFor()
    await expectNoAxeViolations(member, 'one’s own reports')

    // Somebody else has read the page from before: nothing is overwritten, and that is said.
    await admin.getByRole('button', { name: en('reports.reopen') }).click()
    await admin.getByText(en('reports.notice.reopened')).waitFor()
    await db().problemReport.update({ where: { id }, data: { reply: 'Other', repliedAt: new Date() } })
    await admin.getByLabel(en('reports.reply'), { exact: true }).fill('Mine')
    await admin.getByRole('button', { name: en('reports.replyOnly') }).click()
    await admin.getByText(en('reports.notice.changed')).waitFor()
    expect(await admin.getByLabel(en('reports.reply'), { exact: true }).inputValue()).toBe('Other')
  })

  test('is handled with the keyboard alone, by a translator, who sees no key', async ({ newPage }) => {
    const quiz = smallQuiz()
    const { id } = await reportedBy(newPage, quiz, `Falta una palabra (${quiz.slug})`, 'Marta Ejemplo')
    await mend(quiz)
    const page = await newPage({ as: await newPerson({ role: 'translator' }) })
    await page.goto(`/en/admin/reports`)
    await tabTo(page, page.getByLabel(en('reports.search')))
    await page.keyboard.type(quiz.slug)
    await pressKey(page, 'Enter', /q=/)
    await tabTo(page, page.locator('tbody a'))
    await pressKey(page, 'Enter', oneReport)
    await page.getByText(`stem of ${quiz.slug}/first in es`).waitFor()
    expect(await page.getByText(en('attempt.right'), { exact: true }).count()).toBe(0)
    await tabTo(page, page.getByLabel(en('reports.reply'), { exact: true }))
    await page.keyboard.type('Gracias.')
    await tabTo(page, page.getByLabel(en('reports.edit'), { exact: true }))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, page.getByRole('button', { name: en('reports.resolve'), exact: true }))
    await pressKey(page, 'Enter', /notice=resolved/)
    await page.getByText(en('reports.notice.resolved')).waitFor()
    expect(await db().problemReport.findUnique({ where: { id } })).toMatchObject({
      status: 'resolved',
      reply: 'Gracias.',
      resolvedTranslationId: expect.any(String),
    })
  })

  test('is resolved among several from the list, without scripts too, and by nobody without the right', async ({
    newPage,
  }) => {
    const quizzes = [smallQuiz(), smallQuiz()]
    const marker = `marca ${quizzes[0]?.slug}`
    const made = []
    for (const quiz of quizzes) made.push(await reportedBy(newPage, quiz, `${marker} ${made.length}`, 'Marta Ejemplo'))
    const ids = made.map(({ id }) => id)
    const path = `/en/admin/reports?q=${encodeURIComponent(marker)}`
    const admin = await signedIn(await newPerson({ role: 'admin' }))
    const html = (await ask(path, { headers: admin })).body
    const form: [string, string][] = [
      ...hiddenFields(html, 'name="report"'),
      ...ids.map((id): [string, string] => ['report', id]),
    ]
    const member = await signedIn(made[0]?.email ?? '')
    expect((await ask(path, { headers: member, form })).status).toBe(404)
    expect((await ask(`/en/admin/reports/${ids[0]}`, { headers: member })).status).toBe(404)
    expect((await ask(path, { form })).headers.location).toContain('/sign-in?next=')
    expect(await db().problemReport.count({ where: { id: { in: ids }, status: 'open' } })).toBe(2)
    const reply = await ask(path, { headers: admin, form })
    expect(`${reply.status} ${reply.headers.location}`).toMatch(/^303 .*resolved=2/)
    expect(await db().problemReport.count({ where: { id: { in: ids }, status: 'open' } })).toBe(0)

    const page = await newPage({ as: await newPerson({ role: 'admin' }), viewport: { width: 390, height: 800 } })
    await page.goto(path)
    expect(await page.locator('tbody tr').count()).toBe(2)
    await expectNoOverflow(page, 'the inbox on a phone')
    await page.goto(`/en/admin/reports/${ids[0]}`)
    await expectNoOverflow(page, 'a report on a phone')
    await page.locator('dd a', { hasText: `${quizzes[0]?.slug}/first` }).click()
    await page.waitForURL('**/questions/**')
    await page.getByRole('textbox').first().waitFor()
  })
})
