import { db } from '@/lib/db/client'
import { createViewer } from '../factories/people'
import { describe, expect, test } from './browser'
import { wordsOf } from './words'

const es = wordsOf('es')

describe('a page that fails', () => {
  test('says so in the language of the reader, and comes back when asked again', async ({ newPage }) => {
    const { email } = await createViewer({ name: 'Robin Example' })
    const page = await newPage({ as: email, locale: 'es', expectedStatuses: [500] })
    await db().$executeRaw`ALTER TABLE topic RENAME TO topic_elsewhere`
    try {
      await page.goto('/es/progress')
      await page.getByRole('heading', { name: es('failure.title') }).waitFor()
      await page.getByText(es('failure.text')).waitFor()
    } finally {
      await db().$executeRaw`ALTER TABLE topic_elsewhere RENAME TO topic`
    }
    await page.getByRole('button', { name: es('failure.again') }).click()
    await page.getByRole('heading', { name: es('progress.title'), exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
  })
})
