import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright'
import { actAs, operator } from '@/lib/access/viewer'
import { db } from '@/lib/db/client'
import { nameOfLocale } from '@/lib/i18n/locales'
import { saveQuestion } from '@/lib/question/commands/save-question'
import { unique } from '../factories/unique'
import { ask, signedIn } from './ask'
import { press } from './attempt-page'
import { baseUrl, describe, expect, expectNoAxeViolations, expectNoOverflow, test } from './browser'
import { newPerson } from './people'
import { wordsOf } from './words'

const en = wordsOf('en')
const folder = resolve(import.meta.dirname, 'pages')
const fixtures = resolve(import.meta.dirname, '../fixtures/pages')
const textOf = (locale: string) => readFileSync(join(folder, `${locale}.md`), 'utf8')

type Given = { name: string; mimeType: string; buffer: Buffer }
const given = (name: string, text: string | Buffer): Given => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
})

/** Pages of one quiz under names that no other test uses. */
function pagesOf(prefix: string, change: (text: string, locale: string) => string = (text) => text): Given[] {
  return ['es', 'ja', 'zh-Hans'].map((locale) => given(`${prefix}.${locale}.md`, change(textOf(locale), locale)))
}

async function check(page: Page, files: Given[]): Promise<void> {
  await page.setInputFiles('#file', files)
  await page.locator('button[value=check]').click()
}

const hasReport = (page: Page) => page.getByRole('heading', { name: en('exchange.report') }).waitFor()
const admin = () => newPerson({ role: 'admin' })

