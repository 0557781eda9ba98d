import type { Element, ElementContent, Nodes as HastNodes, Properties, RootContent } from 'hast'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import type { Nodes } from 'mdast'
import { toHast } from 'mdast-util-to-hast'
import { highlightCode } from './highlight'
import { findOptionTokens, replaceOptionTokens } from './option-tokens'
import { depthOf, isParent, parseInlineMarkdown, parseMarkdown, walk } from './parse'
import { joinUnspacedLines } from './soft-breaks'

export type RenderOptions = {
  /** Option id to the letter shown in this attempt. */
  letters?: ReadonlyMap<string, string>
  /** For option text and one-paragraph stems: no `<p>` around a single paragraph. */
  inline?: boolean
  /** The size of an image in CSS pixels, so that nothing moves when it arrives; null where it is not known. */
  imageSize?: (src: string) => { width: number; height: number } | null
}

const NO_LETTERS: ReadonlyMap<string, string> = new Map()

// Above the page's own headings: title, question, explanation.
const HIGHEST_HEADING = 4

// Far beyond any page. The parser's time grows with the square of some marks: within these the worst input found takes
// about two seconds. Text beyond them is shown as it is written.
const LONGEST = 30_000
const MOST_MARKS = 4_000
const DEEP_QUOTATION = /(?:>[ \t]{0,4}){100}/

// The steps after parsing recurse, so the depth is bounded before them.
const DEEPEST = 100

