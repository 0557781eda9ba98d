import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findingName } from '@/components/exchange/finding-name'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { uiLocales } from '@/lib/i18n/locales'

const pages = join(import.meta.dirname, '../../fixtures/pages')

test('whatever is found on our pages has a name in every language', () => {
  const codes = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|txt)$/.test(name))
    .flatMap((name) => readDocsPage(readFileSync(join(pages, name)), { file: name }).findings.map(({ code }) => code))
  expect(new Set(codes).size).toBeGreaterThan(10)
  for (const code of new Set(codes))
    for (const locale of uiLocales) expect(findingName(code, locale), `${code} in ${locale}`).not.toBeNull()
  expect(findingName('no-such-code', 'en')).toBeNull()
})
