import type { Heading, List, ListItem, Root, RootContent } from 'mdast'
import { findOptionTokens } from '@/lib/markdown/option-tokens'
import { parseMarkdown, walk } from '@/lib/markdown/parse'
import { isWritten } from './kinds'
import { lintMarkdown } from './lint-words'
import type { ContentFrame, ContentQuestion, ContentQuestionWords, ContentWords, Problem } from './schema'

const SECTIONS = ['explanation', 'feedback'] as const
type SectionName = (typeof SECTIONS)[number]

type Section = { heading: Heading; blocks: RootContent[]; end: number }
type QuestionSection = Section & { id: string; parts: Map<SectionName, Section> }
type Item = { id: string; text: string; line: number }

/**
 * Reads the words of one language. The language is the file's name (`ja` for `ja.md`); in the quiz's source language
 * every question must be there, in others a missing one is a warning. Questions with broken structure are left out.
 */
export function parseWords(
  text: string,
  file: string,
  quiz: ContentFrame,
): { words: ContentWords | null; problems: Problem[] } {
  return new WordsReader(text, file, quiz).read()
}

/** The language that a words file is named after. */
export function localeOf(file: string): string {
  return file.replace(/^.*[/\\]/, '').replace(/\.md$/, '')
}

class WordsReader {
  readonly #text: string
  readonly #file: string
  readonly #quiz: ContentFrame
  readonly #problems: Problem[] = []

  constructor(text: string, file: string, quiz: ContentFrame) {
    this.#text = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
    this.#file = file
    this.#quiz = quiz
  }

  read(): { words: ContentWords | null; problems: Problem[] } {
    const tree = parseMarkdown(this.#text)
    lintMarkdown(tree, this.#text, (severity, line, code, message) => this.#report(severity, line, code, message))
    this.#checkNestedHeadings(tree)
    const { title, intro, questions } = this.#split(tree)
    this.#checkTokens(intro.blocks, new Set(), 'Only questions have options to name')

    const words = new Map<string, ContentQuestionWords>()
    const seen = new Set<string>()
    const known = new Map(this.#quiz.questions.map((question) => [question.id, question]))
    for (const section of questions) {
      const question = known.get(section.id)
      const line = lineOf(section.heading)
      if (question === undefined) {
        this.#error(line, 'unknown-question', `quiz.yaml has no question \`${section.id}\`.`)
      } else if (seen.has(section.id)) {
        this.#error(line, 'duplicate-question', `The question \`${section.id}\` stands here a second time.`)
      } else {
        seen.add(section.id)
        const read = this.#readQuestion(section, question)
        if (read) words.set(section.id, read)
      }
    }
    this.#checkComplete(seen)
    this.#problems.sort((a, b) => a.line - b.line)
    if (title === null) return { words: null, problems: this.#problems }
    return { words: { title, intro: intro.text, questions: Object.fromEntries(words) }, problems: this.#problems }
  }

  #report(severity: Problem['severity'], line: number, code: string, message: string): void {
    this.#problems.push({ severity, file: this.#file, line, code, message })
  }

  #error(line: number, code: string, message: string): void {
    this.#report('error', line, code, message)
  }

  #checkComplete(seen: ReadonlySet<string>): void {
    const isSource = localeOf(this.#file) === this.#quiz.sourceLocale
    const lastLine = this.#text.trimEnd().split('\n').length
    for (const { id } of this.#quiz.questions) {
      if (seen.has(id)) continue
      if (isSource) this.#error(lastLine, 'missing-question', `The question \`${id}\` of quiz.yaml is missing.`)
      else
        this.#report(
          'warning',
          lastLine,
          'incomplete',
          `The question \`${id}\` is not translated; readers see another language.`,
        )
    }
  }

  #checkNestedHeadings(tree: Root): void {
    const top = new Set<unknown>(tree.children)
    walk(tree, (node) => {
      if (node.type === 'heading' && node.depth < 4 && !top.has(node)) this.#misplaced(node)
    })
  }

  #misplaced(heading: Heading): void {
    const message = `A heading of level ${heading.depth} is out of place here: \`${this.#rawHeading(heading)}\`. Levels 1 to 3 are the structure of the file; use level 4 or deeper.`
    this.#error(lineOf(heading), 'misplaced-heading', message)
  }

