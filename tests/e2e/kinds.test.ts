import type { Page } from 'playwright'
import { NO_OPTION } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import { createQuiz, draftQuestion } from '../factories/quizzes'
import { attemptIdOf, press, stored } from './attempt-page'
import { describe, expect, test } from './browser'
import { newPerson } from './people'
import { wordsOf } from './words'

const en = wordsOf('en')
const at = (place: number | 'finish' | 'result') => new RegExp(`/en/attempts/[0-9a-f-]+/${place}(\\?.*)?(#.*)?$`)

const newQuiz = () =>
  createQuiz({ questions: (['ordering', 'numeric', 'shortText'] as const).map((kind) => draftQuestion({ kind })) })

const ready = (page: Page) => page.locator('form[data-ready="true"]').waitFor()
const placeOf = (page: Page, id: string) => page.locator(`select[data-option="${id}"]`)
const places = (page: Page) =>
  page.locator('select[data-option]').evaluateAll((selects) => selects.map((each) => (each as HTMLSelectElement).value))
const textOf = async (page: Page, position: number) =>
  (await db().answer.findUniqueOrThrow({ where: { attemptId_position: { attemptId: attemptIdOf(page), position } } }))
    .text
const check = (page: Page) => page.getByRole('button', { name: en('attempt.check') }).click()
const verdict = (page: Page) => page.locator('#verdict').textContent()

/** The letters of options in some order, as a sentence lists them. */
const lettersIn = (order: string[], ids: string[]) =>
  new Intl.ListFormat('en').format(ids.map((id) => 'ABCD'[order.indexOf(id)] ?? '–'))