const SCHEMA: Schema = {
  tagNames: [
    ...['a', 'blockquote', 'br', 'code', 'del', 'em', 'h4', 'h5', 'h6', 'hr', 'img', 'input', 'li', 'ol', 'p', 'pre'],
    ...['section', 'span', 'strong', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ],
  attributes: {
    a: ['href', 'title', 'rel'],
    code: [['className', 'hljs', /^language-[a-z0-9+#.-]+$/]],
    img: ['src', 'alt', 'title', 'loading', 'width', 'height'],
    input: [['type', 'checkbox'], ['disabled', true], 'checked'],
    li: [['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    section: [['className', 'footnotes']],
    // `title_`, `function_` and the like are the highlighter's second-level classes.
    span: [['className', /^hljs-[\w-]+$/, /^[a-z]+_{1,2}$/]],
    strong: [['className', 'option-letter']],
    td: [['className', /^align-(?:left|center|right)$/]],
    th: [['className', /^align-(?:left|center|right)$/]],
    ul: [['className', 'contains-task-list']],
    '*': [],
  },
  ancestors: { li: ['ol', 'ul'], tbody: ['table'], td: ['table'], th: ['table'], thead: ['table'], tr: ['table'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  required: { input: { type: 'checkbox', disabled: true } },
  clobber: [],
  strip: ['script', 'style'],
}

const TO_HTML = { characterReferences: { useNamedReferences: true } }

/**
 * Renders Markdown to HTML that is safe to put into a page under a strict content policy.
 * Raw HTML is shown as the text it is. `{option:ID}` becomes the letter shown for that option.
 */
export function renderMarkdown(markdown: string, options: RenderOptions = {}): string {
  if (isUnreasonable(markdown)) return renderVerbatim(markdown)
  const tree = options.inline ? parseInlineMarkdown(markdown) : parseMarkdown(markdown)
  if (depthOf(tree) > DEEPEST) return renderVerbatim(markdown)
  joinUnspacedLines(tree)
  replaceOptionTokens(tree, options.letters ?? NO_LETTERS)
  showRawHtmlAsText(tree)
  lowerHeadings(tree)
  const hast = contents(toHast(tree, { footnoteBackContent: '', footnoteLabel: ' ' }))
  const cleaned = sanitize(
    { type: 'root', children: (options.inline ? unwrapParagraph(hast) : hast).flatMap(prepare) },
    SCHEMA,
  )
  if (options.imageSize) sizeImages(cleaned, options.imageSize)
  const framed: HastNodes = { type: 'root', children: contents(cleaned).map(frame) }
  return toHtml(framed, TO_HTML)
}

/** The ids that `{option:ID}` tokens name, outside of code, in reading order and without repeats. */
export function optionTokens(markdown: string): string[] {
  return [...new Set(findOptionTokens(parseMarkdown(markdown)).map((token) => token.id))]
}

/** The words alone, on one line, for titles and accessible names. */
export function plainText(markdown: string): string {
  if (isUnreasonable(markdown)) return markdown.replace(/\s+/g, ' ').trim()
  const tree = parseMarkdown(markdown)
  joinUnspacedLines(tree)
  showRawHtmlAsText(tree)
  let text = ''
  walk(tree, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') text += node.value
    else if (node.type === 'code') text += ` ${node.value} `
    else if (node.type === 'image' || node.type === 'imageReference') text += node.alt ?? ''
    else if (!INSIDE_A_LINE.has(node.type)) text += ' '
  })
  return text.replace(/\s+/g, ' ').trim()
}

const INSIDE_A_LINE = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference', 'footnoteReference'])

const LARGEST_CACHE = 2_000
const cache = new Map<string, { markdown: string; html: string }>()

/**
 * Renders through a bounded memory keyed by an immutable revision. Give each field its own key (`<revision>:stem`);
 * should two fields share one, the second is rendered afresh rather than answered with the first one's words.
 */
export function renderCached(revisionKey: string, markdown: string, options: RenderOptions = {}): string {
  const key = JSON.stringify([revisionKey, options.inline ?? false, relevantLetters(markdown, options.letters)])
  const known = cache.get(key)
  cache.delete(key)
  const entry = known?.markdown === markdown ? known : { markdown, html: renderMarkdown(markdown, options) }
  cache.set(key, entry)
  if (cache.size > LARGEST_CACHE) for (const oldest of [...cache.keys()].slice(0, 1)) cache.delete(oldest)
  return entry.html
}

// Most texts name no option: one entry then serves every order of the options.
function relevantLetters(markdown: string, letters: ReadonlyMap<string, string> = NO_LETTERS): [string, string][] {
  if (!markdown.includes('{option:')) return []
  return [...letters].filter(([id]) => markdown.includes(`{option:${id}}`)).sort(([a], [b]) => (a < b ? -1 : 1))
}

function isUnreasonable(markdown: string): boolean {
  if (markdown.length > LONGEST || markdown.replace(/[^*_~[]/g, '').length > MOST_MARKS) return true
  return DEEP_QUOTATION.test(markdown)
}

function renderVerbatim(markdown: string): string {
  return toHtml(frame(element('pre', {}, [element('code', {}, [{ type: 'text', value: markdown }])])), TO_HTML)
}

const LINE_BREAK = /^<br\s*\/?>$/i

function isComment(html: string): boolean {
  return /^<!--[\s\S]*?-->$/.test(html.trim())
}

function showRawHtmlAsText(tree: Nodes): void {
  walk(tree, (node) => {
    if (!isParent(node)) return
    if (!node.children.some((child) => child.type === 'html')) return
    const flow = FLOW_PARENTS.has(node.type)
    const children = node.children.flatMap((child): Nodes[] => {
      if (child.type !== 'html') return [child]
      if (isComment(child.value)) return []
      const shown: Nodes = LINE_BREAK.test(child.value) ? { type: 'break' } : { type: 'text', value: child.value }
      return flow ? [{ type: 'paragraph', children: [shown] }] : [shown]
    })
    Object.assign(node, { children })
  })
}

const FLOW_PARENTS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

function lowerHeadings(tree: Nodes): void {
  let highest = HIGHEST_HEADING
  walk(tree, (node) => {
    if (node.type === 'heading') highest = Math.min(highest, node.depth)
  })
  walk(tree, (node) => {
    if (node.type !== 'heading') return
    const depth = node.depth + HIGHEST_HEADING - highest
    node.depth = depth <= 4 ? 4 : depth === 5 ? 5 : 6
  })
}

function unwrapParagraph(nodes: ElementContent[]): ElementContent[] {
  const [only, ...rest] = nodes.filter((node) => node.type !== 'text' || node.value.trim() !== '')
  return only?.type === 'element' && only.tagName === 'p' && rest.length === 0 ? only.children : nodes
}

function contents(node: HastNodes): ElementContent[] {
  const nodes: RootContent[] = node.type === 'root' ? node.children : [node].filter((one) => one.type !== 'doctype')
  return nodes.filter((one) => one.type !== 'doctype')
}

function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

/** Brings one node into the shape that the schema admits; what the schema would drop silently is kept as words here. */
function prepare(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return [node]
  switch (node.tagName) {
    case 'a':
      return prepareLink(node)
    case 'img':
      return prepareImage(node)
    case 'pre':
      return [prepareCode(node)]
    case 'th':
    case 'td': {
      const align = node.properties.align
      const properties: Properties = typeof align === 'string' ? { className: [`align-${align}`] } : {}
      return [element(node.tagName, properties, node.children.flatMap(prepare))]
    }
    case 'section':
      // The heading that comes with footnotes is a word in one language, and without ids nothing points to it.
      return [
        element(
          'section',
          { className: ['footnotes'] },
          node.children.filter((child) => !isHeading(child)).flatMap(prepare),
        ),
      ]
    default:
      return [{ ...node, children: node.children.flatMap(prepare) }]
  }
}

function isHeading(node: ElementContent): boolean {
  return node.type === 'element' && /^h[1-6]$/.test(node.tagName)
}

function prepareLink(node: Element): ElementContent[] {
  const children = node.children.flatMap(prepare)
  const { href, title } = node.properties
  if (node.properties.dataFootnoteBackref !== undefined) return []
  if (typeof href !== 'string' || !isSafeLink(href)) return children
  const rel = ['noopener', 'noreferrer']
  return [element('a', { href, rel, ...(typeof title === 'string' ? { title } : {}) }, children)]
}

/** Complete http, https and mailto addresses only: content never links into the application or to another scheme. */
export function isSafeLink(href: string): boolean {
  return /^(?:https?:\/\/[^/\\]|mailto:.)/i.test(href) && URL.canParse(href)
}

function prepareImage(node: Element): ElementContent[] {
  const { src, alt, title } = node.properties
  const words = typeof alt === 'string' ? alt : ''
  if (typeof src !== 'string' || !isAssetPath(src)) return words === '' ? [] : [{ type: 'text', value: words }]
  return [element('img', { src, alt: words, loading: 'lazy', ...(typeof title === 'string' ? { title } : {}) }, [])]
}

function sizeImages(node: HastNodes, sizeOf: NonNullable<RenderOptions['imageSize']>): void {
  if (node.type === 'element' && node.tagName === 'img') {
    const size = sizeOf(String(node.properties.src ?? ''))
    if (size) Object.assign(node.properties, size)
  }
  if ('children' in node) for (const child of node.children) sizeImages(child, sizeOf)
}

/** A path below `/assets/` on our own origin that no amount of decoding leads out of. */
export function isAssetPath(src: string): boolean {
  return /^\/assets\/[^\\?#]+$/.test(src) && !/%2e|%2f|%5c|\/\.|\/\//i.test(src)
}

function prepareCode(pre: Element): Element {
  const code = pre.children.find((child): child is Element => child.type === 'element')
  const text = code?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? ''
  const language = languageOf(code)
  const className = language === null ? ['hljs'] : ['hljs', `language-${language}`]
  return element('pre', {}, [element('code', { className }, highlightCode(language ?? '', text))])
}

function languageOf(code: Element | undefined): string | null {
  const classes = code?.properties.className
  const name = Array.isArray(classes) ? classes.map(String).find((one) => one.startsWith('language-')) : undefined
  const language = name?.slice('language-'.length).toLowerCase() ?? ''
  return /^[a-z0-9+#.-]+$/.test(language) ? language : null
}

/** Puts tables and code into frames that scroll by themselves. Runs after cleaning: only our own code may add these attributes. */
function frame(node: ElementContent): ElementContent {
  if (node.type !== 'element') return node
  if (node.tagName === 'pre') {
    // The figure is what the browser's copy button attaches to; page translation must leave code alone.
    const properties = { className: ['code'], dataLanguage: languageOf(firstElement(node)) ?? 'text', translate: 'no' }
    return element('figure', properties, [{ ...node, properties: { tabIndex: 0 } }])
  }
  const children = node.children.map((child) => frame(child))
  if (node.tagName !== 'table') return { ...node, children }
  const words = headerWords(node)
  const name: Properties = words === '' ? {} : { ariaLabel: words }
  return element('div', { className: ['table-frame'], tabIndex: 0, role: 'region', ...name }, [{ ...node, children }])
}

function firstElement(node: Element): Element | undefined {
  return node.children.find((child): child is Element => child.type === 'element')
}

// A region needs a name, and the header row is one in the reader's own language.
function headerWords(table: Element): string {
  const head = firstElement(table)
  const cells = head?.tagName === 'thead' ? (firstElement(head)?.children ?? []) : []
  const words = cells.map((cell) => textOf(cell).replace(/\s+/g, ' ').trim())
  return words.filter((word) => word !== '').join(', ')
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