  #rawHeading(heading: Heading): string {
    const start = heading.children[0]?.position?.start.offset
    const end = heading.children.at(-1)?.position?.end.offset
    return start === undefined ? '' : this.#text.slice(start, end)
  }

  #split(tree: Root): {
    title: string | null
    intro: { text: string; blocks: RootContent[] }
    questions: QuestionSection[]
  } {
    const [first, ...rest] = tree.children
    let title: string | null = null
    let blocks = tree.children
    if (first?.type === 'heading' && first.depth === 1) {
      title = this.#rawHeading(first)
      blocks = rest
    }
    if (title === null || title === '') {
      this.#error(first ? lineOf(first) : 1, 'no-title', 'The file must start with `# Title of the quiz`.')
      title = null
    }

    const questions: QuestionSection[] = []
    const introBlocks: RootContent[] = []
    let current: Section | null = null
    let introEnd = this.#text.length
    for (const block of blocks) {
      const question = questions.at(-1)
      const start = startOf(block)
      if (block.type === 'heading' && block.depth === 2) {
        if (current) current.end = start
        else introEnd = start
        const section = { ...this.#section(block), id: this.#rawHeading(block), parts: new Map() }
        questions.push(section)
        current = section
        continue
      }
      const name = block.type === 'heading' && block.depth === 3 ? this.#partName(block) : null
      if (block.type === 'heading' && name !== null && question && current) {
        current.end = start
        current = this.#section(block)
        if (question.parts.has(name))
          this.#error(lineOf(block), 'duplicate-section', `\`${question.id}\` has a second \`### ${name}\`.`)
        else question.parts.set(name, current)
        if (name === 'explanation' && question.parts.has('feedback')) {
          this.#error(lineOf(block), 'misplaced-heading', '`### explanation` stands before `### feedback`.')
        }
        continue
      }
      if (block.type === 'heading' && block.depth < 4) this.#misplaced(block)
      if (current) current.blocks.push(block)
      else introBlocks.push(block)
    }
    const introStart = title === null ? 0 : endOf(first)
    return {
      title,
      intro: { text: trimBlankLines(this.#text.slice(introStart, introEnd)), blocks: introBlocks },
      questions,
    }
  }

  #section(heading: Heading): Section {
    return { heading, blocks: [], end: this.#text.length }
  }

  #partName(heading: Heading): SectionName | null {
    const raw = this.#rawHeading(heading)
    return SECTIONS.find((name) => name === raw) ?? null
  }

  #readQuestion(section: QuestionSection, question: ContentQuestion): ContentQuestionWords | null {
    const line = lineOf(section.heading)
    const ids = new Set(question.options)
    const parts = [section, ...section.parts.values()]
    for (const part of parts) this.#checkTokens(part.blocks, ids, `\`${question.id}\` has no such option`)

    const before = this.#problems.filter((problem) => problem.severity === 'error').length
    const hasNoOptions = isWritten(question.kind)
    const list = hasNoOptions ? null : findOptionList(section.blocks, this.#text, ids)
    const stem = trimBlankLines(this.#text.slice(endOf(section.heading), list ? startOf(list) : section.end))
    if (stem === '') {
      const place = hasNoOptions ? '' : ' before its options'
      this.#error(line, 'empty-stem', `\`${question.id}\` has no question text${place}.`)
    }

    let options = new Map<string, string>()
    if (list === null) {
      if (!hasNoOptions)
        this.#error(line, 'no-options', `\`${question.id}\` has no list of options, each written \`- ID: text\`.`)
    } else {
      options = this.#readItems(list, ids, question.id)
      for (const id of question.options) {
        if (!options.has(id))
          this.#error(lineOf(list), 'missing-option', `\`${question.id}\` lacks the option \`${id}\`.`)
      }
      const after = section.blocks[section.blocks.indexOf(list) + 1]
      if (after)
        this.#error(lineOf(after), 'text-after-options', 'Nothing may stand between the options and `### explanation`.')
    }

    const explanation = section.parts.get('explanation')
    const explanationText = explanation ? this.#contentOf(explanation) : ''
    if (explanationText === '') {
      const at = explanation ? lineOf(explanation.heading) : line
      this.#error(at, 'empty-explanation', `\`${question.id}\` has no text under \`### explanation\`.`)
    }
    const feedback = this.#readFeedback(section.parts.get('feedback'), question, ids)

    // Broken structure hides a question; a question whose words are merely doubtful is still read.
    if (this.#problems.filter((problem) => problem.severity === 'error').length > before) return null
    return {
      stem,
      options: Object.fromEntries(options),
      explanation: explanationText,
      feedback: Object.fromEntries(feedback),
    }
  }

  #readFeedback(
    section: Section | undefined,
    question: ContentQuestion,
    ids: ReadonlySet<string>,
  ): Map<string, string> {
    if (section === undefined) return new Map()
    const [list, ...others] = section.blocks
    if (list?.type !== 'list' || list.ordered) {
      const at = lineOf(list ?? section.heading)
      this.#error(
        at,
        'bad-feedback',
        `\`### feedback\` of \`${question.id}\` must be one list, each item written \`- ID: text\`.`,
      )
      return new Map()
    }
    const [stray] = others
    if (stray) this.#error(lineOf(stray), 'bad-feedback', 'Nothing may stand beside the list under `### feedback`.')
    return this.#readItems(list, ids, question.id)
  }

  #contentOf(section: Section): string {
    return trimBlankLines(this.#text.slice(endOf(section.heading), section.end))
  }

  #readItems(list: List, ids: ReadonlySet<string>, questionId: string): Map<string, string> {
    const texts = new Map<string, string>()
    for (const node of list.children) {
      const line = lineOf(node)
      const item = readItem(node, this.#text)
      if (item === null) {
        const message =
          'This item is not written `- ID: text`. If it belongs to another list above, give that list `*` marks.'
        this.#error(line, 'bad-item', message)
      } else if (!ids.has(item.id)) {
        this.#error(line, 'unknown-option', `\`${questionId}\` has no option \`${item.id}\` in quiz.yaml.`)
      } else if (texts.has(item.id)) {
        this.#error(line, 'duplicate-option', `The option \`${item.id}\` stands here a second time.`)
      } else {
        if (item.text === '') this.#error(line, 'empty-option', `The option \`${item.id}\` has no text.`)
        texts.set(item.id, item.text)
      }
    }
    return texts
  }

  #checkTokens(blocks: RootContent[], ids: ReadonlySet<string>, reason: string): void {
    for (const token of findOptionTokens({ type: 'root', children: blocks })) {
      if (!ids.has(token.id)) this.#error(token.line, 'unknown-token', `\`{option:${token.id}}\`: ${reason}.`)
    }
  }
}