describe('an order, a number and a short text', () => {
  test('are answered with scripts, saved as they are made, and explained', async ({ newPage }) => {
    const { slug } = await newQuiz()
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.practise'), at(1))
    await ready(page)
    const { order, key } = await stored(page, 1)
    const [a = '', b = '', , d = ''] = key
    await placeOf(page, b).selectOption('3')
    await expect.poll(async () => (await stored(page, 1)).picks).toEqual([NO_OPTION, NO_OPTION, b])
    // Taking a place that is taken swaps the two.
    await placeOf(page, a).selectOption('1')
    await placeOf(page, b).selectOption('1')
    await expect.poll(async () => (await stored(page, 1)).picks).toEqual([b, NO_OPTION, a])
    await placeOf(page, a).selectOption('2')
    await placeOf(page, a).selectOption('1')
    await expect.poll(async () => (await stored(page, 1)).picks).toEqual([a, b])
    await page.reload()
    await ready(page)
    expect(await places(page)).toEqual(order.map((id) => ({ [a]: '1', [b]: '2' })[id] ?? ''))
    await placeOf(page, d).selectOption('3')
    await check(page)
    await page.getByRole('region', { name: en('attempt.verdictLabel') }).waitFor()
    expect(await verdict(page)).toContain(
      en('attempt.orderVerdict.partly', { percent: 50, key: lettersIn(order, key) }),
    )
    const rows = await page.locator('#question ol > li').allTextContents()
    expect(rows).toHaveLength(4)
    expect(rows[2]).toContain(en('attempt.placeless'))
    expect(rows[3]).toContain(en('attempt.yourPlace', { place: 3 }))
    await press(page, en('attempt.next'), at(2))

    await ready(page)
    await page.getByLabel(en('attempt.numberHint')).focus()
    // Letters that choose and turn pages elsewhere are text here.
    await page.keyboard.type('n1p,a5b2c')
    await expect.poll(() => textOf(page, 2)).toBe('n1p,a5b2c')
    expect(page.url()).toMatch(at(2))
    await check(page)
    await page.getByRole('alert').getByText(en('attempt.notice.unreadable')).waitFor()
    expect(await page.getByLabel(en('attempt.numberHint')).inputValue()).toBe('n1p,a5b2c')
    await ready(page)
    await page.getByLabel(en('attempt.numberHint')).fill('１，４９０ MiB/s')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: en('attempt.verdictLabel') }).waitFor()
    expect(await verdict(page)).toContain(en('attempt.verdict.right', { key: '1,500\u00a0MiB/s' }))
    expect(await page.locator('#question').textContent()).toContain(
      en('attempt.range', { least: '1,470\u00a0MiB/s', greatest: '1,530\u00a0MiB/s' }),
    )
    await press(page, en('attempt.next'), at(3))

    await ready(page)
    await page.getByLabel(en('attempt.shortHint')).fill('ReadWriteOnce')
    await check(page)
    await page.getByRole('region', { name: en('attempt.verdictLabel') }).waitFor()
    expect(await verdict(page)).toContain(
      en('attempt.wrongWritten', { text: 'ReadWriteOnce', key: 'ReadWriteOncePod' }),
    )
    expect(await page.locator('#question').textContent()).toContain('単一ポッド')
    await press(page, en('attempt.toFinish'), at('finish'))
    await press(page, en('attempt.submit'), at('result'))
    // (1/2 + 1 + 0) / 3
    await page.getByRole('heading', { name: en('result.score', { percent: '50%' }) }).waitFor()
    expect(await page.locator('#question-3').locator('..').textContent()).toContain('単一ポッド')
  })

  test('are answered in an exam without scripts, and a result tells nothing that is held back', async ({ newPage }) => {
    const { slug } = await newQuiz()
    await db().quiz.update({ where: { slug }, data: { reveal: 'never' } })
    const page = await newPage({ as: await newPerson(), javaScript: false })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), at(1))
    const { key, order } = await stored(page, 1)
    const [first = '', second = ''] = order
    await placeOf(page, first).selectOption('2')
    await placeOf(page, second).selectOption('2')
    await press(page, en('attempt.saveAndNext'), /\/1\?notice=places$/)
    await page.getByRole('alert').getByText(en('attempt.notice.places')).waitFor()
    expect((await stored(page, 1)).seq).toBe(0)
    for (const id of order) await placeOf(page, id).selectOption(String(key.indexOf(id) + 1))
    await press(page, en('attempt.saveAndNext'), at(2))
    expect((await stored(page, 1)).picks).toEqual(key)
    await page.getByLabel(en('attempt.numberHint')).fill('lots')
    await press(page, en('attempt.saveAndNext'), at(3))
    await page.getByLabel(en('attempt.shortHint')).fill('「rwop」')
    await press(page, en('attempt.previous'), at(2))
    expect(await page.getByLabel(en('attempt.numberHint')).inputValue()).toBe('lots')
    await page.goto(page.url().replace(/2$/, 'finish'))
    await page.getByText(en('attempt.finishText', { answered: 3, total: 3 })).waitFor()
    await press(page, en('attempt.submit'), at('result'))
    await page.getByRole('heading', { name: en('result.score', { percent: '66%' }) }).waitFor()
    const html = await page.content()
    for (const secret of ['RWOP', 'ReadWriteOncePod', '1,500', '1500', 'explanation of'])
      expect(html).not.toContain(secret)
    expect(html).toContain('「rwop」')
  })

  test('are checked in practice without scripts, and nothing that was written is lost', async ({ newPage }) => {
    const { slug } = await newQuiz()
    const page = await newPage({ as: await newPerson(), javaScript: false })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.practise'), at(1))
    await press(page, en('attempt.check'), /\/1\?notice=blank$/)
    const { key, order } = await stored(page, 1)
    for (const id of order) await placeOf(page, id).selectOption(String(key.indexOf(id) + 1))
    await press(page, en('attempt.check'), at(1))
    await page.getByText(en('attempt.orderVerdict.right', { key: lettersIn(order, key) })).waitFor()
    await press(page, en('attempt.next'), at(2))
    await page.getByLabel(en('attempt.numberHint')).fill('about 1500')
    await press(page, en('attempt.check'), /\/2\?notice=unreadable$/)
    await page.getByRole('alert').getByText(en('attempt.notice.unreadable')).waitFor()
    expect(await page.getByLabel(en('attempt.numberHint')).inputValue()).toBe('about 1500')
    await page.getByLabel(en('attempt.numberHint')).fill('1.600')
    await press(page, en('attempt.check'), at(2))
    await page.getByText(en('attempt.wrongWritten', { text: '1.600', key: '1,500\u00a0MiB/s' })).waitFor()
    await press(page, en('attempt.next'), at(3))
    await page.getByLabel(en('attempt.shortHint')).fill('RWOP')
    await press(page, en('attempt.check'), at(3))
    await page.getByText(en('attempt.verdict.right', { key: 'ReadWriteOncePod' })).waitFor()
  })

  test('are reached and answered with the keyboard alone', async ({ newPage }) => {
    const { slug } = await newQuiz()
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), at(1))
    await ready(page)
    const { order } = await stored(page, 1)
    // A letter goes to an option, and the next key is its place.
    for (const [index, letter] of ['a', 'b', 'c', 'd'].entries()) {
      await page.keyboard.press(letter)
      await page.keyboard.press(String(4 - index))
      await page.keyboard.press('Tab')
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    }
    expect(await places(page)).toEqual(['4', '3', '2', '1'])
    await expect.poll(async () => (await stored(page, 1)).picks).toEqual([...order].reverse())
    await page.keyboard.press('n')
    await page.waitForURL(at(2))
    await ready(page)
    await page.keyboard.press('1')
    await page.getByLabel(en('attempt.numberHint')).focus()
    await page.keyboard.type('1500')
    await page.keyboard.press('Enter')
    await page.waitForURL(at(3))
    await expect.poll(() => textOf(page, 2)).toBe('1500')
  })

  test('are kept without a connection, and sent when it is back', async ({ newPage }) => {
    const { slug } = await newQuiz()
    const page = await newPage({ as: await newPerson(), isOffline: true })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), at(1))
    await ready(page)
    const { order } = await stored(page, 1)
    const [first = '', second = ''] = order
    await page.context().setOffline(true)
    await placeOf(page, first).selectOption('2')
    await placeOf(page, second).selectOption('1')
    await page.locator('#save-status[data-state="retrying"]').waitFor()
    expect((await stored(page, 1)).seq).toBe(0)
    await page.context().setOffline(false)
    await expect.poll(async () => (await stored(page, 1)).picks).toEqual([second, first])
    await page.goto(page.url().replace(/1$/, '2'))
    await ready(page)
    await page.context().setOffline(true)
    await page.locator('#text').fill('1500')
    await page.locator('#save-status[data-state="retrying"]').waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => textOf(page, 2)).toBe('1500')
  })
})
