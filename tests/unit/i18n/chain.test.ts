import { describe, expect, test } from 'vitest'
import { chooseLocale, chooseWords, localeChain } from '@/lib/i18n/chain'

describe('the chain of a language', () => {
  test.each([
    ['zh-TW', ['zh-TW', 'zh-Hant']],
    ['zh-HK', ['zh-HK', 'zh-Hant']],
    ['zh-Hant', ['zh-Hant']],
    ['zh-CN', ['zh-CN', 'zh-Hans']],
    ['zh', ['zh', 'zh-Hans']],
    ['es-MX', ['es-MX', 'es-Latn', 'es']],
    ['en', ['en', 'en-Latn']],
    ['sr', ['sr', 'sr-Cyrl']],
    ['sr-Latn', ['sr-Latn']],
  ])('%s is %j', (tag, chain) => {
    expect(localeChain(tag)).toEqual(chain)
  })
})

describe('the language something is shown in', () => {
  test('of a reader in Taiwan is the traditional Chinese, then the source, never the simplified', () => {
    expect(chooseLocale(['zh-TW'], 'en', ['en', 'zh-Hans', 'zh-Hant'])).toBe('zh-Hant')
    expect(chooseLocale(['zh-TW'], 'en', ['zh-Hans', 'en'])).toBe('en')
    expect(chooseLocale(['zh-TW'], 'es', ['zh-Hans', 'en', 'es'])).toBe('es')
  })

  test('goes through all wishes before the source', () => {
    expect(chooseLocale(['ko', 'es-MX', 'ja'], 'en', ['en', 'ja', 'es'])).toBe('es')
  })

  test('is any there is when even the source is missing, and none when there is none', () => {
    expect(chooseLocale(['ko'], 'en', ['ja'])).toBe('ja')
    expect(chooseLocale(['ko'], 'en', [])).toBeNull()
  })
})

describe('words', () => {
  const newestFirst = [
    { locale: 'en', revision: 3 },
    { locale: 'ja', revision: 2 },
    { locale: 'en', revision: 2 },
    { locale: 'ja', revision: 1 },
  ]

  test('are the newest of the chosen language', () => {
    expect(chooseWords(newestFirst, ['ja'], 'en')).toEqual({ locale: 'ja', revision: 2 })
    expect(chooseWords(newestFirst, ['ko'], 'en')).toEqual({ locale: 'en', revision: 3 })
  })

  test('are none when nothing is written', () => {
    expect(chooseWords([], ['ja'], 'en')).toBeNull()
  })
})