/** Words that the format has no way to hold, such as a stem with a heading of level 2. */
export class UnwritableWordsError extends Error {
  override readonly name = 'UnwritableWordsError'

  constructor(what: string) {
    super(`${what} cannot be written as a words file: reading it back gives something else.`)
  }
}

/**
 * Writes the words of one language in their one canonical form, questions and options in the order of the quiz.
 * What is written is read back first; words that would come back different are refused instead of damaged.
 */
export function writeWords(words: ContentWords, quiz: ContentFrame): string {
  const parts = [`# ${words.title}`]
  if (words.intro !== '') parts.push(words.intro)
  for (const question of quiz.questions) {
    if (!Object.hasOwn(words.questions, question.id)) continue
    const own = words.questions[question.id]
    if (own === undefined) continue
    parts.push(`## ${question.id}`, own.stem)
    // Two lists with the same mark would be read as one.
    const mark = endsWithDashList(own.stem) ? '*' : '-'
    if (!isWritten(question.kind)) parts.push(writeItems(own.options, question.options, mark))
    parts.push('### explanation', own.explanation)
    if (Object.keys(own.feedback).length > 0)
      parts.push('### feedback', writeItems(own.feedback, question.options, '-'))
  }
  const text = `${parts.join('\n\n')}\n`
  assertReadsBack(text, words, quiz)
  return text
}

