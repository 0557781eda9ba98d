import { db } from '@/lib/db/client'
import { writeHistory } from '../factories/history'
import { createPerson, createViewer } from '../factories/people'
import { describe, expect, expectNoAxeViolations, expectNoOverflow, test } from './browser'
import { newPerson } from './people'
import { FIRST_QUIZ } from './quizzes'
import { wordsOf } from './words'

const PHONE = { width: 390, height: 844 }
/** The day it is in the zone of those whom tests add. */
const today = () => new Date().toISOString().slice(0, 10)

describe('my progress', () => {
  for (const locale of ['en', 'ja'] as const)
    test(`of someone who has never answered, in ${locale}`, async ({ newPage }) => {
      const page = await newPage({ as: await newPerson(), locale, viewport: PHONE })
      const t = wordsOf(locale)
      await page.goto(`/${locale}/progress`)
      await page.getByText(t('progress.begin')).waitFor()
      await page
        .getByRole('region', { name: t('review.title') })
        .getByText(t('review.none'))
        .waitFor()
      expect(await page.getByRole('link', { name: t('next.open') }).count()).toBe(1)
      expect(await page.getByRole('heading', { name: t('progress.weeks') }).count()).toBe(0)
      await expectNoOverflow(page, 'an empty progress')
      await expectNoAxeViolations(page, 'an empty progress')

      await page.goto(`/${locale}`)
      await page
        .getByRole('region', { name: t('review.title') })
        .getByText(t('review.none'))
        .waitFor()
      await expectNoAxeViolations(page, 'an empty home')
    })

  for (const locale of ['es', 'zh-Hans'] as const)
    test(`of someone with a long history, in ${locale}`, async ({ newPage }) => {
      const { personId, email } = await createPerson({ name: 'Robin Example', contentLocales: [locale] })
      await writeHistory(personId, FIRST_QUIZ, today())
      const page = await newPage({ as: email, locale, viewport: PHONE })
      const t = wordsOf(locale)
      await page.goto(`/${locale}/progress`)

      const days = page.getByRole('region', { name: t('progress.days'), exact: true })
      const practised = await db().answer.groupBy({ by: ['answeredOn'], where: { attempt: { personId } } })
      // Every day of the last week is among them but one, which a streak forgives.
      const finding = await days.locator('figcaption').textContent()
      expect(finding).toContain(String(practised.length))
      expect(await days.locator('rect[class] title').count()).toBe(practised.length)
      await days.getByText(t('progress.daysTable')).click()
      const cells = await days.getByRole('cell').allTextContents()
      const total = await db().answer.count({ where: { attempt: { personId } } })
      expect(cells.filter((_cell, index) => index % 8 === 7).reduce((sum, cell) => sum + Number(cell), 0)).toBe(total)
      // On a phone the newest days are seen first.
      const frame = await days.locator('[tabindex="0"]').first().boundingBox()
      const newest = await days.locator('rect[class]:has(title)').last().boundingBox()
      if (!frame || !newest) throw new Error('The calendar is not shown.')
      expect(newest.x).toBeGreaterThan(frame.x)
      expect(newest.x + newest.width).toBeLessThanOrEqual(frame.x + frame.width + 1)

      const weeks = page.getByRole('region', { name: t('progress.weeks'), exact: true })
      expect(await weeks.locator('figcaption').textContent()).toContain('%')
      await weeks.getByText(t('progress.weeksTable')).click()
      expect(await weeks.getByRole('row').count()).toBe(13)

      await expectNoOverflow(page, 'a long progress')
      await expectNoAxeViolations(page, 'a long progress, light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectNoAxeViolations(page, 'a long progress, dark', { runOnly: ['color-contrast', 'link-in-text-block'] })

      const missed = page.getByRole('region', { name: t('progress.missed'), exact: true }).getByRole('link')
      expect(await missed.count()).toBe(5)
      const target = new URL((await missed.first().getAttribute('href')) ?? '', page.url())
      await missed.first().click()
      await page.waitForURL(`**${target.pathname}${target.hash}`)
      await page.locator(target.hash).waitFor()
    })

  test('has one primary action: the review, once something is due', async ({ newPage }) => {
    const viewer = await createViewer({ name: 'Robin Example' })
    await writeHistory(viewer.personId, FIRST_QUIZ, today())
    const questions = await db().answer.findMany({
      where: { attempt: { personId: viewer.personId } },
      distinct: ['questionId'],
      select: { questionId: true },
      take: 3,
    })
    const card = { stability: 1, difficulty: 5, reps: 1, lapses: 0, lastRatedOn: new Date(today()) }
    await db().reviewCard.createMany({
      data: questions.map(({ questionId }) => ({
        ...card,
        personId: viewer.personId,
        questionId,
        dueOn: new Date(today()),
      })),
    })
    const page = await newPage({ as: viewer.email })
    const t = wordsOf('en')
    for (const path of ['/en', '/en/progress']) {
      await page.goto(path)
      const form = page.locator('form[action="/api/review"]')
      expect(await form.count(), path).toBe(1)
      expect(await form.locator('input[name="uiLocale"]').inputValue()).toBe('en')
      await form.getByRole('button', { name: t('review.start') }).waitFor()
      expect(await form.locator('button.bg-accent').count(), path).toBe(1)
      await page.getByText(t('review.due', { due: 3, quizzes: 1 })).waitFor()
      expect(await page.locator('main .bg-accent').count(), path).toBe(1)
      await expectNoAxeViolations(page, `${path} with a review due`)
    }
  })
})
