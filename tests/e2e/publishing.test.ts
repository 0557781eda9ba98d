import type { Locator, Page } from 'playwright'
import { db } from '@/lib/db/client'
import { draftQuestion, draftWords, publishDraft, quizDraft, saveDraft } from '../factories/quizzes'
import { ask, masked, signedIn } from './ask'
import { attemptIdOf, press } from './attempt-page'
import { describe, expect, expectNoAxeViolations, expectNoOverflow, test } from './browser'
import { newPerson } from './people'
import { wordsOf } from './words'

const en = wordsOf('en')
const LOCALES = ['en', 'ja'] as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const admin = () => newPerson({ role: 'admin', name: 'Kim Example' })

/** Everything that a learner's work leaves. */
const traces = () => Promise.all([db().attempt.count(), db().answer.count(), db().reviewCard.count()])

/** A draft of two questions; in Japanese two options of the first read alike, and its explanation names a letter. */
function brokenDraft() {
  const draft = quizDraft({ locales: LOCALES, questions: 2 })
  const [first] = draft.questions
  if (!first) throw new Error('The draft has questions.')
  first.words.ja = {
    ...draftWords(first.externalId, 'ja'),
    options: { a: '同じ', b: '同じ。', c: '三', d: '四' },
    explanation: '正解は B です。',
  }
  return draft
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab')
    if (await target.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The keyboard does not reach ${target}.`)
}

describe('a quiz', () => {
  test('goes from a draft with something missing to members, and in the end into the archive', async ({ newPage }) => {
    const draft = brokenDraft()
    await saveDraft(draft)
    const { slug } = draft
    const page = await newPage({ as: await admin() })
    await page.goto('/en/admin/quizzes')
    await page.getByLabel(en('publishing.search')).fill('同じ')
    await press(page, en('list.show'), /q=/)
    await page.getByRole('link', { name: `${slug} in en` }).click()
    await page.waitForURL(`**/admin/quizzes/${slug}`)
    const checklist = page.getByRole('region', { name: en('publishing.checklist') })
    await checklist.getByText(en('publishing.check.duplicate-options', { language: '日本語' })).waitFor()
    await checklist.getByText(en('publishing.check.bare-option', { language: '日本語' })).waitFor()
    expect(await button(page, en('publishing.action.publish')).isDisabled()).toBe(true)
    const where = checklist.getByRole('link', { name: en('publishing.questionNumber', { position: 1 }) }).first()
    expect(await where.getAttribute('href')).toMatch(new RegExp(`/en/admin/quizzes/${slug}/questions/.+language=ja`))
    await expectNoAxeViolations(page, 'a quiz that is blocked')

    const [first, second] = draft.questions
    if (!first || !second) throw new Error('The draft has questions.')
    const mended = draftQuestion({ externalId: first.externalId }, LOCALES)
    await saveDraft({ ...draft, questions: [mended, second] })
    await page.goto(`/en/admin/quizzes/${slug}`)
    await checklist.getByText(en('publishing.nothingMissing')).waitFor()

    const before = await traces()
    await page.getByRole('link', { name: en('publishing.toPreview'), exact: true }).click()
    await page.waitForURL('**/preview/1')
    await page.getByRole('link', { name: '日本語' }).click()
    await page.waitForURL(/language=ja/)
    await page.getByText(`stem of ${first.externalId} in ja`).waitFor()
    expect(await page.content()).not.toContain(`explanation of ${first.externalId}`)
    await page.locator('label', { hasText: `option b of ${first.externalId} in ja` }).click()
    await press(page, en('attempt.check'), /check=yes/)
    await page.getByText(`explanation of ${first.externalId} in ja`).waitFor()
    await expectNoAxeViolations(page, 'a preview with its key')
    expect(await traces()).toEqual(before)

    await page.goto(`/en/admin/quizzes/${slug}`)
    await press(page, en('publishing.action.publish'), /notice=published/)
    const member = await newPage({ as: await newPerson() })
    await member.goto(`/en/quizzes/${slug}`)
    await press(member, en('quiz.practise'), /\/1$/)
    const attemptId = attemptIdOf(member)

    await press(page, en('publishing.action.retire'), /notice=changed/)
    await page.getByText(en('publishing.running', { count: 1 })).waitFor()
    await member.locator('input[name=pick]').first().check()
    await press(member, en('attempt.check'), /\/1(#.*)?$/)
    await member.getByRole('region', { name: en('attempt.verdictLabel') }).waitFor()
    await member.goto(`/en/attempts/${attemptId}/finish`)
    await member.locator(`form[action$="/submit"] button`).first().click()
    await member.waitForURL(/\/result$/)
    await member.goto(`/en/quizzes/${slug}`)
    await member.getByText(en('publishing.member.retired')).waitFor()
    expect(await button(member, en('quiz.practise')).count()).toBe(0)

    await press(page, en('publishing.action.archive'), /notice=changed/)
    await page.getByText(en('publishing.about.archived')).waitFor()
    await member.goto('/en/quizzes')
    await member.getByRole('heading', { level: 1, name: en('quizzes.title') }).waitFor()
    expect(await member.locator(`main a[href$="/quizzes/${slug}"]`).count()).toBe(0)
    await member.goto(`/en/attempts/${attemptId}/result`)
    await member.getByRole('heading', { level: 1 }).waitFor()
  })

  test('is published with the keyboard alone, as a beta first', async ({ newPage }) => {
    const draft = quizDraft({ locales: LOCALES, questions: 2 })
    await saveDraft(draft)
    const page = await newPage({ as: await admin() })
    await page.goto(`/en/admin/quizzes?q=${draft.slug}`)
    await tabTo(page, page.getByRole('link', { name: `${draft.slug} in en` }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/quizzes/${draft.slug}`)
    await tabTo(page, button(page, en('publishing.action.beta')))
    await page.keyboard.press('Enter')
    await page.waitForURL(/notice=beta/)
    const member = await newPage({ as: await newPerson() })
    await member.goto(`/en/quizzes/${draft.slug}`)
    await member.getByText(en('publishing.member.beta')).waitFor()
    await press(member, en('quiz.exam'), /\/1$/)
    await member.goto(`/en/attempts/${attemptIdOf(member)}/finish`)
    await member.locator(`form[action$="/submit"] button`).first().click()
    await member.waitForURL(/\/result$/)
    await member.getByRole('heading', { name: en('publishing.member.betaResult') }).waitFor()
    await tabTo(page, button(page, en('publishing.action.publish')))
    await page.keyboard.press('Enter')
    await page.waitForURL(/notice=published/)
    await page.getByText(en('publishing.about.published')).waitFor()
  })

  test('is archived and brought back among others in the list, on a phone and without scripts', async ({ newPage }) => {
    const drafts = [quizDraft({ questions: 1 }), quizDraft({ questions: 1 })]
    const word = drafts[0]?.slug ?? ''
    for (const draft of drafts) {
      for (const name of Object.values(draft.names)) name.intro = `Together with ${word}.`
      await publishDraft(draft)
    }
    const page = await newPage({ as: await admin(), javaScript: false, viewport: { width: 390, height: 844 } })
    await page.goto(`/en/admin/quizzes?q=${word}`)
    await expectNoOverflow(page, 'the list of quizzes')
    for (const box of await page.locator('tbody input[name=slug]').all()) await box.check()
    await press(page, en('publishing.action.archive'), /done=2&kept=0/)
    await page
      .getByText(en('list.count', { total: 0 }))
      .first()
      .waitFor()
    await page.goto(`/en/admin/quizzes?q=${word}&state=archived`)
    await page.locator('tbody input[name=slug]').first().check()
    await press(page, en('publishing.action.restore'), /done=1&kept=0/)
    const states = await db().quiz.findMany({ where: { slug: { in: drafts.map(({ slug }) => slug) } } })
    expect(states.map(({ status }) => status).sort()).toEqual(['archived', 'retired'])
    await page.goto(`/en/admin/quizzes/${drafts[0]?.slug}`)
    await expectNoOverflow(page, 'the page of a quiz')
  })
})

describe('the pages of quizzes', () => {
  test('show a translator the state and no key, and others nothing', async () => {
    const draft = quizDraft({ questions: 1 })
    await publishDraft(draft)
    const translator = await signedIn(await newPerson({ role: 'translator' }))
    const member = await signedIn(await newPerson())
    const page = `/en/admin/quizzes/${draft.slug}`
    const shown = await ask(page, { headers: translator })
    expect(shown.status).toBe(200)
    expect(shown.body).not.toContain(en('publishing.action.retire'))
    for (const path of [
      `${page}/preview/1`,
      `${page}/preview/1?check=yes`,
      '/en/admin/quizzes/import',
      `/api/quizzes/${draft.slug}/export`,
    ]) {
      const reply = await ask(path, { headers: translator })
      expect(reply.status, path).toBe(404)
      expect(reply.body, path).not.toContain('explanation of')
    }
    expect(masked(await ask(page, { headers: member }))).toBe(
      masked(await ask('/en/admin/quizzes/no-such-quiz', { headers: member })).replaceAll('no-such-quiz', draft.slug),
    )
  })
})