describe('importing in the browser', () => {
  test('shows what is in pages, imports them, and later what has changed in them', async ({ newPage }) => {
    const prefix = unique('pages')
    const page = await newPage({ as: await admin() })
    await page.goto('/en/admin/quizzes/import')
    await check(page, pagesOf(prefix))
    await hasReport(page)
    // No page is in English: someone must say which leads, and the files need not be chosen again.
    await page.getByText(en('exchange.noSource')).waitFor()
    expect(await page.locator('button[value=import]').count()).toBe(0)
    await page.fill('#source', 'es')
    await page.fill('#slug', prefix)
    await page.locator('button[value=check]').click()
    await page.locator('button[value=import]').waitFor()
    await page
      .getByText(
        en('exchange.wouldCreate', { slug: prefix, languages: ['es', 'ja', 'zh-Hans'].map(nameOfLocale).join(' · ') }),
      )
      .waitFor()
    expect(await db().quiz.count({ where: { slug: prefix } })).toBe(0)
    await expectNoAxeViolations(page, 'the report of an import')
    await press(page, en('exchange.import'), new RegExp(`/admin/quizzes/${prefix}\\?notice=imported`))
    const questions = await db().quizItem.count({ where: { quiz: { slug: prefix } } })
    expect(questions).toBe(3)

    // One explanation changes in Japanese.
    const [line = ''] = /(?<=解説[:：]\s*).+/.exec(textOf('ja')) ?? []
    expect(line).not.toBe('')
    await page.goto('/en/admin/quizzes/import')
    await check(
      page,
      pagesOf(prefix, (text, locale) => (locale === 'ja' ? text.replace(line, `${line}追加の一文。`) : text)),
    )
    await hasReport(page)
    await page.fill('#source', 'es')
    await page.locator('button[value=check]').click()
    await page.locator('button[value=import]').waitFor()
    await page.getByText(en('exchange.changed.newWords', { count: 1 })).waitFor()
    await page.getByText(en('exchange.changed.unchanged', { count: 2 })).waitFor()
    expect((await page.locator('ins').allInnerTexts()).join('')).toContain('追加の一文')
    expect(await page.locator('del').count()).toBe(0)
    await press(page, en('exchange.import'), /notice=imported/)
    await page.getByText(en('publishing.notice.imported')).waitFor()

    // Someone writes in the editor, and the pages come again as they were: what was written is marked, and stays.
    const { questionId } = await db().quizItem.findFirstOrThrow({ where: { quiz: { slug: prefix }, position: 1 } })
    const stored = async () => {
      const words = await db().translation.findFirstOrThrow({
        where: { locale: 'es', version: { questionId } },
        orderBy: { revision: 'desc' },
        include: { fields: { where: { field: 'stem' } } },
      })
      return words.fields[0]?.markdown ?? ''
    }
    const [base, value] = [await stored(), '¿Escrito en el editor?']
    await actAs(operator, () => saveQuestion(questionId, [{ part: 'words', locale: 'es', field: 'stem', base, value }]))
    for (const keeps of [true, false]) {
      await page.goto('/en/admin/quizzes/import')
      await check(page, pagesOf(prefix))
      await hasReport(page)
      await page.fill('#source', 'es')
      await page.locator('button[value=check]').click()
      await page.getByText(en('exchange.edits', { count: 1 })).waitFor()
      await page.getByText('Written here on').waitFor()
      await expectNoAxeViolations(page, 'the report of an import that meets edits')
      const keep = page.getByRole('checkbox', { name: en('exchange.keepEdits') })
      expect(await keep.isChecked()).toBe(true)
      if (!keeps) await keep.uncheck()
      await press(page, en('exchange.import'), /notice=imported/)
      expect(await stored()).toBe(keeps ? value : base)
    }
  })

  test('shows each finding at its line, and takes nothing as long as there is an error', async ({ newPage }) => {
    const page = await newPage({ as: await admin(), viewport: { width: 390, height: 844 } })
    await page.goto('/en/admin/quizzes/import')
    const broken = readFileSync(join(fixtures, 'conflicts.en.md'), 'utf8')
    await check(page, [
      given('conflicts.en.md', broken),
      given('latin.md', Buffer.from([0x23, 0x20, 0xe9, 0x0a])),
      given('large.md', Buffer.alloc(5 * 1024 * 1024 + 10, 'a')),
    ])
    await hasReport(page)
    const latin = page.getByRole('region', { name: 'latin.md' })
    await latin.getByText(/not UTF-8/).waitFor()
    await page
      .getByRole('region', { name: 'large.md' })
      .getByText(/more than 5 MB/)
      .waitFor()
    const lines = page.getByRole('region', { name: en('exchange.linesOf', { file: 'conflicts.en.md' }) })
    const found = lines.locator('li:has(div)')
    expect(await found.count()).toBeGreaterThan(0)
    const number = await found.first().locator('> span').first().textContent()
    expect(broken.split('\n')[Number(number) - 1]?.trim()).not.toBe('')
    expect(await page.locator('button[value=import]').count()).toBe(0)
    await expectNoOverflow(page, 'the report of an import')
  })

  test('takes what is pasted, without scripts', async ({ newPage }) => {
    const name = unique('pasted')
    const page = await newPage({ as: await admin(), javaScript: false })
    await page.goto('/en/admin/quizzes/import')
    await page.locator('summary', { hasText: en('exchange.paste') }).click()
    await page.fill('#pasteName', `${name}.md`)
    await page.fill('#paste', textOf('es'))
    await page.locator('summary', { hasText: en('exchange.more') }).click()
    await page.fill('#slug', name)
    await page.locator('button[value=check]').click()
    await page.locator('button[value=import]').waitFor()
    await press(page, en('exchange.import'), new RegExp(`/admin/quizzes/${name}\\?notice=imported`))
  })
})

describe('exporting in the browser', () => {
  test('gives the content files, which import as they are', async ({ newPage }) => {
    const headers = await signedIn(await admin())
    const slug = 'storage'
    const reply = await fetch(new URL(`/api/quizzes/${slug}/export`, baseUrl), { headers })
    expect(reply.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual(
      ['en.md', 'es.md', 'ja.md', 'quiz.yaml', 'zh-Hans.md'].map((name) => `${slug}/${name}`),
    )
    expect(strFromU8(files[`${slug}/ja.md`] ?? new Uint8Array())).toBe(
      readFileSync(`content/quizzes/${slug}/ja.md`, 'utf8'),
    )

    const copy = unique('copy')
    const page = await newPage({ as: await admin() })
    await page.goto('/en/admin/quizzes/import')
    await check(
      page,
      Object.entries(files).map(([path, bytes]) =>
        given(path.replace(`${slug}/`, ''), strFromU8(bytes).replace(`id: ${slug}\n`, `id: ${copy}\n`)),
      ),
    )
    await page.locator('button[value=import]').waitFor()
    await press(page, en('exchange.import'), new RegExp(`/admin/quizzes/${copy}\\?notice=imported`))
    expect((await ask('/api/quizzes/no-such-quiz/export', { headers })).status).toBe(404)
  })
})