function endsWithDashList(stem: string): boolean {
  const last = parseMarkdown(stem).children.at(-1)
  return last?.type === 'list' && stem.slice(startOf(last)).trimStart().startsWith('-')
}

function writeItems(texts: Record<string, string>, order: readonly string[], mark: string): string {
  return order
    .filter((id) => Object.hasOwn(texts, id))
    .map((id) => `${mark} ${id}: ${(texts[id] ?? '').replace(/\n(?=[^\n])/g, '\n  ')}`)
    .join('\n')
}

function assertReadsBack(text: string, words: ContentWords, quiz: ContentFrame): void {
  const back = parseWords(text, `${quiz.sourceLocale}.md`, quiz).words
  if (back === null || back.title !== words.title) throw new UnwritableWordsError('The title')
  if (back.intro !== words.intro) throw new UnwritableWordsError('The introduction')
  for (const id of new Set([...Object.keys(words.questions), ...Object.keys(back.questions)])) {
    const before = Object.hasOwn(words.questions, id) ? fingerprint(words.questions[id]) : null
    const after = Object.hasOwn(back.questions, id) ? fingerprint(back.questions[id]) : null
    if (before !== after) throw new UnwritableWordsError(`The question \`${id}\``)
  }
}

function fingerprint(words: ContentQuestionWords | undefined): string {
  const sorted = (record: Record<string, string>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return words ? JSON.stringify([words.stem, sorted(words.options), words.explanation, sorted(words.feedback)]) : ''
}

function findOptionList(blocks: readonly RootContent[], text: string, ids: ReadonlySet<string>): List | null {
  const lists = blocks.filter((block): block is List => block.type === 'list' && !block.ordered)
  const items = (list: List) => list.children.map((item) => readItem(item, text))
  const withKnownId = lists.findLast((list) => items(list).some((item) => item !== null && ids.has(item.id)))
  return withKnownId ?? lists.findLast((list) => items(list).every((item) => item !== null)) ?? null
}

// A full-width colon is what a Japanese or Chinese keyboard writes, and it takes no space after it.
const ITEM = /^[-*+][ \t]+([^\s:：`]+)[ \t]*(?::(?=\s|$)|：)[ \t]*/

function readItem(node: ListItem, text: string): Item | null {
  const raw = text.slice(startOf(node), endOf(node))
  const match = ITEM.exec(raw)
  if (match === null) return null
  const [first = '', ...more] = raw.slice(match[0].length).split('\n')
  const indent = (node.position?.start.column ?? 1) - 1 + (/^[-*+][ \t]+/.exec(raw)?.[0].length ?? 2)
  const dedented = more.map((line) => line.replace(new RegExp(`^ {0,${indent}}`), ''))
  return { id: match[1] ?? '', text: [first, ...dedented].join('\n').trim(), line: lineOf(node) }
}

function startOf(node: RootContent | ListItem): number {
  return node.position?.start.offset ?? 0
}

function endOf(node: RootContent | ListItem | undefined): number {
  return node?.position?.end.offset ?? 0
}

function lineOf(node: RootContent | ListItem): number {
  return node.position?.start.line ?? 1
}

// The first line keeps its indentation: it may be what makes it code.
function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}
