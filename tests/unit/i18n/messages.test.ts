import { expect, test } from 'vitest'
import { uiLocales } from '@/lib/i18n/locales'

type Tree = { [name: string]: string | Tree }

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`${prefix}${name}`, value] as const] : [...flatten(value, `${prefix}${name}.`)],
    ),
  )
}

/** Names of the values that a message takes: `{name}` and `{n, plural, ...}` alike, in any order. */
function argumentsOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{\s*([a-zA-Z]\w*)\s*[,}]/g)].map(([, name]) => name ?? ''))].sort()
}

const read = async (locale: string) =>
  flatten((await import(`../../../lib/i18n/messages/${locale}.json`)).default as Tree)

test.each(uiLocales)('%s says everything that English says, with the same values', async (locale) => {
  const [english, messages] = [await read('en'), await read(locale)]
  expect([...messages.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [name, text] of english) {
    const translated = messages.get(name) ?? ''
    expect(translated.trim(), name).not.toBe('')
    // Within a plural, words may stand where English has them and nothing where a language has no plural.
    const outer = (message: string) => argumentsOf(message.replace(/(?<![a-z])(one|other|=\d+) \{[^{}]*\}/g, ''))
    expect(outer(translated), name).toEqual(outer(text))
  }
})
