import { type AltTexts, foreignAltTexts, missingAltTexts } from '../asset/rules'
import type { AcceptedAnswer } from '../attempt/schema'
import { lintMarkdown } from '../exchange/formats/content/lint-words'
import { leadOf } from '../markdown/lead'
import { findOptionTokens } from '../markdown/option-tokens'
import { isParent, parseInlineMarkdown, parseMarkdown, walk } from '../markdown/parse'

/** Everything that the checklist can name, and whether it keeps a quiz from being published. */
export const checks = {
  'no-questions': 'block',
  // Without words in its own language a question can be shown to nobody.
  'no-source-words': 'block',
  'no-key': 'block',
  'wrong-key-count': 'block',
  'too-few-options': 'block',
  // Of two options that read alike one is right and the other wrong, or both are: nobody can tell.
  'duplicate-options': 'block',
  'import-error': 'block',
  // Who cannot see a picture would be asked about something that is kept from them.
  'no-alt': 'block',
  'foreign-alt': 'block',
  // In another language a question that is not whole is shown whole in the quiz's own, and is labelled so.
  'missing-words': 'warn',
  'incomplete-words': 'warn',
  stale: 'warn',
  'bare-option': 'warn',
  'catch-all-option': 'warn',
  'unknown-token': 'warn',
  // The renderer shows the words of such a link and the name of such a picture: readers lose the way there, no sense.
  'bad-link': 'warn',
  'bad-image': 'warn',
  'raw-html': 'warn',
  'unclosed-code': 'warn',
  'import-warning': 'warn',
} as const satisfies Record<string, 'block' | 'warn'>

export type CheckCode = keyof typeof checks

/** One thing that is missing or looks wrong. */
export type CheckItem = {
  code: CheckCode
  severity: 'block' | 'warn'
  /** Null where it concerns the quiz as a whole. */
  question: { id: string; externalId: string; position: number } | null
  locale: string | null
  /** What was found, in the words of the content or of an import. */
  detail: string | null
  /** What an import found, to be accepted with a reason; null for what can only be mended. */
  finding: { id: string; code: string } | null
}

/** The newest words of a question in one language, drafted or published. */
export type CheckedWords = {
  id: string
  locale: string
  fields: { field: string; optionId: string | null; markdown: string; sourceRevision: number }[]
}

/** A question as it would be published. */
export type CheckedQuestion = {
  id: string
  externalId: string
  position: number
  kind: string
  /** In the order of the version. */
  options: { id: string; externalId: string }[]
  key: string[]
  /** Which words or number are right, for kinds without options. */
  accepted: AcceptedAnswer | null
  words: CheckedWords[]
  sourceRevisions: { field: string; revision: number }[]
  findings: {
    id: string
    locale: string | null
    code: string
    severity: 'error' | 'warning' | 'info'
    message: string
    isAccepted: boolean
  }[]
}

export type CheckedQuiz = {
  sourceLocale: string
  /** Languages that the quiz is offered in. */
  locales: string[]
  questions: CheckedQuestion[]
  /** Of the uploaded images that the questions name. */
  altTexts: AltTexts
}

/** Kinds that are answered with options; how many of these the key names. */
const choosing: Record<string, { exactly: number | 'all' | null } | undefined> = {
  single: { exactly: 1 },
  trueFalse: { exactly: 1 },
  multiple: { exactly: null },
  ordering: { exactly: 'all' },
}

/** What an import has found that the checklist looks for by itself in the words as they are now. */
const outdated = new Set([
  'bare-option',
  'catch-all-option',
  'bad-link',
  'bad-image',
  'raw-html',
  'unclosed-code',
  'missing-question',
])

/** What is missing before a quiz may be published, and what to look at; what blocks comes first. */
export function checkQuiz(quiz: CheckedQuiz): CheckItem[] {
  const items: CheckItem[] =
    quiz.questions.length === 0
      ? [{ code: 'no-questions', severity: 'block', question: null, locale: null, detail: null, finding: null }]
      : quiz.questions.flatMap((question) => checkQuestion(quiz, question))
  const order = Object.keys(checks)
  return items.sort(
    (a, b) =>
      Number(a.severity === 'warn') - Number(b.severity === 'warn') ||
      order.indexOf(a.code) - order.indexOf(b.code) ||
      (a.locale ?? '').localeCompare(b.locale ?? '') ||
      (a.question?.position ?? 0) - (b.question?.position ?? 0),
  )
}

/** What keeps a quiz from being published. */
export function blocksOf(items: readonly CheckItem[]): CheckItem[] {
  return items.filter(({ severity }) => severity === 'block')
}

