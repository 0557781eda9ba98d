import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { uiLocales } from '@/lib/i18n/locales'

const root = resolve(import.meta.dirname, '../..')
/** Words that are the same in every language. */
const NAMES = ['Polyquiz']
/** Attributes that a person reads or hears. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'alt', 'label', 'placeholder', 'title'])

type Tree = { [key: string]: string | Tree }

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
}

const messages = new Map(
  uiLocales.map((locale) => [
    locale,
    flatten(JSON.parse(readFileSync(join(root, `lib/i18n/messages/${locale}.json`), 'utf8'))),
  ]),
)
const english = messages.get('en') ?? new Map<string, string>()

/** What a message is filled with: placeholders and rich tags, whatever their order. */
const slots = (message: string) => [
  ...new Set([...message.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, placeholder, tag]) => placeholder ?? `<${tag}>`)),
]

const sources = ['app', 'components', 'lib/mail'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      return { path: relative(root, path), tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
    }),
)

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** Text of a string, or of a template up to its first blank, with whether it is whole. */
function literal(node: ts.Node): { text: string; isWhole: boolean } | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return { text: node.text, isWhole: true }
  return ts.isTemplateExpression(node) ? { text: node.head.text, isWhole: false } : null
}

/** The words that the code asks for: namespaces of `wordsOf`, and every string in files that ask. */
function askedFor(): { namespaces: Set<string>; isAsked: (key: string) => boolean } {
  const namespaces = new Set<string>()
  const perNamespace = new Map<string, { text: string; isWhole: boolean }[]>()
  for (const { tree } of sources) {
    const literals: { text: string; isWhole: boolean }[] = []
    const own = new Set<string>()
    visit(tree, (node) => {
      const found = literal(node)
      if (found) literals.push(found)
      if (ts.isCallExpression(node) && node.expression.getText() === 'wordsOf') {
        const [, argument] = node.arguments
        if (argument && ts.isStringLiteral(argument)) own.add(argument.text)
      }
    })
    for (const namespace of own) {
      namespaces.add(namespace)
      perNamespace.set(namespace, [...(perNamespace.get(namespace) ?? []), ...literals])
    }
  }
  return {
    namespaces,
    isAsked: (key) => {
      const [namespace = '', ...rest] = key.split('.')
      const path = rest.join('.')
      return (perNamespace.get(namespace) ?? []).some(({ text, isWhole }) =>
        isWhole ? text === path : text.endsWith('.') && path.startsWith(text),
      )
    },
  }
}

describe('the words of the interface', () => {
  test.each(uiLocales)('are all there in %s, with the same blanks', (locale) => {
    const own = messages.get(locale) ?? new Map<string, string>()
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, message] of own) {
      expect(message.trim(), key).not.toBe('')
      expect(slots(message).sort(), key).toEqual(slots(english.get(key) ?? '').sort())
    }
  })

  test('are all asked for somewhere', () => {
    const { namespaces, isAsked } = askedFor()
    expect(namespaces.size).toBeGreaterThan(8)
    expect([...english.keys()].filter((key) => !isAsked(key))).toEqual([])
  })

  test('stand in the messages, not in the code', () => {
    const found: string[] = []
    for (const { path, tree } of sources)
      visit(tree, (node) => {
        const say = (text: string) => {
          const words = text.trim()
          if (/\p{L}{2}/u.test(words) && !NAMES.includes(words))
            found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${words}`)
        }
        if (ts.isJsxText(node)) say(node.text)
        if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText()) && node.initializer)
          if (ts.isStringLiteral(node.initializer)) say(node.initializer.text)
        if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteral(node.expression))
          if (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)) say(node.expression.text)
      })
    expect(found).toEqual([])
  })
})
