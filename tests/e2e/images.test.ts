import type { Page } from 'playwright'
import { imageMarkdown } from '@/lib/asset/rules'
import { MOST_BYTES } from '@/lib/asset/schema'
import { db } from '@/lib/db/client'
import { createImage, imageFile } from '../factories/images'
import { draftQuestion, draftWords, quizDraft } from '../factories/quizzes'
import { unique } from '../factories/unique'
import { ask, signedIn } from './ask'
import { attemptIdOf, press } from './attempt-page'
import { describe, expect, expectNoAxeViolations, expectNoOverflow, test, untilAlive } from './browser'
import { pressKey, tabTo } from './keys'
import { newPerson } from './people'
import { LOCALES, publish } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const admin = () => newPerson({ role: 'admin' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const limits = { megabytes: 10, megapixels: 40, longest: 500 }

/** The alternative text in English of the upload form. */
const altField = (page: Page) => page.locator('textarea#alt-en')

/** The image that the page was led to. */
function shownImage(page: Page): string {
  const id = new URL(page.url()).searchParams.get('image')
  if (!id) throw new Error(`${page.url()} shows no image.`)
  return id
}

/** A quiz whose questions show images in their stems. */
async function quizWithImages(markdowns: string[]): Promise<string> {
  const draft = quizDraft()
  draft.questions = markdowns.map((markdown, index) => {
    const externalId = `${draft.slug}/q${index + 1}`
    const words = draftWords(externalId, 'en')
    return draftQuestion({ externalId, words: { en: { ...words, stem: `${words.stem}\n\n${markdown}` } } })
  })
  return publish(draft)
}

/** The image of a question is there, in the size that was kept free for it. */
async function expectShown(page: Page, alt: string) {
  const image = page.getByRole('img', { name: alt })
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(60)
  expect(await image.getAttribute('width')).toBe('60')
  expect(await image.getAttribute('height')).toBe('40')
}

describe('images', () => {
  test('are uploaded, described and put into a question without JavaScript', async ({ newPage }) => {
    const page = await newPage({ as: await admin(), javaScript: false })
    await page.goto('/en/admin/images')
    const open = async () => {
      if (!(await altField(page).isVisible())) await page.getByText(en('images.uploadTitle'), { exact: true }).click()
    }
    const send = async (name: string, mimeType: string, bytes: Uint8Array) => {
      await page.locator('#file').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) })
      await button(page, en('images.upload')).click()
    }
    await open()
    const alt = `A [gradient] of ${unique('colour')}`
    await altField(page).fill(alt)
    await send('drawing.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await page.getByRole('alert').getByText(en('images.problem.svg')).waitFor()
    expect(await altField(page).inputValue()).toBe(alt)
    await send('drawing.png', 'image/png', new Uint8Array(11 * 1024 * 1024))
    await page.getByRole('alert').getByText(en('images.problem.too-large', limits)).waitFor()
    await altField(page).fill(alt)
    await send('drawing.svg', 'image/svg+xml', await imageFile('jpeg'))
    await page.getByText(en('images.uploaded')).waitFor()
    const id = shownImage(page)
    const line = page.locator(`#image-${id}`)
    const markdown = (await line.locator('code').first().textContent()) ?? ''
    expect(markdown).toBe(`![${alt.replace(/[[\]]/g, '\\$&')}](/assets/images/${id}-60x40.webp)`)
    await line.getByText(en('images.missing', { languages: 'Español' }).split(' Español')[0] ?? '').waitFor()

    await line.locator(`textarea[lang="ja"]`).fill('グラデーション')
    await button(page, en('images.save')).click()
    await line.getByText(en('images.saved')).waitFor()
    expect(await line.locator(`textarea[lang="ja"]`).inputValue()).toBe('グラデーション')
    await line.getByText(`![グラデーション](/assets/images/${id}-60x40.webp)`).waitFor()

    const slug = await quizWithImages([markdown])
    const email = await newPerson()
    const member = await newPage({ as: email })
    await member.goto(`/en/quizzes/${slug}`)
    await press(member, en('quiz.practise'), /\/1$/)
    await expectShown(member, alt)

    await page.reload()
    await line.getByText(en('images.usedIn', { places: `${slug}/q1` })).waitFor()
    expect(await line.getByText(en('images.delete'), { exact: true }).count()).toBe(0)
  })

  test('are there for whoever is signed in, for good, and can do nothing', async () => {
    const { id } = await createImage()
    const path = `/assets/images/${id}-60x40.webp`
    const reply = await ask(path, { headers: await signedIn(await newPerson()) })
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(reply.body.slice(0, 4)).toBe('RIFF')
    const unsigned = await ask(path)
    expect([unsigned.status, unsigned.headers['cache-control'], unsigned.body]).toEqual([404, 'no-store', ''])
    const otherSize = await ask(path.replace('60x40', '61x40'), { headers: await signedIn(await newPerson()) })
    expect(otherSize.status).toBe(404)
  })

  test('are uploaded, described and deleted with the keyboard alone', async ({ newPage }) => {
    const page = await newPage({ as: await admin() })
    await page.goto('/en/admin/images')
    await page.locator('[data-alive]').waitFor({ state: 'attached' })
    if (!(await altField(page).isVisible())) {
      await tabTo(page, page.locator('summary', { hasText: en('images.uploadTitle') }))
      await page.keyboard.press('Enter')
    }
    await tabTo(page, page.locator('#file'))
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
    await chooser.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(await imageFile('png')) })
    await tabTo(page, altField(page))
    await page.keyboard.type('A first text')
    await tabTo(page, button(page, en('images.upload')))
    await pressKey(page, 'Enter', /done=uploaded/)

    const id = shownImage(page)
    await untilAlive(page, `#image-${id} form`)
    const text = page.locator(`#image-${id} textarea[lang="en"]`)
    await tabTo(page, text)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('A second text')
    await tabTo(page, button(page, en('images.save')))
    await page.keyboard.press('Enter')
    await page.getByText(en('images.saved')).waitFor()
    await page.getByText(`![A second text](/assets/images/${id}-60x40.webp)`).waitFor()

    await tabTo(page, page.locator('summary', { hasText: en('images.delete') }))
    await page.keyboard.press('Enter')
    await tabTo(page, button(page, en('images.deleteNow')))
    await pressKey(page, 'Enter', /done=deleted/)
    await page.getByText(en('images.deleted')).waitFor()
    expect(await db().asset.count({ where: { id } })).toBe(0)
  })

  test('are pasted or dropped, and one that is too large is told before it is sent', async ({ newPage }) => {
    const page = await newPage({ as: await admin() })
    await page.goto('/en/admin/images')
    await page.locator('[data-alive]').waitFor({ state: 'attached' })
    /** Brings a file to the page: bytes, or as many as are asked for. */
    const bring = (kind: 'paste' | 'drop', name: string, content: number[] | number) =>
      page.evaluate(
        ([kind, name, content]) => {
          const bytes = typeof content === 'number' ? new Uint8Array(content) : Uint8Array.from(content)
          const data = new DataTransfer()
          data.items.add(new File([bytes], name, { type: 'image/png' }))
          const event =
            kind === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
              : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          document.querySelector(kind === 'paste' ? 'main' : '#file')?.dispatchEvent(event)
        },
        [kind, name, content] as const,
      )
    await bring('paste', 'large.png', MOST_BYTES + 1)
    await page.getByText(en('images.taken', { name: 'large.png' })).waitFor()
    expect(await page.locator('#file').evaluate((input) => (input as HTMLInputElement).validationMessage)).toBe(
      en('images.problem.too-large', limits),
    )
    await bring('drop', 'small.png', [...(await imageFile('png'))])
    await page.getByText(en('images.taken', { name: 'small.png' })).waitFor()
    await altField(page).fill('Dropped')
    await button(page, en('images.upload')).click()
    await page.waitForURL(/done=uploaded/)
  })

  test('tell whoever saves second what the first has written, and lose nothing', async ({ newPage }) => {
    const { id } = await createImage({ en: 'As it was' })
    const [one, two] = [await newPage({ as: await admin() }), await newPage({ as: await admin() })]
    const text = (page: Page) => page.locator(`#image-${id} textarea[lang="en"]`)
    for (const page of [one, two]) {
      await page.goto(`/en/admin/images?image=${id}`)
      await untilAlive(page, `#image-${id} form`)
    }
    await text(one).fill('By the first')
    await button(one, en('images.save')).click()
    await one.getByText(en('images.saved')).waitFor()
    await text(two).fill('By the second')
    await button(two, en('images.save')).click()
    await two.getByText(en('images.changed', { text: 'By the first' })).waitFor()
    expect(await text(two).inputValue()).toBe('By the second')
    expect(await db().assetAlt.findMany({ where: { assetId: id } })).toMatchObject([{ text: 'By the first' }])
    await button(two, en('images.save')).click()
    await two.getByText(en('images.saved')).waitFor()
    expect(await db().assetAlt.findMany({ where: { assetId: id } })).toMatchObject([{ text: 'By the second' }])
  })

  test('of an exam are there without a connection, and gone with its result', async ({ newPage }) => {
    const images = [await createImage(), await createImage()]
    const slug = await quizWithImages(images.map((image, index) => imageMarkdown(image, `Picture ${index + 1}`)))
    const page = await newPage({ as: await newPerson(), isOffline: true })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), /\/1$/)
    const attemptId = attemptIdOf(page)
    const keptImages = () =>
      page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, `images-${attemptId}`)
    await expect.poll(keptImages).toBe(2)
    // The browser's own cache may have dropped them long since.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.context().setOffline(true)
    for (const position of [1, 2]) {
      await page.goto(`/en/attempts/${attemptId}/${position}`)
      const shown = (await page.locator('main img').first().getAttribute('alt')) ?? ''
      expect(shown).toMatch(/^Picture [12]$/)
      await expectShown(page, shown)
    }
    await page.context().setOffline(false)
    await page.goto(`/en/attempts/${attemptId}/finish`)
    await press(page, en('attempt.submit'), /\/result$/)
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('images-'))))
      .toEqual([])
  })

  test('are listed for everyone to read, in every language, wide and narrow', async ({ newPage }) => {
    const email = await admin()
    const { id } = await createImage({ en: 'Listed' })
    for (const locale of LOCALES) {
      const page = await newPage({ as: email, locale, viewport: { width: 390, height: 844 } })
      for (const path of [`?image=${id}&done=uploaded`, '?problem=no-alt-text']) {
        await page.goto(`/${locale}/admin/images${path}`)
        expect(await page.locator('h1').textContent()).toBe(wordsOf(locale)('images.title'))
        await expectNoOverflow(page, `${locale} ${path}`)
        await expectNoAxeViolations(page, `${locale} ${path}`)
      }
      await page.context().close()
    }
  })
})
