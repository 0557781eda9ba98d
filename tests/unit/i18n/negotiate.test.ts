import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directionOf, nameOfLocale, uiLocales } from '@/lib/i18n/locales'
import { negotiateUiLocale } from '@/lib/i18n/negotiate'

test.each([
  [null, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['ja', 'ja'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['en;q=0.5, ja;q=0.9', 'ja'],
  ['en;q=0.5, ja;q=0', 'en'],
  ['de-DE,de;q=0.9,ja;q=0.1', 'ja'],
  ['ko,fr;q=0.9', 'en'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'zh-Hans'],
  ['ja ; q=0.2 , es ; q=0.3', 'es'],
  ['not a tag!!, es', 'es'],
  ['JA', 'ja'],
  ['en-GB,en-US;q=0.9,ja;q=0.8', 'en'],
])('for Accept-Language %j the interface speaks %s', (header, locale) => {
  expect(negotiateUiLocale(header)).toBe(locale)
})

test('any header gives a language that the interface speaks', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(uiLocales).toContain(negotiateUiLocale(header))
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('zh', 'en', 'ja', '-', 'Hant', ';q=', '0.5', '1', ',', ' ', '*', 'x')),
      (parts) => {
        expect(uiLocales).toContain(negotiateUiLocale(parts.join('')))
      },
    ),
  )
})

test('languages are named in themselves and know their direction', () => {
  expect(['en', 'es', 'ja', 'zh-Hans'].map(nameOfLocale)).toEqual(['English', 'Español', '日本語', '中文（简体）'])
  expect(nameOfLocale('not a tag')).toBe('not a tag')
  expect(['ar', 'he', 'en', 'ja'].map(directionOf)).toEqual(['rtl', 'rtl', 'ltr', 'ltr'])
})