function checkQuestion(quiz: CheckedQuiz, question: CheckedQuestion): CheckItem[] {
  const { id, externalId, position } = question
  const items: CheckItem[] = []
  const report = (
    code: CheckCode,
    locale: string | null = null,
    detail: string | null = null,
    finding: CheckItem['finding'] = null,
  ) => items.push({ code, severity: checks[code], question: { id, externalId, position }, locale, detail, finding })

  const shape = choosing[question.kind]
  if (shape) {
    if (question.options.length < 2) report('too-few-options')
    const right = question.key.filter((key) => question.options.some((option) => option.id === key)).length
    if (right === 0) report('no-key')
    else if (shape.exactly !== null && right !== (shape.exactly === 'all' ? question.options.length : shape.exactly))
      report('wrong-key-count')
  } else if (question.kind !== 'open' && !question.accepted) report('no-key')

  const source = question.words.find(({ locale }) => locale === quiz.sourceLocale)
  if (!source || !isWhole(question, source, source)) report('no-source-words', quiz.sourceLocale)
  for (const locale of quiz.locales) {
    if (locale === quiz.sourceLocale) continue
    const words = question.words.find((each) => each.locale === locale)
    if (!words) report('missing-words', locale)
    else if (!isWhole(question, words, source)) report('incomplete-words', locale)
    else if (isStale(question, words)) report('stale', locale)
  }

  for (const words of question.words) {
    const twins = shape ? twinsOf(question, words) : []
    if (twins.length > 0) report('duplicate-options', words.locale, twins[0])
    checkTexts(question, words, quiz.altTexts, (code, detail) => report(code, words.locale, detail))
  }

  for (const finding of question.findings) {
    if (finding.isAccepted || finding.severity === 'info' || outdated.has(finding.code)) continue
    const code = finding.severity === 'error' ? 'import-error' : 'import-warning'
    report(code, finding.locale, finding.message, { id: finding.id, code: finding.code })
  }
  return items
}

/**
 * Whether words hold all that a question needs to be shown whole in their language: its stem, each option and, where the
 * source has one, the explanation.
 */
export function isWhole(
  { options }: Pick<CheckedQuestion, 'options'>,
  words: CheckedWords,
  source: CheckedWords | undefined,
): boolean {
  const has = (from: CheckedWords | undefined, field: string) =>
    from?.fields.some((each) => each.field === field && each.markdown.trim() !== '') ?? false
  return (
    has(words, 'stem') &&
    options.every(({ id }) => has(words, `option:${id}`)) &&
    (!has(source, 'explanation') || has(words, 'explanation'))
  )
}

/** Whether the source has since been given another meaning in some field. */
export function isStale({ sourceRevisions }: Pick<CheckedQuestion, 'sourceRevisions'>, words: CheckedWords): boolean {
  return words.fields.some(({ field, sourceRevision }) =>
    sourceRevisions.some((source) => source.field === field && source.revision > sourceRevision),
  )
}

/** Options that read alike, whatever their markup, width and spaces. Case counts in code, where -v and -V differ. */
function twinsOf({ options }: CheckedQuestion, words: CheckedWords): string[] {
  const seen = new Set<string>()
  return options.flatMap(({ id }) => {
    const markdown = words.fields.find(({ field }) => field === `option:${id}`)?.markdown ?? ''
    const text = normalOption(markdown)
    if (text === '') return []
    if (seen.has(text)) return [markdown]
    seen.add(text)
    return []
  })
}

/** An option's text as one compares it by eye. */
export function normalOption(markdown: string): string {
  let hasCode = false
  walk(parseInlineMarkdown(markdown), (node) => {
    if (node.type === 'inlineCode' || node.type === 'code') hasCode = true
  })
  const text = (leadOf(markdown) || markdown)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.。]$/, '')
  return hasCode ? text : text.toLowerCase()
}

function checkTexts(
  question: CheckedQuestion,
  words: CheckedWords,
  altTexts: AltTexts,
  report: (code: CheckCode, detail: string | null) => void,
): void {
  // Each kind of thing once a language: a list of all places is the editor's.
  const said = new Set<CheckCode>()
  const sayOnce = (code: CheckCode, detail: string | null) => {
    if (said.has(code)) return
    said.add(code)
    report(code, detail)
  }
  const ids = new Set(question.options.map(({ externalId }) => externalId))
  for (const { markdown } of words.fields) {
    const tree = parseMarkdown(markdown)
    lintMarkdown(tree, markdown, (_severity, _line, code, message) => {
      if (code in checks) sayOnce(code as CheckCode, quoteOf(message))
    })
    for (const { src } of missingAltTexts(tree)) sayOnce('no-alt', src)
    for (const { alt } of foreignAltTexts(tree, words.locale, altTexts)) sayOnce('foreign-alt', alt)
    walk(tree, (node) => {
      // What its writer meant as a link and Markdown does not take for one: an address with spaces, or an open bracket.
      if (isParent(node))
        for (const child of node.children) {
          const [broken] = child.type === 'text' ? (/\[[^\][]+\]\([^)]*\)?/.exec(child.value) ?? []) : []
          if (broken) sayOnce('bad-link', broken)
        }
    })
    for (const token of findOptionTokens(tree)) if (!ids.has(token.id)) sayOnce('unknown-token', `{option:${token.id}}`)
  }
}

/** What a message of the linter names between its first backticks. */
function quoteOf(message: string): string | null {
  return /`([^`]+)`/.exec(message)?.[1] ?? null
}
